#include "engine/params/weights.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/sha256.h"
#include "base/status.h"

namespace rookery::params {
namespace {

absl::Status UnknownName(std::string_view name) {
  return InvalidArgument("'{}' is no parameter; the nearest are {}", name,
                         fmt::join(NearestNames(name), ", "));
}

}  // namespace

Weights::Weights() {
  values_.reserve(kParameterCount);
  for (const Parameter& parameter : Table()) values_.push_back(parameter.value);
}

Weights CatalogueWeights() {
  Weights weights;
  std::fill_n(weights.values_.begin(), 2 * kTermCount, int16_t{0});
#define X(identifier, mg, eg)                                           \
  weights.values_[static_cast<size_t>(MgIndex(Term::identifier))] = mg; \
  weights.values_[static_cast<size_t>(EgIndex(Term::identifier))] = eg;
#include "engine/params/catalogue.inc"
#undef X
  return weights;
}

absl::Status Weights::Set(std::string_view name, int value) {
  const std::optional<int> index = FindParameter(name);
  if (!index) return UnknownName(name);
  const Parameter& parameter = Table()[static_cast<size_t>(*index)];
  if (value < parameter.min || value > parameter.max) {
    return InvalidArgument("{}: {} is out of range; allowed are {} to {}", name, value,
                           parameter.min, parameter.max);
  }
  values_[static_cast<size_t>(*index)] = static_cast<int16_t>(value);
  return absl::OkStatus();
}

absl::StatusOr<int> Weights::Get(std::string_view name) const {
  const std::optional<int> index = FindParameter(name);
  if (!index) return UnknownName(name);
  return (*this)[*index];
}

absl::Status Weights::SwitchOff(std::string_view group) {
  std::vector<std::string_view> allowed = Groups();
  std::erase_if(allowed, [](std::string_view g) {
    return g == "material" || g == "scales" || g == "search";
  });
  if (std::find(allowed.begin(), allowed.end(), group) == allowed.end()) {
    return InvalidArgument("'{}' is no group that can be switched off; those are {}", group,
                           fmt::join(allowed, ", "));
  }
  for (size_t i = 0; i < values_.size(); ++i) {
    const Parameter& parameter = Table()[i];
    // Nought, or what comes nearest: a set must be one that its own file may hold.
    if (parameter.group == group) values_[i] = std::clamp<int16_t>(0, parameter.min, parameter.max);
  }
  return absl::OkStatus();
}

std::string CanonicalText(const Weights& weights) {
  std::string text;
  for (int i = 0; i < kParameterCount; ++i) {
    text += fmt::format("{} = {}\n", Table()[static_cast<size_t>(i)].name, weights[i]);
  }
  return text;
}

std::string Identity(const Weights& weights) { return Sha256Hex(CanonicalText(weights)); }

}  // namespace rookery::params

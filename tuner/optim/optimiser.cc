#include "tuner/optim/optimiser.h"

#include <array>

#include "base/status.h"
#include "tuner/optim/cma_tuner.h"
#include "tuner/optim/duel_tuner.h"
#include "tuner/optim/parameter_file.h"
#include "tuner/optim/race_tuner.h"
#include "tuner/optim/spsa_tuner.h"

namespace rookery::optim {
namespace {

constexpr int64_t kMostPairs = 10'000'000;

absl::Status CheckOptions(const TunerOptions& options) {
  if (options.pairs < 2 || options.pairs > kMostPairs) {
    return InvalidArgument("pairs: {}; 2 to {} are allowed", options.pairs, kMostPairs);
  }
  if (!(options.alpha > 0 && options.alpha <= 2)) {
    return InvalidArgument("alpha: {} is not above 0 and at most 2", options.alpha);
  }
  if (!(options.gamma >= 0 && options.gamma <= 1)) {
    return InvalidArgument("gamma: {} is not from 0 to 1", options.gamma);
  }
  if (!(options.a_ratio >= 0 && options.a_ratio <= 10)) {
    return InvalidArgument("a_ratio: {} is not from 0 to 10", options.a_ratio);
  }
  if (!(options.expected_gain > 0 && options.expected_gain <= 1000)) {
    return InvalidArgument("expected_gain: {} is not above 0 and at most 1000",
                           options.expected_gain);
  }
  return absl::OkStatus();
}

struct NamedMethod {
  Method method;
  std::string_view name;
};
constexpr std::array kMethods = {
    NamedMethod{Method::kRegression, "regression"}, NamedMethod{Method::kSpsa, "spsa"},
    NamedMethod{Method::kCmaEs, "cma-es"}, NamedMethod{Method::kRace, "race"}};

}  // namespace

std::string_view Name(Method method) {
  for (const NamedMethod& one : kMethods) {
    if (one.method == method) return one.name;
  }
  return "unknown";
}

std::vector<std::string> MethodNames() {
  std::vector<std::string> names;
  for (const NamedMethod& one : kMethods) names.emplace_back(one.name);
  return names;
}

std::optional<Method> MethodNamed(std::string_view name) {
  for (const NamedMethod& one : kMethods) {
    if (one.name == name) return one.method;
  }
  return std::nullopt;
}

absl::StatusOr<std::unique_ptr<Optimiser>> MakeOptimiser(const Space& space,
                                                         const TunerOptions& options) {
  ROOKERY_RETURN_IF_ERROR(CheckSpace(space));
  ROOKERY_RETURN_IF_ERROR(CheckOptions(options));
  if (options.method != Method::kRace && !options.candidates.empty()) {
    return InvalidArgument("candidates: {} given, but only a race has them",
                           options.candidates.size());
  }
  switch (options.method) {
    case Method::kRegression:
      return std::make_unique<DuelTuner>(space, options);
    case Method::kSpsa:
      return std::make_unique<SpsaTuner>(space, options);
    case Method::kCmaEs:
      if (space.size() > kMostCmaParameters) {
        return InvalidArgument(
            "method: cma-es takes at most {} parameters, and here are {}; take regression, or "
            "fewer",
            kMostCmaParameters, space.size());
      }
      return std::make_unique<CmaTuner>(space, options);
    case Method::kRace:
      ROOKERY_RETURN_IF_ERROR(CheckCandidates(space, options.candidates));
      return std::make_unique<RaceTuner>(space, options);
  }
  return InvalidArgument("method: {} is unknown", static_cast<int>(options.method));
}

}  // namespace rookery::optim

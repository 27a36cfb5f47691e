#include "cli/tune_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/decimal.h"
#include "base/status.h"
#include "engine/params/table.h"
#include "proto/wire/bounds.h"
#include "tuner/optim/parameter_file.h"
#include "worker/player/engine_output.h"

namespace rookery::cli {
namespace {

constexpr double kStepShare = 0.05;  // of a range, where nobody says more
constexpr int kFineness = 2;         // decimals beyond those of a real's step
constexpr int64_t kMostValue = wire::kMaxTuneValue;

const DeclaredOption* Find(const EngineManifest& manifest, const std::string& name) {
  for (const DeclaredOption& one : manifest.declares) {
    if (one.kind.empty() && worker::SameOptionName(one.name, name)) return &one;
  }
  return nullptr;
}

std::string Unknown(const EngineManifest& manifest, const std::string& name) {
  if (manifest.declares.empty()) {
    return fmt::format(
        "'{}': nothing is known of the options of {}; add it again: 'rookery engines add "
        "--replace'",
        name, manifest.name);
  }
  std::vector<std::string> known;
  for (const DeclaredOption& one : manifest.declares) {
    if (one.kind.empty()) known.push_back(one.name);
  }
  constexpr size_t kMostShown = 20;
  const bool more = known.size() > kMostShown;
  if (more) known.resize(kMostShown);
  return fmt::format("'{}': {} declares no such number; it has {}{}", name, manifest.name,
                     fmt::join(known, ", "), more ? ", ..." : "");
}

// The cores and the memory of a run are accounted for.
bool IsTheRuns(const std::string& name) {
  return worker::SameOptionName(name, "Threads") || worker::SameOptionName(name, "Hash");
}

absl::StatusOr<optim::Parameter> FromDeclared(const EngineManifest& manifest,
                                              const std::string& name) {
  if (IsTheRuns(name)) return InvalidArgument("--param: {} is the run's, not to be tuned", name);
  const DeclaredOption* declared = Find(manifest, name);
  if (declared == nullptr) return InvalidArgument("--param: {}", Unknown(manifest, name));
  if (declared->is_text) {
    return InvalidArgument(
        "--param: {} is a string, and the engine says no range; give one in a file: --params",
        declared->name);
  }
  std::string start = declared->preset;
  for (const auto& [option, value] : manifest.options) {
    if (worker::SameOptionName(option, name)) start = value;
  }
  optim::Parameter p;
  p.name = declared->name;
  std::from_chars(start.data(), start.data() + start.size(), p.start);
  p.min = static_cast<double>(std::max(declared->min, -kMostValue));
  p.max = static_cast<double>(std::min(declared->max, kMostValue));
  p.c_end = std::max(1.0, kStepShare * (p.max - p.min));
  p.r_end = params::kLearningRate;
  return p;
}

// What the engine says of a line of a file.
std::vector<std::string> JudgeOf(const EngineManifest& manifest, const optim::Parameter& p,
                                 bool numbers) {
  if (IsTheRuns(p.name)) return {fmt::format("name: {} is the run's, not to be tuned", p.name)};
  const DeclaredOption* declared = Find(manifest, p.name);
  if (declared == nullptr) return {"name: " + Unknown(manifest, p.name)};
  if (declared->is_text) return {};
  std::vector<std::string> faults;
  if (p.type != optim::ValueType::kInteger) {
    faults.push_back(fmt::format("type: {} is a spin, which takes whole numbers", p.name));
  }
  if (!numbers) return faults;
  for (const auto& [field, value] : {std::pair{"min", p.min}, std::pair{"max", p.max}}) {
    if (value < static_cast<double>(declared->min) || value > static_cast<double>(declared->max)) {
      faults.push_back(fmt::format("{}: {} is not within {} to {}, the range of {}", field, value,
                                   declared->min, declared->max, declared->name));
    }
    if (value != std::round(value)) {
      faults.push_back(fmt::format("{}: {}: {} is a spin, which takes whole numbers", field, value,
                                   declared->name));
    }
  }
  return faults;
}

int DecimalsFor(const optim::Parameter& p) {
  if (p.type == optim::ValueType::kInteger) return 0;
  const int places = kFineness + static_cast<int>(std::ceil(-std::log10(p.c_end)));
  return std::clamp(places, 0, wire::kMaxTuneDecimals);
}

absl::StatusOr<OptionSpace> InUnits(const optim::Space& space, const std::string& where) {
  OptionSpace made;
  for (const optim::Parameter& from : space) {
    const int decimals = DecimalsFor(from);
    const double unit = std::pow(10.0, decimals);
    optim::Parameter p = from;
    p.type = optim::ValueType::kInteger;
    p.start = std::round(from.start * unit);
    p.min = std::round(from.min * unit);
    p.max = std::round(from.max * unit);
    p.c_end = from.c_end * unit;
    if (std::max(std::abs(p.min), std::abs(p.max)) > static_cast<double>(kMostValue)) {
      return InvalidArgument("{}: {}: {} to {} is too wide for {} decimals; take a larger step",
                             where, p.name, from.min, from.max, decimals);
    }
    made.space.push_back(std::move(p));
    made.decimals.push_back(decimals);
  }
  return made;
}

}  // namespace

absl::StatusOr<OptionSpace> ChooseOptions(const SpaceFlags& flags, const EngineManifest& manifest) {
  if (!flags.groups.empty()) {
    return InvalidArgument("--group: a UCI engine has none; name its options by --param");
  }
  if (!flags.file.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string text, ReadParameterFile(flags.file));
    const auto judge = [&manifest](const optim::Parameter& p, bool numbers) {
      return JudgeOf(manifest, p, numbers);
    };
    ROOKERY_ASSIGN_OR_RETURN(const optim::ParameterFile file,
                             optim::ReadParameters(text, flags.file, judge));
    return InUnits(file.space, flags.file);
  }
  optim::Space space;
  for (const std::string& name : flags.names) {
    ROOKERY_ASSIGN_OR_RETURN(optim::Parameter p, FromDeclared(manifest, name));
    space.push_back(std::move(p));
  }
  if (space.empty()) return InvalidArgument("nothing to tune: give --param or --params");
  ROOKERY_RETURN_IF_ERROR(optim::CheckSpace(space));
  return InUnits(space, "--param");
}

std::vector<std::pair<std::string, std::string>> TunedOptions(const v1::Run& run) {
  std::vector<std::pair<std::string, std::string>> options;
  for (int i = 0; i < run.tune().parameters_size(); ++i) {
    const v1::TuneParameter& p = run.spec().tune().parameters(i);
    options.emplace_back(p.name(), DecimalText(run.tune().parameters(i).shipped(), p.decimals()));
  }
  return options;
}

std::string OptionCommands(const v1::Run& run) {
  std::string text;
  for (const auto& [name, value] : TunedOptions(run)) {
    text += fmt::format("setoption name {} value {}\n", name, value);
  }
  return text;
}

}  // namespace rookery::cli

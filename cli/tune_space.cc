#include "cli/tune_space.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/status.h"
#include "engine/params/table.h"
#include "tuner/optim/parameter_file.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMostFileBytes = 1 << 20;

// Named by itself, by its term or by its group.
bool Matches(const params::Parameter& p, const SpaceFlags& flags) {
  const auto same = [&](const std::string& name) { return IsNamed(p, name); };
  return std::find(flags.groups.begin(), flags.groups.end(), p.group) != flags.groups.end() ||
         std::any_of(flags.names.begin(), flags.names.end(), same);
}

absl::Status CheckGroups(const std::vector<std::string>& groups) {
  const std::vector<std::string_view> known = params::Groups();
  for (const std::string& group : groups) {
    if (std::find(known.begin(), known.end(), group) == known.end()) {
      return InvalidArgument("--group: '{}' is no group; those are {}", group,
                             fmt::join(known, ", "));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckNames(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    SpaceFlags one;
    one.names = {name};
    const auto table = params::Table();
    if (std::none_of(table.begin(), table.end(),
                     [&](const params::Parameter& p) { return Matches(p, one); })) {
      return InvalidArgument("--param: '{}' is no parameter; the nearest are {}", name,
                             fmt::join(params::NearestNames(name), ", "));
    }
  }
  return absl::OkStatus();
}

// A file may be made for another engine: each of its lines must fit this one.
std::vector<std::string> JudgeOf(const optim::Parameter& p, bool numbers) {
  const std::optional<int> index = params::FindParameter(p.name);
  if (!index.has_value()) {
    return {fmt::format("name: '{}' is no parameter; the nearest are {}", p.name,
                        fmt::join(params::NearestNames(p.name), ", "))};
  }
  std::vector<std::string> faults;
  if (p.type != optim::ValueType::kInteger) {
    faults.emplace_back("type: the engine's parameters are whole numbers; take int");
  }
  if (!numbers) return faults;
  const params::Parameter& known = params::Table()[static_cast<size_t>(*index)];
  for (const auto& [field, value] : {std::pair{"min", p.min}, std::pair{"max", p.max}}) {
    if (value < known.min || value > known.max) {
      faults.push_back(fmt::format("{}: {} is not within {} to {}, the range of {}", field, value,
                                   known.min, known.max, p.name));
    }
    if (value != std::round(value)) {
      faults.push_back(fmt::format("{}: {} is no whole number, as the engine's are", field, value));
    }
  }
  return faults;
}

}  // namespace

absl::StatusOr<std::string> ReadParameterFile(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path, kMostFileBytes);
  if (text.ok()) return text;
  return InvalidArgument("--params: {}", Message(text.status()));
}

bool IsNamed(const params::Parameter& parameter, std::string_view name) {
  if (parameter.name == name) return true;
  return parameter.phase != params::Phase::kNone &&
         parameter.name.substr(0, parameter.name.size() - 3) == name;
}

absl::StatusOr<optim::Space> ChooseSpace(const SpaceFlags& flags, const params::Weights& start) {
  if (!flags.file.empty()) {
    if (!flags.groups.empty() || !flags.names.empty()) {
      return InvalidArgument(
          "--params: {} says all that is tuned; leave out --group and --param, or add lines to it",
          flags.file);
    }
    ROOKERY_ASSIGN_OR_RETURN(const std::string text, ReadParameterFile(flags.file));
    ROOKERY_ASSIGN_OR_RETURN(optim::ParameterFile file,
                             optim::ReadParameters(text, flags.file, JudgeOf));
    return std::move(file.space);
  }
  ROOKERY_RETURN_IF_ERROR(CheckGroups(flags.groups));
  ROOKERY_RETURN_IF_ERROR(CheckNames(flags.names));
  optim::Space space;
  for (int i = 0; i < params::kParameterCount; ++i) {
    const params::Parameter& p = params::Table()[static_cast<size_t>(i)];
    if (!Matches(p, flags)) continue;
    space.push_back({std::string(p.name), optim::ValueType::kInteger, static_cast<double>(start[i]),
                     static_cast<double>(p.min), static_cast<double>(p.max), p.step,
                     params::kLearningRate});
  }
  if (space.empty()) {
    return InvalidArgument("nothing was chosen: give --group or --param{}",
                           flags.takes_file ? ", or a file by --params" : "");
  }
  return space;
}

}  // namespace rookery::cli

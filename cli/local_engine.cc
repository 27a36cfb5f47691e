#include "cli/local_engine.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/status.h"
#include "cli/limits.h"
#include "worker/player/engine_output.h"

namespace rookery::cli {
namespace {

// What says where the engine is; false for another key.
bool SetPlace(const std::string& key, const std::string& value, MatchEngine& engine) {
  if (key == "name") return engine.name = value, true;
  if (key == "cmd") return engine.command = value, true;
  if (key == "arg") return engine.arguments.push_back(value), true;
  if (key == "dir") return engine.folder = value, true;
  if (key == "weights") return engine.weights = value, true;
  return false;
}

absl::Status SetField(const std::string& key, const std::string& value, MatchEngine& engine,
                      bool& own_limits) {
  if (IsLimit(key)) {
    // Whoever has limits of its own has none of the others'.
    if (!own_limits && key != "margin") {
      const int64_t margin = engine.limits.clock.margin_ms;
      engine.limits = {};
      engine.limits.clock.margin_ms = margin;
      own_limits = true;
    }
    return SetLimit(key, value, engine.limits);
  }
  if (key == "restart" && (value == "on" || value == "off")) {
    engine.restart = value == "on";
    return absl::OkStatus();
  }
  if (key.starts_with("option.") && key.size() > 7) {
    return SetOption(key.substr(7), value, engine.options);
  }
  if (SetPlace(key, value, engine)) return absl::OkStatus();
  return InvalidArgument(
      "'{}={}' is not known; give name=, cmd=, arg=, dir=, weights=, option.NAME=, tc=, movetime=, "
      "nodes=, depth=, margin= or restart=on|off",
      key, value);
}

}  // namespace

absl::StatusOr<KeyValues> SplitKeyValues(std::string_view text) {
  KeyValues fields;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const size_t equals = part.find('=');
    if (equals != std::string_view::npos) {
      fields.emplace_back(part.substr(0, equals), part.substr(equals + 1));
    } else if (!fields.empty()) {
      fields.back().second.append(",").append(part);
    } else {
      return InvalidArgument("'{}' must be KEY=VALUE", part);
    }
  }
  return fields;
}

absl::StatusOr<int64_t> NumberOf(std::string_view key, std::string_view value, int64_t low,
                                 int64_t high) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error == std::errc() && end == value.data() + value.size() && number >= low &&
      number <= high) {
    return number;
  }
  return InvalidArgument("{}={}: not a whole number from {} to {}", key, value, low, high);
}

absl::StatusOr<MatchEngine> ParseLocalEngine(std::string_view text,
                                             const worker::SideLimits& limits) {
  MatchEngine engine;
  engine.limits = limits;
  bool own_limits = false;
  absl::StatusOr<KeyValues> fields = SplitKeyValues(text);
  absl::Status status = fields.status();
  for (size_t i = 0; status.ok() && i < fields->size(); ++i) {
    status = SetField((*fields)[i].first, (*fields)[i].second, engine, own_limits);
  }
  if (!status.ok()) return InvalidArgument("--engine: {}", Message(status));
  if (engine.command.empty() == engine.weights.empty()) {
    return InvalidArgument("--engine: '{}' needs cmd=PATH or weights=FILE, one of them", text);
  }
  if (engine.name.empty()) {
    const std::string& origin = engine.command.empty() ? engine.weights : engine.command;
    engine.name = origin.substr(origin.find_last_of('/') + 1);
  }
  return engine;
}

void MakeNamesUnique(std::vector<MatchEngine>& engines, char separator) {
  std::set<std::string> taken;
  for (const MatchEngine& engine : engines) taken.insert(engine.name);
  std::set<std::string> met;
  for (MatchEngine& engine : engines) {
    if (met.insert(engine.name).second) continue;
    const std::string name = engine.name;
    for (int number = 2; !taken.insert(engine.name).second; ++number) {
      engine.name = fmt::format("{}{}{}", name, separator, number);
    }
  }
}

absl::Status SetOption(std::string_view name, std::string_view value, OptionValues& options) {
  for (const std::string_view text : {name, value}) {
    if (text.find_first_of("\r\n") == std::string_view::npos) continue;
    return InvalidArgument(
        "option.{}: names and values of an engine's options hold no line breaks: what follows one "
        "would be a command",
        name.substr(0, name.find_first_of("\r\n")));
  }
  std::erase_if(options,
                [&](const auto& option) { return worker::SameOptionName(option.first, name); });
  options.emplace_back(name, value);
  return absl::OkStatus();
}

}  // namespace rookery::cli

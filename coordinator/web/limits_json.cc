#include "coordinator/web/limits_json.h"

#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kMaxText = 4000;
constexpr size_t kMaxPeriods = 16;
constexpr int64_t kMaxNumber = 1'000'000'000'000;

absl::StatusOr<int64_t> Whole(std::string_view field, const Json& value, int64_t most) {
  if (value.is_number_integer()) {
    const auto number = value.get<int64_t>();
    if (number >= 0 && number <= most) return number;
  }
  return InvalidArgument("{}: {} is not a whole number from 0 to {}", field,
                         Dump(value).substr(0, 40), most);
}

absl::Status Unknown(std::string_view field) {
  return InvalidArgument(
      "{}: unknown; limits have nodes, depth, movetime_ms, base_ms, "
      "increment_ms, margin_ms and periods",
      field);
}

absl::StatusOr<ClockPeriod> ReadPeriod(const std::string& where, const Json& json) {
  if (!json.is_object()) return InvalidArgument("{}: is no object", where);
  ClockPeriod period;
  for (const auto& [key, value] : json.items()) {
    const std::string field = fmt::format("{}.{}", where, key.substr(0, 40));
    if (key == "moves") {
      ROOKERY_ASSIGN_OR_RETURN(const int64_t moves, Whole(field, value, 1000));
      period.moves = static_cast<int>(moves);
    } else if (key == "base_ms") {
      ROOKERY_ASSIGN_OR_RETURN(period.base_ms, Whole(field, value, kMaxNumber));
    } else if (key == "increment_ms") {
      ROOKERY_ASSIGN_OR_RETURN(period.increment_ms, Whole(field, value, kMaxNumber));
    } else {
      return Unknown(field);
    }
  }
  return period;
}

absl::Status ReadPeriods(const std::string& where, const Json& json, Limits* limits) {
  if (!json.is_array() || json.size() > kMaxPeriods) {
    return InvalidArgument("{}: is no list of at most {} periods", where, kMaxPeriods);
  }
  for (const Json& one : json) {
    const std::string at = fmt::format("{}[{}]", where, limits->periods.size());
    ROOKERY_ASSIGN_OR_RETURN(const ClockPeriod period, ReadPeriod(at, one));
    limits->periods.push_back(period);
  }
  return absl::OkStatus();
}

int64_t* FieldOf(std::string_view key, Limits* limits) {
  if (key == "nodes") return &limits->nodes;
  if (key == "movetime_ms") return &limits->movetime_ms;
  if (key == "base_ms") return &limits->base_ms;
  if (key == "increment_ms") return &limits->increment_ms;
  return key == "margin_ms" ? &limits->margin_ms : nullptr;
}

}  // namespace

Json LimitsJson(const Limits& limits) {
  Json json = Json::object();
  if (limits.nodes != 0) json["nodes"] = limits.nodes;
  if (limits.depth != 0) json["depth"] = limits.depth;
  if (limits.movetime_ms != 0) json["movetime_ms"] = limits.movetime_ms;
  if (limits.base_ms != 0) json["base_ms"] = limits.base_ms;
  if (limits.increment_ms != 0) json["increment_ms"] = limits.increment_ms;
  for (const ClockPeriod& period : limits.periods) {
    json["periods"].push_back({{"moves", period.moves},
                               {"base_ms", period.base_ms},
                               {"increment_ms", period.increment_ms}});
  }
  if (limits.margin_ms != 0) json["margin_ms"] = limits.margin_ms;
  return json;
}

absl::StatusOr<Limits> ReadLimits(std::string_view name, const std::string& text) {
  const Json json = text.size() > kMaxText ? Json() : Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    return InvalidArgument("{}: '{}' is no object of limits, such as {{\"nodes\": 5000}}", name,
                           text.substr(0, 40));
  }
  Limits limits;
  for (const auto& [key, value] : json.items()) {
    const std::string field = fmt::format("{}.{}", name, key.substr(0, 40));
    if (int64_t* number = FieldOf(key, &limits); number != nullptr) {
      ROOKERY_ASSIGN_OR_RETURN(*number, Whole(field, value, kMaxNumber));
    } else if (key == "depth") {
      ROOKERY_ASSIGN_OR_RETURN(const int64_t depth, Whole(field, value, 1000));
      limits.depth = static_cast<int>(depth);
    } else if (key == "periods") {
      ROOKERY_RETURN_IF_ERROR(ReadPeriods(field, value, &limits));
    } else {
      return Unknown(field);
    }
  }
  return limits;
}

}  // namespace rookery::coordinator

#include "cli/calc_text.h"

#include <fmt/format.h>

namespace rookery::cli {

std::string_view VerdictName(stats::Verdict verdict) {
  switch (verdict) {
    case stats::Verdict::kAccepted:
      return "accepted";
    case stats::Verdict::kRejected:
      return "rejected";
    case stats::Verdict::kUndecided:
      break;
  }
  return "undecided";
}

nlohmann::ordered_json NumberOrNull(const std::optional<double>& value) {
  if (!value) return nullptr;
  return *value;
}

void AddInterval(nlohmann::ordered_json& object, const std::string& name,
                 const std::optional<stats::Interval>& interval) {
  const auto part = [&](double stats::Interval::* member) -> nlohmann::ordered_json {
    if (!interval) return nullptr;
    return (*interval).*member;
  };
  object[name] = part(&stats::Interval::value);
  object[name + "_low"] = part(&stats::Interval::low);
  object[name + "_high"] = part(&stats::Interval::high);
}

std::string IntervalText(const std::optional<stats::Interval>& interval) {
  if (!interval) return "n/a";
  return fmt::format("{:.2f} [{:.2f}, {:.2f}]", interval->value, interval->low, interval->high);
}

std::string PercentText(const std::optional<double>& share) {
  if (!share) return "n/a";
  return fmt::format("{:.2f} %", *share * 100);
}

std::string NumberText(const std::optional<double>& value, int digits) {
  if (!value) return "n/a";
  return fmt::format("{:.{}f}", *value, digits);
}

}  // namespace rookery::cli

#include "cli/calc_text.h"

#include <fmt/format.h>

#include "coordinator/stats/elo_text.h"

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

void AddElo(nlohmann::ordered_json& object, const std::string& name,
            const std::optional<stats::Interval>& elo) {
  const auto known = [&](double stats::Interval::* member) {
    return NumberOrNull(elo ? stats::KnownElo((*elo).*member) : std::nullopt);
  };
  object[name] = known(&stats::Interval::value);
  object[name + "_low"] = known(&stats::Interval::low);
  object[name + "_high"] = known(&stats::Interval::high);
}

std::string Fixed(double value, int digits) {
  const std::string text = fmt::format("{:.{}f}", value, digits);
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  return zero && text.front() == '-' ? text.substr(1) : text;
}

std::string IntervalText(const std::optional<stats::Interval>& interval, int digits) {
  if (!interval) return "n/a";
  return fmt::format("{} [{}, {}]", Fixed(interval->value, digits), Fixed(interval->low, digits),
                     Fixed(interval->high, digits));
}

std::string EloIntervalText(const std::optional<stats::Interval>& elo) {
  if (!elo) return "n/a";
  const bool whole =
      stats::KnownElo(elo->value) && stats::KnownElo(elo->low) && stats::KnownElo(elo->high);
  if (whole) return IntervalText(elo);
  const std::string text = stats::EloText(*elo);
  return text.empty() ? "n/a" : text;
}

std::string SharesText(const stats::Report& report) {
  if (!report.score) return "n/a";
  return fmt::format("{:.5f}, draw ratio {}, pairs ratio {}", *report.score,
                     IntervalText(report.draw_ratio, 4), IntervalText(report.pairs_ratio, 3));
}

std::string PercentText(const std::optional<double>& share) {
  if (!share) return "n/a";
  return fmt::format("{:.2f} %", *share * 100);
}

std::string NumberText(const std::optional<double>& value, int digits) {
  if (!value) return "n/a";
  return Fixed(*value, digits);
}

}  // namespace rookery::cli

// How the calculators say figures: JSON fields and lines for people. Pure; any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "coordinator/stats/report.h"

namespace rookery::cli {

std::string_view VerdictName(stats::Verdict verdict);

// A number, or null where there is none.
nlohmann::ordered_json NumberOrNull(const std::optional<double>& value);
// Adds NAME, NAME_low and NAME_high.
void AddInterval(nlohmann::ordered_json& object, const std::string& name,
                 const std::optional<stats::Interval>& interval);

// So many digits behind the point; never "-0.00".
std::string Fixed(double value, int digits);
// "0.93 [-0.04, 1.86]", or "n/a".
std::string IntervalText(const std::optional<stats::Interval>& interval, int digits = 2);
// The same of Elo, which has no number where its model ends: null, and "at least +300.0".
void AddElo(nlohmann::ordered_json& object, const std::string& name,
            const std::optional<stats::Interval>& elo);
std::string EloIntervalText(const std::optional<stats::Interval>& elo);
// Score, draw ratio, pairs ratio; "n/a" without games.
std::string SharesText(const stats::Report& report);
// "97.04 %", or "n/a".
std::string PercentText(const std::optional<double>& share);
// With so many digits behind the point, or "n/a".
std::string NumberText(const std::optional<double>& value, int digits);

}  // namespace rookery::cli

// Elo as it is shown. Where a score is 0 or 1 the model of Elo has no number for it: estimates stop
// at 1,000 (a sequential test) or 1,199.8 (a match), and such a figure says nothing. It is left out
// here, once, for command line, page, API, webhooks and calculators. Pure; any thread.
#pragma once

#include <optional>
#include <string>

#include "coordinator/stats/report.h"

namespace rookery::stats {

// What reaches so far, either way, is the end of the model; just inside 1,000 as it is shown.
inline constexpr double kEloEnd = 999.95;

// None at the model's end.
std::optional<double> KnownElo(double elo);

// "[+4.5, +20.1]", "at least +4.5", "at most +20.1"; empty without an end.
std::string EloRange(double low, double high);
// "+12.3 [+4.5, +20.1]", "+312.0, at least +4.5", "at least +300.0"; empty without an end.
std::string EloText(const Interval& elo);

}  // namespace rookery::stats

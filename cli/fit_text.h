// What a fit came to, for people and for machines. Pure; any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tuner/fit/data_set.h"
#include "tuner/fit/fit_weights.h"

namespace rookery::cli {

// Losses, scale, and what was left out; without a line break at the end.
std::string FitSummary(const fit::DataSet& data, const fit::FitReport& report);
// The weights as rows of a table, heading first: those that moved, the largest move in standard
// errors first, then those at a bound or never seen. With `all`, those that stayed too.
std::vector<std::vector<std::string>> FitRows(const fit::FitReport& report, bool all);

nlohmann::ordered_json FitJson(const fit::DataSet& data, const fit::FitReport& report);

}  // namespace rookery::cli

// A tune in words: parameters in steps from the start with their bands, forecast, noise floor.
// Pure; one thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

// "measuring the probe", or "forecast +8.1 [+3.2, +13.0] Elo, noise floor 0.9".
std::string ForecastText(const v1::TuneProgress& tune);

// For a terminal: forecast, then the parameters that moved most, at most `most` of them.
std::vector<std::string> TuneLines(const v1::Run& run, size_t most);

// The end of a result's block: figures and every parameter. No line break at its end.
std::string TuneBlock(const v1::Run& run);

// The object `tune` of docs/api.md.
nlohmann::ordered_json TuneJson(const v1::Run& run);

}  // namespace rookery::cli

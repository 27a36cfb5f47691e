// The parameter files of fishtest (name,start,min,max,c_end,r_end), OpenBench (name, int|float,
// value, min, max, c_end, r_end) and weather-factory (JSON: name -> value, min_value, max_value,
// step). Read and written; which one it is, is seen from its shape. Pure; any thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tuner/optim/parameter.h"

namespace rookery::optim {

enum class FileFormat { kFishtest, kOpenBench, kWeatherFactory };

struct ParameterFile {
  FileFormat format = FileFormat::kFishtest;
  Space space;
};

// What the engine that is tuned says of one parameter: "field: what it was, what is allowed" for
// each fault. Without `numbers` its name and type alone could be read.
using EngineJudge = std::function<std::vector<std::string>(const Parameter&, bool numbers)>;

// InvalidArgument with a line for every fault of the file, the engine's among them: "file:line:
// field: what it was, what is allowed", by the name instead of the line in JSON.
absl::StatusOr<ParameterFile> ReadParameters(std::string_view text, std::string_view file_name,
                                             const EngineJudge& judge = nullptr);

// Numbers in their shortest form that reads back the same. fishtest and weather-factory know no
// types, and the latter no r_end: what a format can't say is left out.
std::string WriteParameters(const Space& space, FileFormat format);

// The rules that every space obeys, however it was made; a line for every fault.
absl::Status CheckSpace(const Space& space);

}  // namespace rookery::optim

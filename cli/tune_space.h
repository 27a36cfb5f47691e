// What a tune moves: parameters of the embedded engine by group, by name or from a file of
// fishtest, OpenBench or weather-factory. Reads files; one thread.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/params/weights.h"
#include "tuner/optim/parameter.h"

namespace rookery::cli {

struct SpaceFlags {
  std::vector<std::string> groups;
  std::vector<std::string> names;  // of parameters, or of terms: both phases
  std::string file;
  bool takes_file = true;  // of the command
};

// Whether a user means this one: by its name, or by its term, which is both phases.
bool IsNamed(const params::Parameter& parameter, std::string_view name);

// The text of a parameter file, or a fault of --params.
absl::StatusOr<std::string> ReadParameterFile(const std::string& path);

// Ranges and steps are the engine's, starts those of `start`; a file says all of it by itself.
// InvalidArgument tells every fault, with the flag or the file's line.
absl::StatusOr<optim::Space> ChooseSpace(const SpaceFlags& flags, const params::Weights& start);

}  // namespace rookery::cli

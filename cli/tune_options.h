// What a tune of a UCI engine moves: options that the engine declared when it was added. Spins
// within their range; strings that hold a number, as whole numbers of their last decimal. Reads
// files; one thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/engine_manifest.h"
#include "cli/tune_space.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

struct OptionSpace {
  optim::Space space;         // in units of each one's last decimal
  std::vector<int> decimals;  // of each
};

// Named ones begin at what the manifest sets, or the engine's default, with a step of a twentieth
// of their range; a file says all of it by itself. InvalidArgument tells every fault, with the flag
// or the file's line: what the engine doesn't declare, and ranges beyond what it allows.
absl::StatusOr<OptionSpace> ChooseOptions(const SpaceFlags& flags, const EngineManifest& manifest);

// The tuned options of a run: name and value.
std::vector<std::pair<std::string, std::string>> TunedOptions(const v1::Run& run);
// The same as what a GUI may send to the engine: a setoption a line.
std::string OptionCommands(const v1::Run& run);

}  // namespace rookery::cli

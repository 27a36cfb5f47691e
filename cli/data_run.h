// A file of labelled positions as it is asked for on the command line: begun or gone on with,
// progress told, Ctrl-C heard. One thread calls; it works in several.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "cli/context.h"
#include "cli/data_generator.h"

namespace rookery::cli {

struct GeneratedData {
  uint64_t positions = 0;  // in the file
  double seconds = 0;      // of this call
};

// Cancelled on Ctrl-C: what is there stays, and the same call goes on.
absl::StatusOr<GeneratedData> GenerateFile(const DataRecipe& recipe, const std::string& path,
                                           Context& context);

}  // namespace rookery::cli

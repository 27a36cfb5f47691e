// What a tune begins with, and its result as a file of the same kind. One thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/engine_manifest.h"
#include "cli/context.h"
#include "engine/params/weights.h"
#include "proto/wire/client.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

// Weights, or a UCI engine as it was added.
struct TuneStart {
  params::Weights weights;
  std::optional<EngineManifest> manifest;
};

// As a user names it. `coordinator` knows UCI engines by name; nullptr where there is none.
absl::StatusOr<TuneStart> LoadStart(const std::string& start,
                                    const std::vector<std::string>& options,
                                    wire::Client* coordinator);

// What the coordinator keeps of it, for a run whose files may be somebody else's.
absl::StatusOr<TuneStart> StartOf(wire::Client& coordinator, const v1::EngineSpec& engine);

// Writes the start with the tuned values: TOML of weights, or the setoption lines of an engine.
// The user is told.
absl::Status WriteTuned(const v1::Run& run, const TuneStart& start, const std::string& path,
                        Context& context);

// Whether the result is what was there before: the weights as they are, whatever a file began with;
// of a UCI engine the options as the tune began with them.
bool SameAsStart(const v1::Run& run, const TuneStart& start);

}  // namespace rookery::cli

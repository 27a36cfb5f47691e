// Weights and books on their way to the coordinator: read here, checked here, so that a fault is
// told with file and line before anything is sent. One thread.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "engine/params/weights.h"
#include "proto/wire/client.h"
#include "rookery/v1/artifacts.pb.h"
#include "rookery/v1/types.pb.h"

namespace rookery::cli {

// One side of a run as the command line names it.
struct EngineChoice {
  std::string name;  // for people: "default", "default,-king", a file's name
  params::Weights weights;
};

// "default", "default,-king,..." or a file. The error names the flag.
absl::StatusOr<EngineChoice> ChooseEngine(const std::string& flag, const std::string& value);

// The engine as the coordinator knows it from now on.
absl::StatusOr<v1::EngineSpec> UploadEngine(wire::Client& coordinator, const EngineChoice& choice);

absl::StatusOr<v1::Artifact> UploadBook(wire::Client& coordinator, const std::string& content);

}  // namespace rookery::cli

// Weights and books on their way to the coordinator: read here, checked here, so that a fault is
// told with file and line before anything is sent. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/engine_manifest.h"
#include "engine/params/weights.h"
#include "proto/wire/client.h"
#include "rookery/v1/artifacts.pb.h"
#include "rookery/v1/runs.pb.h"
#include "rookery/v1/types.pb.h"

namespace rookery::cli {

// One side of a run as the command line names it.
struct EngineChoice {
  std::string name;  // for people: "default", "default,-king", a file's name
  params::Weights weights;
  std::optional<EngineManifest> manifest = {};  // of a UCI engine, which has no weights
};

// What a flag says of a side.
struct EngineWish {
  std::string flag;                       // for errors
  std::string value;                      // "default", "default,-king,...", a file, "engine:NAME"
  std::vector<std::string> options = {};  // NAME=VALUE, of a UCI engine
  std::string option_flag = flag + "-option";  // for errors
};
// The manifest that a name of a UCI engine stands for.
using FindManifest = std::function<absl::StatusOr<EngineManifest>(const std::string& name)>;
absl::StatusOr<EngineChoice> ChooseEngine(const EngineWish& wish, const FindManifest& find);
// Asks the coordinator, which must outlive what is returned.
FindManifest ManifestsOf(wire::Client& coordinator);

// "NAME=VALUE" in two. The error names the flag.
absl::StatusOr<std::pair<std::string, std::string>> SplitAtEquals(std::string_view flag,
                                                                  const std::string& text);

// What a worker must have to play the engine, added to what the run asks for already. `sandboxed`:
// it must have a sandbox, too.
void AddNeeds(const EngineChoice& choice, bool sandboxed, v1::RunSpec& spec);

// The engine as the coordinator knows it from now on.
absl::StatusOr<v1::EngineSpec> UploadEngine(wire::Client& coordinator, const EngineChoice& choice);

absl::StatusOr<v1::Artifact> UploadBook(wire::Client& coordinator, const std::string& content);

}  // namespace rookery::cli

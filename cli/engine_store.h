// The author's UCI engines by name: their descriptions, as `rookery engines add` has uploaded them,
// in a folder of the user's. A run names one as engine:NAME. One thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/engine_manifest.h"
#include "cli/config.h"

namespace rookery::cli {

class EngineStore {
 public:
  // In the user's data folder.
  explicit EngineStore(const Environment& environment);

  // InvalidArgument for a name that is no plain word.
  absl::Status Save(const std::string& name, const EngineManifest& manifest) const;
  // NotFound names what there is.
  absl::StatusOr<EngineManifest> Load(const std::string& name) const;
  // NotFound likewise. What was uploaded stays on the coordinator: runs name it.
  absl::Status Remove(const std::string& name) const;
  std::vector<std::string> Names() const;

 private:
  absl::Status Unknown(const std::string& name) const;

  std::string folder_;
};

}  // namespace rookery::cli

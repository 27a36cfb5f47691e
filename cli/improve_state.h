// What an improvement has begun, in its folder, so that the same command goes on after a kill: the
// settings that decide its course, and the runs that it asked for. One thread.
#pragma once

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"

namespace rookery::cli {

class ImproveState {
 public:
  // Makes the folder, or reads what it holds, and keeps others out until it dies. InvalidArgument
  // if that was begun with other settings (naming them), can't be read, or is of something else.
  static absl::StatusOr<ImproveState> Open(const std::string& folder,
                                           const nlohmann::ordered_json& settings);

  // A run's id by what it is for ("tune", "verification"); empty if it wasn't asked for yet.
  std::string Run(const std::string& part) const;
  // On disk when it returns.
  absl::Status SetRun(const std::string& part, const std::string& run);
  std::string Path(const std::string& file) const { return folder_ + "/" + file; }

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  explicit ImproveState(std::string folder) : folder_(std::move(folder)) {}
  absl::Status Lock();
  // Nothing but what was asked for is there.
  bool NothingMade() const;
  absl::Status Save() const;

  std::string folder_;
  std::unique_ptr<std::FILE, Closer> lock_;
  nlohmann::ordered_json json_;
};

}  // namespace rookery::cli

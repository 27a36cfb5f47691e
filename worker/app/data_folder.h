// The worker's folder on disk: locked by one process, with the identity that it keeps for life.
// One thread.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace rookery::worker {

class DataFolder {
 public:
  // FailedPrecondition if another process has it.
  static absl::StatusOr<DataFolder> Open(const std::string& path);
  ~DataFolder();
  DataFolder(DataFolder&& other) noexcept;
  DataFolder& operator=(DataFolder&&) = delete;

  const std::string& path() const { return path_; }
  const std::string& worker_id() const { return worker_id_; }

 private:
  DataFolder() = default;

  std::string path_;
  std::string worker_id_;
  int lock_ = -1;
};

}  // namespace rookery::worker

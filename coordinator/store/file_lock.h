// A lock file that one process at a time holds, so that no two coordinators write one database.
// Held until the object dies or the process ends, however it ends. Any thread.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace rookery::coordinator {

class FileLock {
 public:
  // FailedPrecondition if another process holds it.
  static absl::StatusOr<FileLock> Take(const std::string& path);
  FileLock(FileLock&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace rookery::coordinator

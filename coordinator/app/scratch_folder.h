// A folder for one process's copies, gone when it ends; if the process was killed, gone when the
// next such folder is made. Each is locked by the process that made it for as long as that lives,
// so what can be locked is nobody's any more. Any thread; blocking.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery::coordinator {

class ScratchFolder {
 public:
  // In `where`, named by `prefix` and a few characters of chance. Removes what dead processes of
  // this user left there by the same prefix.
  static absl::StatusOr<std::unique_ptr<ScratchFolder>> Make(const std::string& where,
                                                             const std::string& prefix);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  ScratchFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  const std::string path_;
  const int lock_;
};

}  // namespace rookery::coordinator

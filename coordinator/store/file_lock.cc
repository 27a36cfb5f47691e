#include "coordinator/store/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/status.h"

namespace rookery::coordinator {

absl::StatusOr<FileLock> FileLock::Take(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) {
    return Error(absl::StatusCode::kPermissionDenied,
                 "opening {}: {}; name a data folder that you may write to", path,
                 std::strerror(errno));
  }
  FileLock lock(fd);
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "another coordinator uses this data folder ({} is locked); stop it first", path);
  }
  return lock;
}

FileLock::~FileLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace rookery::coordinator

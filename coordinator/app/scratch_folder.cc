#include "coordinator/app/scratch_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

namespace fs = std::filesystem;

// Another process that looks for leftovers may hold, and then remove, a folder that isn't locked
// yet.
constexpr int kTries = 10;

// The open folder, locked, if it is this user's and nobody else has locked it; else -1.
int LockFolder(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  struct stat info{};
  // A folder without links was removed between the two calls.
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0 && ::fstat(fd, &info) == 0 &&
      info.st_uid == ::geteuid() && info.st_nlink > 0) {
    return fd;
  }
  ::close(fd);
  return -1;
}

void RemoveLeftovers(const std::string& where, const std::string& prefix) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(where, error)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const int lock = LockFolder(entry.path().string());
    if (lock < 0) continue;
    std::error_code ignored;  // it is tried again the next time
    fs::remove_all(entry.path(), ignored);
    ::close(lock);
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<ScratchFolder>> ScratchFolder::Make(const std::string& where,
                                                                   const std::string& prefix) {
  RemoveLeftovers(where, prefix);
  for (int i = 0; i < kTries; ++i) {
    std::string path = where + "/" + prefix + "XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) {
      return Error(absl::StatusCode::kUnavailable, "making a folder for a copy in {}: {}", where,
                   std::strerror(errno));
    }
    const int lock = LockFolder(path);
    if (lock >= 0) return std::unique_ptr<ScratchFolder>(new ScratchFolder(std::move(path), lock));
  }
  return Error(absl::StatusCode::kUnavailable, "no folder for a copy could be locked in {}", where);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  ::close(lock_);
}

}  // namespace rookery::coordinator

#include "cli/game_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/mapped_file.h"
#include "base/status.h"

namespace rookery::cli {

absl::StatusOr<GameFile> GameFile::Open(const std::string& path, int64_t keep) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return InvalidArgument("can't write {}: {}", path, std::strerror(errno));
  GameFile file(path, fd);
  ROOKERY_RETURN_IF_ERROR(LockFile(fd, path));
  struct stat info{};
  const bool regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  if (regular && keep >= 0 && ::ftruncate(fd, keep) != 0) {
    return InvalidArgument("can't write {}: {}", path, std::strerror(errno));
  }
  return file;
}

absl::StatusOr<GameFile> GameFile::Continue(const std::string& path, int64_t from) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return InvalidArgument("can't write {}: {}", path, std::strerror(errno));
  GameFile file(path, fd);
  ROOKERY_RETURN_IF_ERROR(LockFile(fd, path));
  file.compared_ = std::min(from, file.size());
  return file;
}

GameFile::~GameFile() {
  if (fd_ >= 0) ::close(fd_);
}

GameFile::GameFile(GameFile&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      compared_(other.compared_),
      checksum_(other.checksum_) {}

GameFile& GameFile::operator=(GameFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(compared_, other.compared_);
  std::swap(checksum_, other.checksum_);
  return *this;
}

absl::Status GameFile::BeginChecksum() {
  if (size() == 0) {
    checksum_ = 0;
    return absl::OkStatus();
  }
  ROOKERY_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::Open(path_, "PGN"));
  const std::string_view bytes = file.bytes();
  checksum_ = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  return absl::OkStatus();
}

absl::Status GameFile::HasOther() const {
  return Error(absl::StatusCode::kFailedPrecondition,
               "{} holds other games than this match's behind its first {} bytes: something else "
               "wrote there since. Nothing was changed; move it away, and the match writes all its "
               "games anew",
               path_, compared_);
}

absl::StatusOr<std::string_view> GameFile::Compare(std::string_view text) {
  const int64_t there = compared_ < 0 ? 0 : size() - compared_;
  if (there <= 0) {
    compared_ = -1;
    return text;
  }
  std::string known(std::min(static_cast<size_t>(there), text.size()), '\0');
  size_t read = 0;
  while (read < known.size()) {
    const ssize_t got = ::pread(fd_, known.data() + read, known.size() - read,
                                compared_ + static_cast<int64_t>(read));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      return Error(absl::StatusCode::kUnavailable, "reading {}: {}", path_, std::strerror(errno));
    }
    read += static_cast<size_t>(got);
  }
  if (!text.starts_with(known)) return HasOther();
  compared_ = known.size() < text.size() ? -1 : compared_ + static_cast<int64_t>(known.size());
  return text.substr(known.size());
}

absl::Status GameFile::EndOfPlayed() {
  if (compared_ >= 0 && compared_ < size()) return HasOther();
  compared_ = -1;
  return absl::OkStatus();
}

absl::Status GameFile::Append(std::string_view text) {
  ROOKERY_ASSIGN_OR_RETURN(text, Compare(text));
  if (checksum_) {
    checksum_ = crc32_z(*checksum_, reinterpret_cast<const Bytef*>(text.data()), text.size());
  }
  while (fd_ >= 0 && !text.empty()) {
    const ssize_t written = ::write(fd_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      return Error(absl::StatusCode::kUnavailable, "writing {}: {}", path_, std::strerror(errno));
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

int64_t GameFile::size() const {
  struct stat info{};
  return fd_ >= 0 && ::fstat(fd_, &info) == 0 && S_ISREG(info.st_mode) ? info.st_size : 0;
}

absl::Status LockFile(int fd, const std::string& path) {
  struct stat info{};
  const bool regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  if (!regular || ::flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
    return absl::OkStatus();
  }
  return Error(absl::StatusCode::kFailedPrecondition,
               "another match writes {} at this moment; wait for its end, or name another file",
               path);
}

}  // namespace rookery::cli

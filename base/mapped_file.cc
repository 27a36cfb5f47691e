#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/status.h"

namespace rookery {
namespace {

int64_t ChangedNs(const struct stat& info) {
  return int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
}

}  // namespace

absl::StatusOr<MappedFile> MappedFile::Open(const std::string& path, std::string_view what) {
  // Not blocking: a pipe of that name must not hold us up before it is refused.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return Error(errno == ENOENT ? absl::StatusCode::kNotFound : absl::StatusCode::kUnavailable,
                 "opening the {} {}: {}", what, path, std::strerror(errno));
  }
  struct stat info{};
  const bool regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  MappedFile file;
  file.fd_ = fd;
  file.changed_ns_ = ChangedNs(info);
  bool mapped = true;
  if (regular && info.st_size > 0) {
    const auto size = static_cast<size_t>(info.st_size);
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    mapped = address != MAP_FAILED;
    if (mapped) {
      file.address_ = address;
      file.size_ = size;
    }
  }
  const int error = errno;
  if (!regular) return InvalidArgument("the {} {} is not a regular file", what, path);
  if (!mapped) {
    return Error(absl::StatusCode::kUnavailable, "mapping the {} {}: {}", what, path,
                 std::strerror(error));
  }
  return file;
}

absl::Status MappedFile::CheckUnchanged() const {
  struct stat info{};
  if (fd_ < 0) return absl::OkStatus();
  if (::fstat(fd_, &info) == 0 && static_cast<size_t>(info.st_size) == size_ &&
      ChangedNs(info) == changed_ns_) {
    return absl::OkStatus();
  }
  return Error(absl::StatusCode::kFailedPrecondition, "the file was changed while it was in use");
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      changed_ns_(other.changed_ns_),
      address_(std::exchange(other.address_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(changed_ns_, other.changed_ns_);
  std::swap(address_, other.address_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (address_ != nullptr) ::munmap(address_, size_);
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace rookery

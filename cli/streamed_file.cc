#include "cli/streamed_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/status.h"

namespace rookery::cli {

absl::StatusOr<StreamedFile> StreamedFile::Create(const std::string& path) {
  const std::string temporary = fmt::format("{}.tmp.{}", path, ::getpid());
  const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return InvalidArgument("can't write {}: {}", path, std::strerror(errno));
  return StreamedFile(path, temporary, fd);
}

StreamedFile::StreamedFile(std::string path, std::string temporary, int fd)
    : path_(std::move(path)), temporary_(std::move(temporary)), fd_(fd) {}

StreamedFile::StreamedFile(StreamedFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      fd_(std::exchange(other.fd_, -1)),
      buffer_(std::move(other.buffer_)) {}

StreamedFile::~StreamedFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  ::unlink(temporary_.c_str());
}

absl::Status StreamedFile::Append(std::string_view text) {
  buffer_ += text;
  return buffer_.size() < kBufferBytes ? absl::OkStatus() : Flush();
}

absl::Status StreamedFile::Commit() {
  ROOKERY_RETURN_IF_ERROR(Flush());
  if (::fsync(fd_) != 0) return Fail("syncing");
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return Fail("renaming to");
  ::close(std::exchange(fd_, -1));
  return absl::OkStatus();
}

absl::Status StreamedFile::Flush() {
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ssize_t written = ::write(fd_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Fail("writing");
    left.remove_prefix(static_cast<size_t>(written));
  }
  buffer_.clear();
  return absl::OkStatus();
}

absl::Status StreamedFile::Fail(std::string_view doing) const {
  return Error(absl::StatusCode::kInternal, "{} {}: {}", doing, path_, std::strerror(errno));
}

}  // namespace rookery::cli

#include "cli/streamed_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/status.h"

namespace rookery::cli {

namespace {

constexpr int kMostLinks = 40;  // as the kernel follows them
constexpr mode_t kNewFileMode = 0644;
constexpr mode_t kSecretFileMode = 0600;

// Where the bytes of a path go.
struct Target {
  std::string path;            // links resolved, so that a rename replaces the file, not the link
  bool direct = false;         // written as it is: a device, a pipe, another process's open file
  mode_t mode = kNewFileMode;  // an existing file keeps its own
};

// The kernel's links to open files (/dev/stdout leads to one) name no path that can be replaced.
bool IsOpenFile(const std::string& path) { return path.starts_with("/proc/"); }

Target Resolve(const std::string& path) {
  Target target{.path = path, .direct = IsOpenFile(path)};
  for (int i = 0; i < kMostLinks && !target.direct; ++i) {
    std::error_code none;
    const std::filesystem::path link = std::filesystem::read_symlink(target.path, none);
    if (none) break;
    target.path = (std::filesystem::path(target.path).parent_path() / link).string();
    target.direct = IsOpenFile(target.path);
  }
  return target;
}

absl::StatusOr<Target> FindTarget(const std::string& path) {
  Target target = Resolve(path);
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) {
    if (errno == ENOENT) return target;
    return InvalidArgument("can't write {}: {}", path, std::strerror(errno));
  }
  if (S_ISDIR(info.st_mode)) return InvalidArgument("{} is a folder; name a file", path);
  if (!S_ISREG(info.st_mode)) target.direct = true;
  target.mode = info.st_mode & 07777;
  return target;
}

}  // namespace

absl::StatusOr<StreamedFile> StreamedFile::Create(const std::string& path, Readers readers) {
  ROOKERY_ASSIGN_OR_RETURN(Target target, FindTarget(path));
  const mode_t mode = readers == Readers::kOwner ? kSecretFileMode : kNewFileMode;
  if (readers == Readers::kOwner) target.mode = mode;
  if (target.direct) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0) return InvalidArgument("can't write {}: {}", path, std::strerror(errno));
    return StreamedFile(path, "", fd);
  }
  const std::string temporary = fmt::format("{}.tmp.{}", target.path, ::getpid());
  ::unlink(temporary.c_str());  // one that an earlier process left has another mode, maybe
  const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (fd < 0) return InvalidArgument("can't write {}: {}", path, std::strerror(errno));
  StreamedFile file(target.path, temporary, fd);
  if (target.mode != mode && ::fchmod(fd, target.mode) != 0) return file.Fail("making");
  return file;
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
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

absl::Status StreamedFile::Append(std::string_view text) {
  buffer_ += text;
  return buffer_.size() < kBufferBytes ? absl::OkStatus() : Flush();
}

absl::Status StreamedFile::Commit() {
  ROOKERY_RETURN_IF_ERROR(Flush());
  if (temporary_.empty()) {  // devices and pipes can't be synced
    return ::close(std::exchange(fd_, -1)) == 0 ? absl::OkStatus() : Fail("closing");
  }
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

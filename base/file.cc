#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/functional/function_ref.h"
#include "base/sha256.h"
#include "base/status.h"

namespace rookery {
namespace {

absl::StatusCode CodeOf(int error) {
  switch (error) {
    case ENOENT:
      return absl::StatusCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StatusCode::kPermissionDenied;
    case ENOSPC:
    case EDQUOT:
      return absl::StatusCode::kResourceExhausted;
    default:
      return absl::StatusCode::kUnavailable;
  }
}

absl::Status SystemError(int error, std::string_view doing, const std::string& path) {
  return Error(CodeOf(error), "{} {}: {}", doing, path, std::strerror(error));
}

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

absl::Status WriteAll(int fd, std::string_view content, const std::string& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return SystemError(errno, "writing", path);
    content.remove_prefix(static_cast<size_t>(written));
  }
  if (::fsync(fd) != 0) return SystemError(errno, "syncing", path);
  return absl::OkStatus();
}

// Until the file ends or `take` refuses.
absl::Status ForEachPiece(const std::string& path,
                          absl::FunctionRef<absl::Status(std::string_view)> take) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return SystemError(errno, "opening", path);
  struct stat info{};
  if (::fstat(file.get(), &info) != 0) return SystemError(errno, "reading", path);
  if (S_ISDIR(info.st_mode)) return InvalidArgument("{} is a folder; name a file", path);
  char buffer[65536];
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError(errno, "reading", path);
    if (count == 0) return absl::OkStatus();
    ROOKERY_RETURN_IF_ERROR(take({buffer, static_cast<size_t>(count)}));
  }
}

absl::Status Replace(const std::string& path, std::string_view content, mode_t mode) {
  // Of its own, since two threads may replace one path, too: the last one stands.
  static std::atomic<uint64_t> count = 0;
  const std::string temporary = fmt::format("{}.tmp.{}.{}", path, ::getpid(), ++count);
  ::unlink(temporary.c_str());  // one that an earlier process left has another mode, maybe
  {
    const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file.get() < 0) return SystemError(errno, "creating", temporary);
    if (absl::Status status = WriteAll(file.get(), content, temporary); !status.ok()) {
      ::unlink(temporary.c_str());
      return status;
    }
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    return SystemError(error, "replacing", path);
  }
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const Descriptor parent(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() < 0 || ::fsync(parent.get()) != 0) {
    return SystemError(errno, "syncing the folder of", path);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path, int64_t most) {
  std::string content;
  ROOKERY_RETURN_IF_ERROR(ForEachPiece(path, [&](std::string_view piece) {
    content.append(piece);
    if (static_cast<int64_t>(content.size()) <= most) return absl::OkStatus();
    return Error(absl::StatusCode::kResourceExhausted, "{} is larger than {} bytes", path, most);
  }));
  return content;
}

absl::StatusOr<FileIdentity> IdentityOfFile(const std::string& path) {
  FileIdentity identity;
  Sha256Builder builder;
  ROOKERY_RETURN_IF_ERROR(ForEachPiece(path, [&](std::string_view piece) {
    builder.Add(piece);
    identity.size += static_cast<int64_t>(piece.size());
    return absl::OkStatus();
  }));
  identity.sha256 = ToHex(builder.Finish());
  return identity;
}

absl::Status WriteFileAtomically(const std::string& path, std::string_view content) {
  return Replace(path, content, 0644);
}

absl::Status WriteSecretFile(const std::string& path, std::string_view content) {
  return Replace(path, content, 0600);
}

absl::Status MakeFolders(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return SystemError(error.value(), "making the folder", path);
  return absl::OkStatus();
}

}  // namespace rookery

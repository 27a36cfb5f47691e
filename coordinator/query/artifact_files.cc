#include "coordinator/query/artifact_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/check.h"
#include "base/engine_manifest.h"
#include "base/file.h"
#include "base/status.h"
#include "engine/openings/lint.h"
#include "engine/params/weights.h"

namespace rookery::coordinator {
namespace {

constexpr char kIncoming[] = "/incoming";

absl::Status DiskError(std::string_view doing, const std::string& path) {
  const int error = errno;
  const absl::StatusCode code = error == ENOSPC || error == EDQUOT
                                    ? absl::StatusCode::kResourceExhausted
                                    : absl::StatusCode::kUnavailable;
  return Error(code, "{} {}: {}", doing, path, std::strerror(error));
}

// Makes a rename in the folder survive a crash.
absl::Status SyncFolder(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return DiskError("opening", folder);
  const bool synced = ::fsync(fd) == 0;
  absl::Status status = synced ? absl::OkStatus() : DiskError("syncing", folder);
  ::close(fd);
  return status;
}

}  // namespace

absl::StatusOr<std::unique_ptr<ArtifactFiles>> ArtifactFiles::Open(const std::string& folder) {
  std::error_code ignored;
  std::filesystem::remove_all(folder + kIncoming, ignored);
  ROOKERY_RETURN_IF_ERROR(MakeFolders(folder + kIncoming));
  return std::unique_ptr<ArtifactFiles>(new ArtifactFiles(folder));
}

absl::StatusOr<std::unique_ptr<ArtifactFiles::Incoming>> ArtifactFiles::Begin(
    const UploadClaim& claim) {
  std::string path;
  {
    MutexLock lock(&mutex_);
    path = fmt::format("{}{}/{}", folder_, kIncoming, ++uploads_);
  }
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0) return DiskError("making", path);
  return std::unique_ptr<Incoming>(new Incoming(this, claim, path, fd));
}

bool ArtifactFiles::Has(std::string_view sha256) const {
  return ::access(PathOf(sha256).c_str(), R_OK) == 0;
}

std::string ArtifactFiles::PathOf(std::string_view sha256) const {
  ROOKERY_CHECK(IsSha256Hex(sha256));  // nothing else may become part of a path
  return fmt::format("{}/{}", folder_, sha256);
}

absl::StatusOr<std::string> ArtifactFiles::Read(std::string_view sha256, int64_t offset,
                                                size_t most) const {
  const std::string path = PathOf(sha256);
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) {
    return Error(absl::StatusCode::kNotFound, "artifact {} is not here; upload it first", sha256);
  }
  if (fd < 0) return DiskError("opening", path);
  std::string piece(most, '\0');
  size_t have = 0;
  ssize_t count = 1;
  while (have < most && count > 0) {
    count = ::pread(fd, piece.data() + have, most - have, offset + static_cast<int64_t>(have));
    if (count > 0) have += static_cast<size_t>(count);
    if (count < 0 && errno == EINTR) count = 1;
  }
  absl::Status status = count < 0 ? DiskError("reading", path) : absl::OkStatus();
  ::close(fd);
  if (!status.ok()) return status;
  piece.resize(have);
  return piece;
}

absl::StatusOr<std::shared_ptr<const openings::Book>> ArtifactFiles::OpenBook(
    const std::string& sha256) {
  {
    MutexLock lock(&mutex_);
    for (const auto& [name, book] : books_) {
      if (name == sha256) return book;
    }
  }
  ROOKERY_ASSIGN_OR_RETURN(std::shared_ptr<const openings::Book> book,
                           openings::Book::Open(PathOf(sha256)));
  MutexLock lock(&mutex_);
  books_.emplace_front(sha256, book);
  if (books_.size() > kOpenBooks) books_.pop_back();
  return book;
}

ArtifactFiles::Incoming::Incoming(ArtifactFiles* files, UploadClaim claim, std::string path, int fd)
    : files_(files), claim_(std::move(claim)), path_(std::move(path)), fd_(fd) {}

ArtifactFiles::Incoming::~Incoming() {
  if (fd_ >= 0) ::close(fd_);
  ::unlink(path_.c_str());
}

absl::Status ArtifactFiles::Incoming::Add(std::string_view bytes) {
  size_ += static_cast<int64_t>(bytes.size());
  if (size_ > claim_.size) {
    return InvalidArgument("data: {} bytes came, {} were announced", size_, claim_.size);
  }
  hash_.Add(bytes);
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return DiskError("writing", path_);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

absl::StatusOr<ArtifactInfo> ArtifactFiles::Incoming::Finish() {
  if (size_ != claim_.size) {
    return InvalidArgument("data: {} bytes came, {} were announced", size_, claim_.size);
  }
  const std::string sha256 = ToHex(hash_.Finish());
  if (sha256 != claim_.sha256) {
    return InvalidArgument("data: what came hashes to {}, announced was {}", sha256, claim_.sha256);
  }
  switch (claim_.kind) {
    case ArtifactKind::kWeights:
      return FinishWeights();
    case ArtifactKind::kBook:
      return FinishBook();
    case ArtifactKind::kEngine:
      ROOKERY_RETURN_IF_ERROR(CheckEngine());
      return MoveIn(0);
    case ArtifactKind::kEngineFile:
      return MoveIn(0);
  }
  return InvalidArgument("metadata.kind: {} is unknown", static_cast<int>(claim_.kind));
}

// A manifest names files that must be here: a worker that can't fetch them couldn't play.
absl::Status ArtifactFiles::Incoming::CheckEngine() const {
  ROOKERY_ASSIGN_OR_RETURN(const std::string text, ReadFile(path_, kMaxManifestBytes));
  ROOKERY_ASSIGN_OR_RETURN(const EngineManifest manifest, ParseManifest(text));
  std::vector<std::string> files = {manifest.program_sha256};
  for (const ManifestFile& file : manifest.files) files.push_back(file.sha256);
  for (const std::string& file : files) {
    if (files_->Has(file)) continue;
    return InvalidArgument("data: the engine's file {} isn't here; upload it first", file);
  }
  return absl::OkStatus();
}

absl::StatusOr<ArtifactInfo> ArtifactFiles::Incoming::FinishWeights() {
  ROOKERY_ASSIGN_OR_RETURN(const std::string text, ReadFile(path_, claim_.size));
  ROOKERY_ASSIGN_OR_RETURN(const params::Weights weights, params::ParseWeights(text, "weights"));
  const std::string canonical = params::CanonicalText(weights);
  ArtifactInfo info;
  info.sha256 = params::Identity(weights);
  info.size = static_cast<int64_t>(canonical.size());
  info.kind = ArtifactKind::kWeights;
  ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(files_->PathOf(info.sha256), canonical));
  return info;
}

absl::StatusOr<ArtifactInfo> ArtifactFiles::Incoming::FinishBook() {
  ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const openings::Book> book,
                           openings::Book::Open(path_, {.name = "book"}));
  ROOKERY_RETURN_IF_ERROR(openings::CheckBook(*book));
  return MoveIn(book->size());
}

absl::StatusOr<ArtifactInfo> ArtifactFiles::Incoming::MoveIn(uint64_t lines) {
  if (::fsync(fd_) != 0) return DiskError("syncing", path_);
  const std::string target = files_->PathOf(claim_.sha256);
  if (::rename(path_.c_str(), target.c_str()) != 0) return DiskError("moving in", target);
  ROOKERY_RETURN_IF_ERROR(SyncFolder(files_->folder_));
  ArtifactInfo info;
  info.sha256 = claim_.sha256;
  info.size = claim_.size;
  info.kind = claim_.kind;
  info.lines = lines;
  return info;
}

}  // namespace rookery::coordinator

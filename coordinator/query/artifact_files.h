// The folder of artifacts: each file is named by the SHA-256 of its content, so it never changes.
// Uploads grow beside it and are moved in when their content has been checked and synced.
// Any thread; an Incoming is used by one at a time.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/mutex.h"
#include "base/sha256.h"
#include "coordinator/core/types.h"
#include "engine/openings/book.h"

namespace rookery::coordinator {

// What an uploader says about what it is going to send.
struct UploadClaim {
  std::string sha256;
  int64_t size = 0;
  ArtifactKind kind = ArtifactKind::kWeights;
};

class ArtifactFiles {
 public:
  // Makes the folder, and empties the one of unfinished uploads within it.
  static absl::StatusOr<std::unique_ptr<ArtifactFiles>> Open(const std::string& folder);

  // An upload. Destroying it unfinished removes what came.
  class Incoming {
   public:
    ~Incoming();
    Incoming(const Incoming&) = delete;
    Incoming& operator=(const Incoming&) = delete;

    // InvalidArgument beyond the size that was claimed.
    absl::Status Add(std::string_view bytes);
    // Checks size, hash and content. Weights are stored in canonical form, so their identity may
    // differ from that of the file that was sent. InvalidArgument says what is wrong with it.
    absl::StatusOr<ArtifactInfo> Finish();

   private:
    friend class ArtifactFiles;
    Incoming(ArtifactFiles* files, UploadClaim claim, std::string path, int fd);
    absl::StatusOr<ArtifactInfo> FinishWeights();
    absl::StatusOr<ArtifactInfo> FinishBook();
    absl::Status CheckEngine() const;
    absl::StatusOr<ArtifactInfo> MoveIn(uint64_t lines);

    ArtifactFiles* files_;
    const UploadClaim claim_;
    const std::string path_;
    int fd_;
    int64_t size_ = 0;
    Sha256Builder hash_;
  };
  // The files must outlive what Begin returns.
  absl::StatusOr<std::unique_ptr<Incoming>> Begin(const UploadClaim& claim);

  bool Has(std::string_view sha256) const;
  std::string PathOf(std::string_view sha256) const;
  // A piece of the file, shorter than `most` only at its end, empty beyond it. NotFound.
  absl::StatusOr<std::string> Read(std::string_view sha256, int64_t offset, size_t most) const;
  // The book, mapped; the last few stay open.
  absl::StatusOr<std::shared_ptr<const openings::Book>> OpenBook(const std::string& sha256);

 private:
  explicit ArtifactFiles(std::string folder) : folder_(std::move(folder)) {}

  static constexpr size_t kOpenBooks = 4;

  const std::string folder_;
  Mutex mutex_;
  uint64_t uploads_ ABSL_GUARDED_BY(mutex_) = 0;
  std::list<std::pair<std::string, std::shared_ptr<const openings::Book>>> books_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::coordinator

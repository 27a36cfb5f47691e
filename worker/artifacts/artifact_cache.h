// Artifacts on this machine, a file each, named by the SHA-256 of its content: what is used is what
// was uploaded. A file is verified when it arrives and again when a new process first uses it; one
// that differs is deleted and fetched anew. The least recently used go when the bound is passed.
// Any thread; two threads that want one artifact download it once.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "base/mutex.h"

namespace rookery::worker {

class ArtifactCache {
 public:
  // The content of an artifact; blocks, with a deadline of its own.
  using Download = std::function<absl::StatusOr<std::string>(const std::string& sha256)>;

  // Makes the folder where it is missing.
  static absl::StatusOr<std::unique_ptr<ArtifactCache>> Open(std::string folder, int64_t max_bytes,
                                                             Download download);

  // Path of a verified copy. The file may be evicted by later calls once the bound is passed:
  // open it at once.
  absl::StatusOr<std::string> PathOf(const std::string& sha256);

 private:
  struct Entry {
    int64_t size = 0;
    uint64_t used = 0;      // counter of the last use
    bool verified = false;  // by this process
  };

  ArtifactCache(std::string folder, int64_t max_bytes, Download download)
      : folder_(std::move(folder)), max_bytes_(max_bytes), download_(std::move(download)) {}

  absl::Status Scan();
  absl::StatusOr<int64_t> VerifyOrFetch(const std::string& sha256, bool present);
  std::string PathFor(const std::string& sha256) const { return folder_ + "/" + sha256; }
  void Evict(const std::string& kept) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::string folder_;
  const int64_t max_bytes_;
  const Download download_;
  Mutex mutex_;
  std::condition_variable changed_;
  uint64_t clock_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::string, Entry> entries_ ABSL_GUARDED_BY(mutex_);
  std::set<std::string> busy_ ABSL_GUARDED_BY(mutex_);  // being verified or fetched by a thread
};

}  // namespace rookery::worker

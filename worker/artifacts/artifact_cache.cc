#include "worker/artifacts/artifact_cache.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/sha256.h"
#include "base/status.h"

namespace rookery::worker {
absl::StatusOr<std::unique_ptr<ArtifactCache>> ArtifactCache::Open(std::string folder,
                                                                   int64_t max_bytes,
                                                                   Download download) {
  ROOKERY_RETURN_IF_ERROR(MakeFolders(folder));
  std::unique_ptr<ArtifactCache> cache(
      new ArtifactCache(std::move(folder), max_bytes, std::move(download)));
  ROOKERY_RETURN_IF_ERROR(cache->Scan());
  return cache;
}

absl::Status ArtifactCache::Scan() {
  namespace fs = std::filesystem;
  std::vector<std::pair<fs::file_time_type, std::string>> found;
  std::error_code error;
  MutexLock lock(&mutex_);
  for (const auto& file : fs::directory_iterator(folder_, error)) {
    const std::string name = file.path().filename().string();
    std::error_code ignored;  // of a file that vanishes meanwhile
    if (!IsSha256Hex(name)) {
      // A download that a crash cut off.
      if (name.find(".tmp.") != std::string::npos) fs::remove(file.path(), ignored);
      continue;
    }
    found.emplace_back(file.last_write_time(ignored), name);
    entries_[name].size = static_cast<int64_t>(file.file_size(ignored));
  }
  if (error) {
    return Error(absl::StatusCode::kUnavailable, "reading {}: {}", folder_, error.message());
  }
  std::sort(found.begin(), found.end());
  for (const auto& [time, name] : found) entries_[name].used = ++clock_;
  return absl::OkStatus();
}

absl::StatusOr<std::string> ArtifactCache::PathOf(const std::string& sha256) {
  if (!IsSha256Hex(sha256)) return InvalidArgument("'{}' is not a SHA-256", sha256);
  bool present = false;
  {
    MutexLock lock(&mutex_);
    lock.Wait(changed_, [&]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return !busy_.contains(sha256); });
    const auto entry = entries_.find(sha256);
    present = entry != entries_.end();
    if (present && entry->second.verified) {
      entry->second.used = ++clock_;
      return PathFor(sha256);
    }
    busy_.insert(sha256);
  }
  const absl::StatusOr<int64_t> size = VerifyOrFetch(sha256, present);
  MutexLock lock(&mutex_);
  busy_.erase(sha256);
  changed_.notify_all();
  if (!size.ok()) {
    entries_.erase(sha256);
    return size.status();
  }
  entries_[sha256] = {*size, ++clock_, true};
  Evict(sha256);
  return PathFor(sha256);
}

absl::StatusOr<int64_t> ArtifactCache::VerifyOrFetch(const std::string& sha256, bool present) {
  const std::string path = PathFor(sha256);
  if (present) {
    const absl::StatusOr<FileIdentity> identity = IdentityOfFile(path);
    if (identity.ok() && identity->sha256 == sha256) return identity->size;
  }
  if (present) std::remove(path.c_str());
  ROOKERY_ASSIGN_OR_RETURN(const std::string content, download_(sha256));
  if (Sha256Hex(content) != sha256) {
    return Error(absl::StatusCode::kDataLoss, "the artifact {} arrived with other content", sha256);
  }
  ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(path, content));
  return static_cast<int64_t>(content.size());
}

void ArtifactCache::Evict(const std::string& kept) {
  int64_t total = 0;
  for (const auto& [name, entry] : entries_) total += entry.size;
  while (total > max_bytes_) {
    auto oldest = entries_.end();
    for (auto it = entries_.begin(); it != entries_.end(); ++it) {
      if (it->first == kept || busy_.contains(it->first)) continue;
      if (oldest == entries_.end() || it->second.used < oldest->second.used) oldest = it;
    }
    if (oldest == entries_.end()) return;
    total -= oldest->second.size;
    std::remove(PathFor(oldest->first).c_str());
    entries_.erase(oldest);
  }
}

}  // namespace rookery::worker

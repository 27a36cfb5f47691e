// A file that games are appended to while a match is being played. Written through at once, and a
// failed write is an error: a match whose games are lost must not go on. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace rookery::cli {

class GameFile {
 public:
  // Opens the file and cuts it to `keep` bytes (a device or pipe isn't cut); -1 keeps all.
  // InvalidArgument names a path that can't be written; FailedPrecondition while another process
  // has it open so, and nothing is cut then.
  static absl::StatusOr<GameFile> Open(const std::string& path, int64_t keep);
  // A file that takes everything and keeps nothing.
  GameFile() = default;
  ~GameFile();
  GameFile(GameFile&& other) noexcept;
  GameFile& operator=(GameFile&& other) noexcept;

  absl::Status Append(std::string_view text);
  // The CRC-32 of all that is in it, kept from then on.
  absl::Status BeginChecksum();
  uint32_t checksum() const { return checksum_.value_or(0); }
  // Bytes in it now; 0 of what is no regular file.
  int64_t size() const;

 private:
  GameFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::string path_;
  int fd_ = -1;
  std::optional<uint32_t> checksum_;
};

// Holds a file for this process until the descriptor is closed, so that two matches never write
// one. FailedPrecondition while another holds it; what can't be locked (a device) passes.
absl::Status LockFile(int fd, const std::string& path);

}  // namespace rookery::cli

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
  // Opens the file of a match that goes on, whose games began at byte `from` (at the end, if the
  // file is shorter by now). What is appended is compared with what stands there and written from
  // where that ends; FailedPrecondition if it is something else, and nothing is changed then.
  static absl::StatusOr<GameFile> Continue(const std::string& path, int64_t from);
  // A file that takes everything and keeps nothing.
  GameFile() = default;
  ~GameFile();
  GameFile(GameFile&& other) noexcept;
  GameFile& operator=(GameFile&& other) noexcept;

  absl::Status Append(std::string_view text);
  // All was appended that a match to be continued had played: FailedPrecondition if more stands
  // there.
  absl::Status EndOfPlayed();
  // The CRC-32 of all that is in it, kept from then on.
  absl::Status BeginChecksum();
  uint32_t checksum() const { return checksum_.value_or(0); }
  // Bytes in it now; 0 of what is no regular file.
  int64_t size() const;

 private:
  GameFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  // What of the text stands in the file already; the rest is to be written.
  absl::StatusOr<std::string_view> Compare(std::string_view text);
  absl::Status HasOther() const;

  std::string path_;
  int fd_ = -1;
  int64_t compared_ = -1;  // bytes of the file that are known to be ours; -1: all
  std::optional<uint32_t> checksum_;
};

// Holds a file for this process until the descriptor is closed, so that two matches never write
// one. FailedPrecondition while another holds it; what can't be locked (a device) passes.
absl::Status LockFile(int fd, const std::string& path);

}  // namespace rookery::cli

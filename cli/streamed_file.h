// A file that is written in pieces and appears whole or not at all: pieces go to a temporary beside
// it, Commit syncs and renames it. One thread.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery::cli {

class StreamedFile {
 public:
  static absl::StatusOr<StreamedFile> Create(const std::string& path);
  ~StreamedFile();  // removes what wasn't committed
  StreamedFile(StreamedFile&& other) noexcept;
  StreamedFile& operator=(StreamedFile&&) = delete;

  absl::Status Append(std::string_view text);
  // Once; the file is there afterwards.
  absl::Status Commit();

 private:
  StreamedFile(std::string path, std::string temporary, int fd);
  absl::Status Flush();
  absl::Status Fail(std::string_view doing) const;

  static constexpr size_t kBufferBytes = 1 << 18;

  std::string path_;
  std::string temporary_;
  int fd_;
  std::string buffer_;
};

}  // namespace rookery::cli

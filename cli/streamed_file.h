// A file that is written in pieces and appears whole or not at all: pieces go to a temporary beside
// it, Commit syncs and renames it. A link stays and its target is replaced. What is no regular file
// (a device, a pipe, /dev/stdout) is written piece by piece and never replaced. One thread.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery::cli {

class StreamedFile {
 public:
  // For whom: kAll as the umask has it, an existing file keeps its mode; kOwner: nobody but the
  // owner may ever read it.
  enum class Readers { kAll, kOwner };
  // InvalidArgument names a path that can't be written. Waits for a reader if it is a named pipe.
  static absl::StatusOr<StreamedFile> Create(const std::string& path,
                                             Readers readers = Readers::kAll);
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
  std::string temporary_;  // empty: written without one
  int fd_;
  std::string buffer_;
};

}  // namespace rookery::cli

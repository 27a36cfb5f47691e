// A file's bytes, mapped for reading: opening costs the same however large it is, and what is never
// looked at is never read. Move-only; const access from any thread. The file must not be changed
// while it is mapped: CheckUnchanged says whether it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace rookery {

class MappedFile {
 public:
  // NotFound; InvalidArgument for what is no regular file. `what` names its kind in messages.
  static absl::StatusOr<MappedFile> Open(const std::string& path, std::string_view what = "file");

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // A file that was cut while it is mapped ends whoever reads beyond its end by a signal, so ask
  // CheckUnchanged before each reading that may come long after the opening.
  std::string_view bytes() const { return {static_cast<const char*>(address_), size_}; }

  // FailedPrecondition once the file has another size or time of change than when it was opened.
  absl::Status CheckUnchanged() const;

 private:
  int fd_ = -1;
  int64_t changed_ns_ = 0;  // when it was last written to
  void* address_ = nullptr;
  size_t size_ = 0;
};

}  // namespace rookery

// A file's bytes, mapped for reading: opening costs the same however large it is, and what is never
// looked at is never read. Move-only; const access from any thread. The file must not be changed
// while it is mapped.
#pragma once

#include <cstddef>
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

  std::string_view bytes() const { return {static_cast<const char*>(address_), size_}; }

 private:
  void* address_ = nullptr;
  size_t size_ = 0;
};

}  // namespace rookery

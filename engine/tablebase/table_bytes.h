// Reads a Syzygy table's numbers (little-endian) one after the other. Reading past the end gives
// zeros and is remembered, so whoever reads asks once, at the end, whether all of it was there.
// Doesn't own the bytes. One thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rookery::tablebase {

class TableBytes {
 public:
  explicit TableBytes(std::string_view bytes) : bytes_(bytes) {}

  uint32_t Take(size_t count) {
    uint32_t number = 0;
    for (size_t i = 0; i < count; ++i) {
      const size_t at = at_ + i;
      const uint8_t byte = at < bytes_.size() ? static_cast<uint8_t>(bytes_[at]) : uint8_t{0};
      number |= uint32_t{byte} << (8 * i);
    }
    Skip(count);
    return number;
  }
  void Skip(uint64_t count) {
    if (count > bytes_.size() - std::min(bytes_.size(), at_)) ended_ = true;
    at_ = ended_ ? bytes_.size() : at_ + count;
  }
  void AlignTo(size_t unit) { Skip((unit - at_ % unit) % unit); }

  size_t at() const { return at_; }
  bool ended() const { return ended_; }  // more was asked for than there is

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace rookery::tablebase

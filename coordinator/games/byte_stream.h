// Numbers and bytes one after the other: LEB128, signed ones zigzag.
// Plain values; one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rookery::coordinator {

class ByteWriter {
 public:
  void Number(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  void Signed(int64_t value) {
    Number((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
  }
  void Byte(int value) { bytes_ += static_cast<char>(value); }
  void Bytes(std::string_view bytes) {
    Number(bytes.size());
    bytes_.append(bytes);
  }
  const std::string& str() const { return bytes_; }

 private:
  std::string bytes_;
};

// After the first fault everything read is zero or empty, and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

  uint64_t Number() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    ok_ = false;
    return 0;
  }
  int64_t Signed() {
    const uint64_t value = Number();
    return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
  }
  std::string_view Take(uint64_t size) {
    if (size > rest_.size()) ok_ = false;
    if (!ok_) return {};
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::string_view Bytes() { return Take(Number()); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace rookery::coordinator

// The bytes of a stream, counted, so that a fault can be told by its place. One thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <span>

namespace rookery::fit {

class ByteSource {
 public:
  explicit ByteSource(std::istream& input) : input_(*input.rdbuf()) {}

  // How many have been taken: the place of the next, counted from 0.
  uint64_t offset() const { return offset_; }
  bool AtEnd() { return std::streambuf::traits_type::eq_int_type(input_.sgetc(), kEnd); }

  // How many there were, at most as many as fit.
  size_t Take(std::span<uint8_t> bytes) {
    const auto taken = static_cast<size_t>(input_.sgetn(
        reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())));
    offset_ += taken;
    return taken;
  }
  bool TakeAll(std::span<uint8_t> bytes) { return Take(bytes) == bytes.size(); }

  // At most so many.
  void Skip(uint64_t count) {
    std::array<uint8_t, 4096> lost;
    while (count > 0) {
      const size_t most = std::min<uint64_t>(count, lost.size());
      const size_t taken = Take(std::span(lost).first(most));
      if (taken < most) return;
      count -= taken;
    }
  }

 private:
  static constexpr auto kEnd = std::streambuf::traits_type::eof();

  std::streambuf& input_;
  uint64_t offset_ = 0;
};

}  // namespace rookery::fit

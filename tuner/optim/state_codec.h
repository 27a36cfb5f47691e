// An optimiser's state as bytes, exact to the last bit: little-endian words. The reader refuses
// what is short or long; it never reads beyond. One thread.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "base/status.h"

namespace rookery::optim {

class StateWriter {
 public:
  void Word(uint64_t value) {
    for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i)));
  }
  void Number(double value) { Word(std::bit_cast<uint64_t>(value)); }
  template <typename Container>
  void Numbers(const Container& values) {
    Word(static_cast<uint64_t>(values.size()));
    for (const double value : values) Number(value);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}

  uint64_t Word() {
    if (bytes_.size() < 8) {
      broken_ = true;
      return 0;
    }
    uint64_t value = 0;
    for (int i = 0; i < 8; ++i) {
      value |= static_cast<uint64_t>(static_cast<unsigned char>(bytes_[static_cast<size_t>(i)]))
               << (8 * i);
    }
    bytes_.remove_prefix(8);
    return value;
  }
  double Number() { return std::bit_cast<double>(Word()); }
  // Into a container of the size that is expected.
  template <typename Container>
  void Numbers(Container& values) {
    if (Word() != static_cast<uint64_t>(values.size())) broken_ = true;
    for (double& value : values) value = Number();
  }
  // Whether something is left: states of earlier versions end sooner.
  bool more() const { return !bytes_.empty(); }
  // DataLoss unless all was read and nothing was missing.
  absl::Status Finish() const {
    if (!broken_ && bytes_.empty()) return absl::OkStatus();
    return Error(absl::StatusCode::kDataLoss, "the tuner's stored state is damaged");
  }

 private:
  std::string_view bytes_;
  bool broken_ = false;
};

}  // namespace rookery::optim

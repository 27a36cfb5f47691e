// Cuts bytes into lines with bounded memory. Lines end with LF; a CR before it is dropped.
// Pure; one thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::worker {

class LineBuffer {
 public:
  // A line is cut after `max_line` bytes; beyond `max_total` waiting bytes whole input is dropped
  // until some lines were taken (count in dropped_bytes).
  LineBuffer(size_t max_line, size_t max_total) : max_line_(max_line), max_total_(max_total) {}

  void Add(std::string_view bytes);
  // The next whole line; valid until the next Add or Clear.
  std::optional<std::string_view> Take();
  // What came after the last line break, at the end of the input.
  std::optional<std::string_view> TakeRest();
  void Clear();
  size_t dropped_bytes() const { return dropped_; }

 private:
  void Append(std::string_view piece);

  const size_t max_line_;
  const size_t max_total_;
  std::string bytes_;
  size_t taken_ = 0;    // bytes at the front that were given out
  size_t scanned_ = 0;  // no line break between taken_ and here
  size_t line_ = 0;     // bytes of the unfinished last line that were kept
  size_t dropped_ = 0;
};

}  // namespace rookery::worker

// An uploaded opening book as the coordinator reads it: to check an upload and to write a game's
// opening into its PGN. Memory-mapped; base/pairing/book_lines.h says which lines are openings.
// Const access from any thread. Content-addressed files never change while they are mapped.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/pairing/book_lines.h"
#include "engine/chess/position.h"

namespace rookery::coordinator {

class Book {
 public:
  static absl::StatusOr<std::shared_ptr<const Book>> Open(const std::string& path);
  ~Book();
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  uint64_t size() const { return lines_.size(); }
  // Opening 0 to size() - 1. InvalidArgument, "line N: ...", if it isn't a position.
  absl::StatusOr<chess::Position> At(uint64_t index) const;
  // InvalidArgument that names the first broken lines and those whose position an earlier line
  // has; also if there is no opening at all.
  absl::Status Check() const;

 private:
  Book() = default;

  void* mapping_ = nullptr;
  size_t size_ = 0;
  std::string_view text_;
  std::vector<BookLine> lines_;
};

}  // namespace rookery::coordinator

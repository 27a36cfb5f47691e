// An opening book: an EPD or FEN file, memory-mapped and indexed by line, so that a million
// openings cost an open() and one pass over the bytes. A line is read when it is asked for.
//
// A line is a FEN of four or six fields, or EPD: four fields and operations, of which hmvc and
// fmvn are used and the rest skipped (quoted text may hold anything). See base/pairing/book_lines.h
// for which lines are openings. Openings in which the game is over already are errors.
// Const access from any thread. The file must not be changed while it is open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/pairing/book_lines.h"
#include "engine/chess/position.h"

namespace rookery::worker {

// One line of a book; the error doesn't name the file.
absl::StatusOr<chess::Position> ParseOpening(std::string_view line);

class OpeningBook {
 public:
  // InvalidArgument for a file without a single opening.
  static absl::StatusOr<std::unique_ptr<OpeningBook>> Open(const std::string& path);
  // The standard starting position alone, or any text; for matches without a book and tests.
  static absl::StatusOr<std::unique_ptr<OpeningBook>> FromText(std::string text, std::string name);
  ~OpeningBook();
  OpeningBook(const OpeningBook&) = delete;
  OpeningBook& operator=(const OpeningBook&) = delete;

  uint64_t size() const { return lines_.size(); }
  const std::string& name() const { return name_; }
  // Opening 0 to size() - 1; errors read "file:line: what is wrong".
  absl::StatusOr<chess::Position> At(uint64_t index) const;

 private:
  OpeningBook() = default;

  std::string name_;
  std::string owned_text_;
  void* mapping_ = nullptr;
  size_t mapping_size_ = 0;
  std::string_view text_;
  std::vector<BookLine> lines_;
};

}  // namespace rookery::worker

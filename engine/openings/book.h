// An opening book of any kind (EPD or FEN, PGN, Polyglot; told by its content): memory-mapped and
// indexed, so that a million openings cost an open() and one pass over the bytes. An opening is
// read when it is asked for. The one reader for worker, coordinator and command line, which
// therefore agree about what opening number n is.
//
// EPD: see epd_lines.h; of the operations hmvc and fmvn are used. PGN: an opening is a game's
// moves. Polyglot: see polyglot_tree.h. The
// last two can be cut after a number of plies. Const access from any thread. If the file is changed
// while it is open, readings are errors.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/mapped_file.h"
#include "engine/chess/pgn_lexer.h"
#include "engine/chess/position.h"
#include "engine/chess/rule_profile.h"
#include "engine/openings/book_format.h"
#include "engine/openings/epd_lines.h"
#include "engine/openings/opening.h"
#include "engine/openings/polyglot_tree.h"

namespace rookery::openings {

struct BookOptions {
  int plies = 0;     // of PGN and Polyglot, at most; 0: all there are
  std::string name;  // in messages; empty: the path
};
inline constexpr int kMostPlies = 1000;

class Book {
 public:
  // InvalidArgument for a file without a single opening, and for what is no book.
  static absl::StatusOr<std::unique_ptr<Book>> Open(const std::string& path,
                                                    const BookOptions& options = {});
  // The same of a content that is there already.
  static absl::StatusOr<std::unique_ptr<Book>> FromText(std::string text,
                                                        const BookOptions& options);
  static absl::StatusOr<std::unique_ptr<Book>> FromText(std::string text, std::string name) {
    return FromText(std::move(text), BookOptions{.plies = 0, .name = std::move(name)});
  }
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  uint64_t size() const;
  const std::string& name() const { return name_; }
  BookFormat format() const { return format_; }
  std::string_view bytes() const { return text_; }
  // Entries of a Polyglot book that can't be played; else 0.
  uint64_t illegal_entries() const { return tree_ ? tree_->illegal() : 0; }

  // Opening 0 to size() - 1 as a game by these rules begins from it: without the last moves of a
  // line that would end the game. Errors read "file:line: what is wrong", of PGN
  // "file:line:column: ..."; InvalidArgument too if the game is over at the line's start.
  absl::StatusOr<Opening> At(uint64_t index, const chess::RuleProfile& rules = {}) const;
  // The same as it is written, even if the game is over there.
  absl::StatusOr<Opening> Read(uint64_t index) const;
  // InvalidArgument if the game is over where the opening ends, by these rules.
  absl::Status CheckGoesOn(uint64_t index, const Opening& opening,
                           const chess::RuleProfile& rules) const;
  // "file:line", of Polyglot "file: after e2e4 e7e5".
  std::string Where(uint64_t index) const;

 private:
  Book() = default;
  absl::Status Index(int plies);
  absl::StatusOr<Opening> ReadEpd(uint64_t index) const;
  absl::StatusOr<Opening> ReadGame(uint64_t index) const;
  Opening ReadPolyglot(uint64_t index) const;

  std::string name_;
  BookFormat format_ = BookFormat::kEpd;
  int plies_ = 0;
  MappedFile file_;
  std::string owned_text_;
  std::string_view text_;
  std::vector<EpdLine> lines_;          // EPD
  std::vector<chess::PgnPlace> games_;  // PGN
  std::unique_ptr<PolyglotTree> tree_;  // Polyglot
};

}  // namespace rookery::openings

// Looks through a whole book for what must not be in it: lines that can't be read, illegal moves,
// positions in which the game is over, and positions that an earlier opening has (engines without
// chance play those to the same games, and no game may be evidence twice); on request openings that
// a judge calls uneven. One pass; memory is about 30 bytes an opening.
// One thread per call.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "engine/openings/book.h"

namespace rookery::openings {

enum class FaultKind {
  kBroken,      // can't be read, or holds an illegal move
  kEnded,       // the game is over there
  kRepeated,    // the position of an earlier opening
  kTransposed,  // the same by other moves (PGN)
  kUneven,      // one side is too far ahead
};
std::string_view Name(FaultKind kind);  // "broken", "ended" ...

struct BookFault {
  FaultKind kind = FaultKind::kBroken;
  uint64_t opening = 0;
  std::string text;  // "file:line: what is wrong"
};

struct LintOptions {
  chess::RuleProfile rules;  // by which a game may be over in an opening
  // A position's score in centipawns from White's view; none: nothing is uneven.
  std::function<int(const chess::Position&)> judge;
  int most_score_cp = 150;
  uint64_t sample = 0;  // openings judged, spread over the book; 0: all
  // Each fault in the order of the book, uneven ones last; false ends the pass.
  std::function<bool(const BookFault&)> on_fault;
  // Openings looked at so far, now and then; false ends the pass.
  std::function<bool(uint64_t)> on_progress;
};

struct LintReport {
  uint64_t openings = 0;
  uint64_t distinct = 0;
  uint64_t white_to_move = 0;
  uint64_t broken = 0;
  uint64_t ended = 0;
  uint64_t repeated = 0;
  uint64_t transposed = 0;
  uint64_t uneven = 0;
  uint64_t judged = 0;
  int fewest_plies = 0;  // of those with moves
  int most_plies = 0;

  uint64_t faults() const { return broken + ended + repeated + transposed + uneven; }
};

LintReport Lint(const Book& book, const LintOptions& options);

// What a book must be to be played from: InvalidArgument with the first few faults, a line each.
absl::Status CheckBook(const Book& book, const chess::RuleProfile& rules = {});

}  // namespace rookery::openings

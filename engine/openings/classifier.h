// What an opening is called: open, semi-open or closed by the first moves, a gambit or not, and a
// name with an ECO-like code where one of the shipped lines was met. Source: sections A25 and E7 of
// the rules' catalogue.
// Immutable once made; const access from any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/chess/position.h"

namespace rookery::openings {

// By each side's first move: 1.e4 e5 open; 1.e4 and another answer semi-open; all else closed.
enum class OpeningClass { kOpen, kSemiOpen, kClosed };
std::string_view Name(OpeningClass kind);  // "open", "semi-open", "closed"

// Finer among the closed: 1.d4 d5 closed, 1.d4 and another answer semi-closed, all else flank.
enum class OpeningGroup { kOpen, kSemiOpen, kClosed, kSemiClosed, kFlank };
std::string_view Name(OpeningGroup group);

struct OpeningName {
  std::optional<OpeningClass> kind;   // none if the first moves aren't known
  std::optional<OpeningGroup> group;  // none also after 1.d4 alone
  bool gambit = false;                // a pawn was offered in a line that was met
  std::string source_name;            // "Italian Opening": as the source texts say; may be empty
  std::string name;                   // of the last line met: "Sicilian: Najdorf"; may be empty
  std::string eco;                    // its code
};

class OpeningClassifier {
 public:
  OpeningClassifier();

  // Of moves played from a position; lines are met by position, so transpositions are seen.
  OpeningName Classify(const chess::Position& start, std::span<const chess::Move> moves) const;

 private:
  struct Line {
    std::string name;
    std::string eco;
    bool gambit = false;
    bool of_source = false;
    std::vector<chess::Move> moves;
  };
  void Add(std::string_view epd, bool of_source);
  void Meet(const chess::Position& position, OpeningName& name) const;

  std::vector<Line> lines_;
  absl::flat_hash_map<uint64_t, size_t> by_position_;
  size_t longest_ = 0;  // plies
};

// The tags ECO, Opening and Variation of a PGN, as far as they are known.
std::vector<std::pair<std::string, std::string>> PgnTagsOf(const OpeningName& name);

}  // namespace rookery::openings

// Polyglot opening books (.bin): entries of 16 bytes, big-endian, ordered by a Zobrist key of the
// position; looked up in place. Source: the format's published description (polyglot_keys.h).
// Pure; any thread. Nothing is owned: the bytes must outlive the book.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/chess/move.h"
#include "engine/chess/position.h"

namespace rookery::openings {

// The key of a position in which no pawn has just moved two squares next to an enemy pawn.
// Positions remember an en-passant square only where the capture is legal; the format asks for any
// pawn beside, so after a move use the second form.
uint64_t PolyglotKey(const chess::Position& position);
uint64_t PolyglotKeyAfter(const chess::Position& before, chess::Move move);

struct PolyglotMove {
  chess::Move move;
  uint16_t weight = 0;
};

class PolyglotBook {
 public:
  // InvalidArgument, without the file's name, for bytes that are no such book.
  static absl::StatusOr<PolyglotBook> FromBytes(std::string_view bytes);

  size_t entries() const { return bytes_.size() / kEntryBytes; }
  // Entries that aren't in the order of their keys, from which lookups may miss some.
  bool sorted() const;

  struct Found {
    std::vector<PolyglotMove> moves;  // legal, of some weight, the heaviest first
    int illegal = 0;                  // entries with a move that isn't legal in the position
  };
  Found Find(const chess::Position& position, uint64_t key) const;

 private:
  static constexpr size_t kEntryBytes = 16;

  explicit PolyglotBook(std::string_view bytes) : bytes_(bytes) {}
  uint64_t KeyAt(size_t index) const;

  std::string_view bytes_;
};

}  // namespace rookery::openings

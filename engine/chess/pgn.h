// PGN in and out. Writing is a pure function; reading streams and never holds the file.
// One thread per reader.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/pairing/outcome.h"
#include "engine/chess/position.h"

namespace rookery::chess {

struct PgnVariation;

struct PgnError {
  int line = 0;
  int column = 0;
  std::string message;
};

struct PgnMove {
  Move move;
  std::string comment;        // written in {}; braces and line breaks inside are made harmless
  std::vector<uint8_t> nags;  // numeric annotation glyphs: 1 "!", 2 "?", 3 "!!" ...
  std::vector<PgnVariation> variations;  // instead of this move
};

// What might have been played. Its moves are legal, one after the other, or null moves
// (Move().none(), written "--"); from a word on that is neither the words stand in the comment. One
// without a move becomes a comment of the move beside it, or of the game before its first move.
struct PgnVariation {
  std::string comment;  // before its first move
  std::vector<PgnMove> moves;
};

// Plays a move of a game or variation; a null move passes.
inline void PlayPgnMove(Position& position, Move move) {
  move.none() ? position.PlayNull() : position.Play(move);
}

// Where a game that was read ends: at the result behind its moves, or where that is missing.
struct PgnEnding {
  bool has_result = false;
  int line = 0;
  int column = 0;
};

struct PgnGame {
  std::vector<std::pair<std::string, std::string>> tags;  // Result, SetUp and FEN are derived
  Position start = Position::Start();
  std::string comment;  // before the first move
  std::vector<PgnMove> moves;
  std::optional<GameResult> result;  // none: "*"
  PgnEnding ending;                  // of a game that was read
  std::optional<PgnError> doubt;     // the first thing in it that was read as best it could be
};

// How moves are written: the last two are the source texts' (source_notation.h), which our reader
// takes and other programs don't.
enum class PgnNotation { kSan, kSourceLong, kSourceShort };

// Export format: seven-tag roster first, movetext wrapped before 80 columns. [Variant "Chess960"]
// is added where castling starts from other squares than the standard game's.
std::string ToPgn(const PgnGame& game, PgnNotation notation = PgnNotation::kSan);

// Whether games are read with their variations. Whoever looks at results and moves alone does
// without, and reads faster.
enum class PgnVariations { kSkip, kKeep };

// Calls one of the two for each game, in order; a broken game is reported and reading goes on at
// the next one. Comments are kept. Returning false from a callback stops.
void ReadPgn(std::istream& input, const std::function<bool(const PgnGame&)>& on_game,
             const std::function<bool(const PgnError&)>& on_error,
             PgnVariations variations = PgnVariations::kSkip);

}  // namespace rookery::chess

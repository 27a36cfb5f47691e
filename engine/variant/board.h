// What never changes in a four-nation game: terrain, seats, steps from square to square, and the
// options of the rules, all read from data/four-nation.json. Immutable once made; any thread.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/variant/types.h"

namespace rookery::variant {

// Straight ones first; a quarter turn to the right is the next one of its half.
enum class Direction : uint8_t { kNorth, kEast, kSouth, kWest, kNe, kSe, kSw, kNw };
inline constexpr int kDirections = 8;
inline constexpr std::array<Direction, 4> kStraight = {Direction::kNorth, Direction::kEast,
                                                       Direction::kSouth, Direction::kWest};
inline constexpr std::array<Direction, 4> kDiagonal = {Direction::kNe, Direction::kSe,
                                                       Direction::kSw, Direction::kNw};
// Of a straight direction.
Direction Opposite(Direction direction);
// The two diagonals beside a straight direction.
std::array<Direction, 2> Beside(Direction direction);

struct Castle {
  Square king_to = kNoSquare;
  Square rook_from = kNoSquare;
  Square rook_to = kNoSquare;
};

struct SeatSetup {
  Direction forward = Direction::kNorth;
  std::vector<Square> base_line;
  std::vector<Square> pawn_start;
  Square king_start = kNoSquare;
  Square princess = kNoSquare;
  std::array<Castle, 2> castles;  // short, long
  std::vector<std::pair<Square, Kind>> pieces;
};

// The options of the data file that may differ; all others have one value that is played.
struct Options {
  bool capital_blocks_lines = true;
  bool capital_reentry = false;
  bool capital_step_inside = true;
  bool knight_chain = true;
  int repetition = 3;
  int no_progress_rounds = 50;
};

class Board {
 public:
  // The embedded data file.
  static const Board& Standard();
  // InvalidArgument names what is missing or what can't be played.
  static absl::StatusOr<Board> Parse(std::string_view json);

  const Options& options() const { return options_; }
  const SeatSetup& seat(Seat seat) const { return seats_[Index(seat)]; }

  bool IsWater(Square square) const;
  bool IsPort(Square square) const { return terrain(square) == 'o'; }
  bool IsCapital(Square square) const { return terrain(square) == 'K'; }
  // As in the data file's legend.
  char terrain(Square square) const { return terrain_[At(square)]; }
  // Whose land a square is.
  std::optional<Seat> Country(Square square) const;
  // Whether a pawn of this seat ends there: the base line of any other nation.
  bool IsForeignBaseLine(Square square, Seat seat) const;

  // kNoSquare beyond the edge.
  Square Step(Square from, Direction direction) const {
    return steps_[At(from)][static_cast<size_t>(direction)];
  }
  const std::vector<Square>& KnightJumps(Square from) const { return jumps_[At(from)]; }
  // Where a pawn on this land square is heading.
  Direction PawnDirection(Seat seat, Square square) const;

 private:
  Board();
  static size_t At(Square square) { return static_cast<size_t>(square); }

  std::array<char, kSquares> terrain_{};
  std::array<SeatSetup, kSeats> seats_;
  std::array<std::optional<Seat>, kSquares> base_line_of_;
  std::array<std::array<Square, kDirections>, kSquares> steps_{};
  std::array<std::vector<Square>, kSquares> jumps_;
  Options options_;
};

}  // namespace rookery::variant

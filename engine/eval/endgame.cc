#include "engine/eval/endgame.h"

#include "engine/chess/attacks.h"
#include "engine/eval/board_view.h"
#include "engine/eval/trace.h"

namespace rookery::eval {
namespace {

using chess::Position;

constexpr int kDraw = 0;  // of a score, in 64ths

// Knight and bishop count 3, rook 5, queen 9: only to compare sides without pawns.
int PieceCount(const Position& position, Color side) {
  return 3 * chess::Count(position.of(side, PieceType::kKnight)) +
         3 * chess::Count(position.of(side, PieceType::kBishop)) +
         5 * chess::Count(position.of(side, PieceType::kRook)) +
         9 * chess::Count(position.of(side, PieceType::kQueen));
}

// A lone queen against a rook's or bishop's pawn on the seventh that its king protects: stalemate
// saves the weak side unless the strong king is near (catalogue T238-T241).
bool IsSeventhRankFortress(const Position& position, Color strong) {
  const Color weak = Other(strong);
  const Bitboard pawns = position.of(weak, PieceType::kPawn);
  if (chess::Count(position.of(weak)) != 2 || chess::Count(pawns) != 1 ||
      chess::Count(position.of(strong)) != 2 || position.of(strong, PieceType::kQueen) == 0) {
    return false;
  }
  const Square pawn = chess::First(pawns);
  const int file = chess::FileOf(pawn);
  if (chess::RankOf(chess::Relative(weak, pawn)) != 6 || file == 1 || file == 3 || file == 4 ||
      file == 6) {
    return false;
  }
  return Steps(position.king(weak), pawn) <= 1 && Steps(position.king(strong), pawn) >= 5;
}

// Bishops and pawns of one rook's file, against a king without men beside the corner where they
// would queen, on a square that the bishops never reach: it can't be driven out.
bool IsWrongBishop(const Position& position, Color strong) {
  const Color weak = Other(strong);
  const Bitboard bishops = position.of(strong, PieceType::kBishop);
  const Bitboard pawns = position.of(strong, PieceType::kPawn);
  if (position.of(weak) != chess::Bit(position.king(weak)) || pawns == 0 || bishops == 0 ||
      (bishops | pawns | chess::Bit(position.king(strong))) != position.of(strong)) {
    return false;
  }
  const int file = chess::FileOf(chess::First(pawns));
  if ((file != 0 && file != 7) || (pawns & ~chess::FileMask(file)) != 0) return false;
  const Square corner = chess::Relative(strong, chess::MakeSquare(file, 7));
  const Bitboard reached =
      (kLightSquares & chess::Bit(corner)) != 0 ? kLightSquares : ~kLightSquares;
  return (bishops & reached) == 0 && Steps(position.king(weak), corner) <= 1;
}

bool AreOppositeBishops(const Position& position) {
  const Bitboard white = position.of(Color::kWhite, PieceType::kBishop);
  const Bitboard black = position.of(Color::kBlack, PieceType::kBishop);
  return chess::Count(white) == 1 && chess::Count(black) == 1 &&
         ((white & kLightSquares) != 0) != ((black & kLightSquares) != 0);
}

}  // namespace

bool CannotForceMate(const Position& position, Color strong) {
  const int count = PieceCount(position, strong);
  const bool knights_alone = position.of(strong, PieceType::kBishop) == 0 &&
                             position.of(strong, PieceType::kRook) == 0 &&
                             position.of(strong, PieceType::kQueen) == 0;
  const Bitboard bishops = position.of(strong, PieceType::kBishop);
  const bool one_colour = count == 3 * chess::Count(bishops) &&
                          ((bishops & kLightSquares) == 0 || (bishops & ~kLightSquares) == 0);
  return count <= 3 || (knights_alone && count <= 6) || one_colour;
}

bool MayScale(const Position& position, Color strong) {
  const Color weak = Other(strong);
  if (position.of(strong, PieceType::kPawn) == 0) return true;
  const auto bishops = [&](Color side) {
    return chess::Count(position.of(side, PieceType::kBishop));
  };
  const bool bishops_alone = PieceCount(position, strong) == 3 * bishops(strong);
  const bool bare = chess::Count(position.of(weak)) == 1;
  return (bishops(strong) == 1 && bishops(weak) == 1) || (bishops_alone && bare);
}

int EndgameScale(const Position& position, Color strong, const Shape& shape) {
  const Color weak = Other(strong);
  if (position.of(strong, PieceType::kPawn) == 0) {
    if (CannotForceMate(position, strong)) return kDraw;
    if (IsSeventhRankFortress(position, strong)) return shape.seventh_rank_fortress;
    // Without pawns one minor piece more rarely wins.
    const int more = PieceCount(position, strong) - PieceCount(position, weak);
    if (more <= 3 && PieceCount(position, weak) > 0) return shape.hardly_winnable;
  }
  if (IsWrongBishop(position, strong)) return shape.wrong_bishop;
  if (AreOppositeBishops(position)) {
    const bool bishops_alone = PieceCount(position, strong) == 3 && PieceCount(position, weak) == 3;
    return bishops_alone ? shape.opposite_bishops : shape.opposite_bishops_and_more;
  }
  return kFullScale;
}

}  // namespace rookery::eval

#include "coordinator/games/move_rank.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/chess/attacks.h"
#include "engine/chess/movegen.h"

namespace rookery::coordinator {
namespace {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

// Of pawn, knight, bishop, rook, queen, king, none.
constexpr std::array<int, 7> kValues = {10, 30, 32, 50, 90, 200, 0};

// In files.
int FromEdge(Square square) {
  const int file = chess::FileOf(square);
  return std::min(file, 7 - file);
}

// 0 in the corner to 6 in the centre.
int Centrality(Square square) {
  const int file = chess::FileOf(square);
  const int rank = chess::RankOf(square);
  return std::min(file, 7 - file) + std::min(rank, 7 - rank);
}

// How well a piece stands there, roughly.
int Standing(PieceType type, Color side, Square square, bool endgame) {
  const int rank = chess::RankOf(chess::Relative(side, square));
  switch (type) {
    case PieceType::kPawn:
      return rank * 2 + (rank > 3 ? rank * 2 : 0) + rank * FromEdge(square);
    case PieceType::kKnight:
      return Centrality(square) * 4;
    case PieceType::kBishop:
      return Centrality(square) * 2;
    case PieceType::kRook:
      return Centrality(square) / 2 + (rank == 6 ? 3 : 0);
    case PieceType::kQueen:
      return Centrality(square);
    case PieceType::kKing:
      return endgame ? Centrality(square) * 3 : -rank * 6 - Centrality(square) * 2;
    case PieceType::kNone:
      break;
  }
  return 0;
}

// How likely a move is compared with the others of its position.
class Likelihood {
 public:
  Likelihood(const Position& position, Move before)
      : position_(position),
        us_(position.side()),
        them_(chess::Other(position.side())),
        before_(before),
        endgame_(position.of(PieceType::kQueen) == 0),
        pawn_attacks_(chess::PawnSetAttacks(them_, position.of(them_, PieceType::kPawn))) {}

  int Of(Move move) const {
    if (position_.IsCastling(move)) return 25;
    const PieceType piece = chess::TypeOf(position_.at(move.from()));
    const int value = kValues[static_cast<size_t>(chess::Index(piece))];
    int likely = Standing(piece, us_, move.to(), endgame_) -
                 Standing(piece, us_, move.from(), endgame_) + Captured(move) +
                 Promoted(move.promotion());
    likely += Danger(move.from(), move.from(), value) - Danger(move.to(), move.from(), value);
    return likely + (position_.GivesCheck(move) ? 8 : 0);
  }

 private:
  int Captured(Move move) const {
    if (!position_.IsCapture(move)) return 0;
    const PieceType victim =
        position_.IsEnPassant(move) ? PieceType::kPawn : chess::TypeOf(position_.at(move.to()));
    const bool again = !before_.none() && move.to() == before_.to();
    return kValues[static_cast<size_t>(chess::Index(victim))] + (again ? 25 : 5);
  }

  static int Promoted(PieceType type) {
    if (type == PieceType::kNone) return 0;
    return type == PieceType::kQueen ? 80 : -100;
  }

  // What a piece of that value risks on a square, having come from another.
  int Danger(Square square, Square from, int value) const {
    if (value == kValues[static_cast<size_t>(chess::Index(PieceType::kKing))]) return 0;
    const chess::Bitboard occupied = position_.occupied() & ~chess::Bit(from);
    const chess::Bitboard attackers = position_.AttackersTo(square, occupied);
    const chess::Bitboard enemies = attackers & position_.of(them_);
    if (enemies == 0) return 0;
    if (value > kValues[0] && (chess::Bit(square) & pawn_attacks_) != 0) return value - kValues[0];
    const bool guarded = (attackers & position_.of(us_) & ~chess::Bit(from)) != 0;
    return guarded ? LeastOf(enemies, value) : value;
  }

  // What is lost if the least of the attackers takes and is taken again.
  int LeastOf(chess::Bitboard enemies, int value) const {
    for (const PieceType type : {PieceType::kKnight, PieceType::kBishop, PieceType::kRook}) {
      if ((enemies & position_.of(type)) == 0) continue;
      return std::max(0, value - kValues[static_cast<size_t>(chess::Index(type))]);
    }
    return 0;
  }

  const Position& position_;
  const Color us_;
  const Color them_;
  const Move before_;
  const bool endgame_;
  const chess::Bitboard pawn_attacks_;
};

struct Ranked {
  int key = 0;  // likely ones are greater, and among equals the smaller bits
  Move move;
};

struct RankedMoves {
  std::array<Ranked, 256> moves;
  size_t size = 0;
};

RankedMoves Rank(const Position& position, Move before) {
  chess::MoveList legal;
  chess::GenerateLegal(position, legal);
  const Likelihood likelihood(position, before);
  RankedMoves ranked;
  for (const Move move : legal) {
    ranked.moves[ranked.size++] = {(likelihood.Of(move) << 16) - move.bits(), move};
  }
  return ranked;
}

}  // namespace

std::optional<int> RankOf(const Position& position, Move before, Move move) {
  const RankedMoves ranked = Rank(position, before);
  const auto* const begin = ranked.moves.data();
  const auto* const end = begin + ranked.size;
  const auto* const found =
      std::find_if(begin, end, [&](const Ranked& one) { return one.move == move; });
  if (found == end) return std::nullopt;
  return static_cast<int>(
      std::count_if(begin, end, [&](const Ranked& one) { return one.key > found->key; }));
}

std::optional<Move> MoveAt(const Position& position, Move before, int rank) {
  RankedMoves ranked = Rank(position, before);
  if (rank < 0 || static_cast<size_t>(rank) >= ranked.size) return std::nullopt;
  auto* const begin = ranked.moves.data();
  std::nth_element(begin, begin + rank, begin + ranked.size,
                   [](const Ranked& a, const Ranked& b) { return a.key > b.key; });
  return begin[rank].move;
}

}  // namespace rookery::coordinator

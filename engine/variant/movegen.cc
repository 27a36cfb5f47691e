#include "engine/variant/movegen.h"

#include <algorithm>
#include <bitset>
#include <cstdlib>
#include <span>

namespace rookery::variant {
namespace {

using SquareSet = std::bitset<kSquares>;

size_t At(Square square) { return static_cast<size_t>(square); }

std::span<const Direction> SlidingDirections(Kind kind) {
  static constexpr std::array<Direction, kDirections> kAll = {
      Direction::kNorth, Direction::kEast, Direction::kSouth, Direction::kWest,
      Direction::kNe,    Direction::kSe,   Direction::kSw,    Direction::kNw};
  if (kind == Kind::kRook) return kStraight;
  if (kind == Kind::kBishop) return kDiagonal;
  return kAll;
}

// Where a knight can land, own pieces not looked at. Pawns of its team on water carry it on.
SquareSet KnightReach(const Board& board, const Position& position, Seat seat, Square from) {
  SquareSet reach;
  SquareSet seen;
  std::vector<Square> open = {from};
  seen.set(At(from));
  while (!open.empty()) {
    const Square here = open.back();
    open.pop_back();
    for (const Square to : board.KnightJumps(here)) {
      if (board.IsCapital(to) || seen[At(to)]) continue;
      if (!board.IsWater(to)) {
        reach.set(At(to));
      } else if (const Piece& pawn = position.at(to); board.options().knight_chain &&
                                                      IsPawn(pawn.kind) &&
                                                      !AreEnemies(pawn.seat, seat)) {
        seen.set(At(to));
        open.push_back(to);
      }
    }
  }
  return reach;
}

std::array<Square, 4> PawnAttacks(const Board& board, Seat seat, Square from) {
  std::array<Square, 4> squares = {kNoSquare, kNoSquare, kNoSquare, kNoSquare};
  if (board.IsWater(from)) {
    for (size_t i = 0; i < 4; ++i) squares[i] = board.Step(from, kDiagonal[i]);
  } else {
    const std::array<Direction, 2> sides = Beside(board.PawnDirection(seat, from));
    for (size_t i = 0; i < 2; ++i) squares[i] = board.Step(from, sides[i]);
  }
  return squares;
}

// The generator of one position: it knows whose turn it is and where moves go.
class Generator {
 public:
  Generator(const Board& board, const Position& position, std::vector<Move>& moves)
      : board_(board), position_(position), seat_(position.turn), moves_(moves) {}

  void AddFrom(Square from) {
    switch (position_.at(from).kind) {
      case Kind::kFreshPawn:
      case Kind::kPawn:
        return AddPawn(from);
      case Kind::kKnight:
        return AddKnight(from);
      case Kind::kBishop:
      case Kind::kRook:
      case Kind::kQueen:
        return AddSlider(from);
      case Kind::kKing:
        AddKing(from);
        return AddCastling(from);
      case Kind::kPrincess:
      case Kind::kNone:
        return;
    }
  }

 private:
  bool Enemy(Square square) const {
    const Piece& piece = position_.at(square);
    return !piece.empty() && AreEnemies(piece.seat, seat_);
  }
  bool Open(Square square) const { return position_.at(square).empty() || Enemy(square); }
  void Add(Square from, Square to, MoveKind kind = MoveKind::kPlain) {
    moves_.push_back({from, to, kind, Kind::kNone});
  }

  void AddSlider(Square from) {
    for (const Direction direction : SlidingDirections(position_.at(from).kind)) {
      for (Square to = board_.Step(from, direction); to != kNoSquare;
           to = board_.Step(to, direction)) {
        if (board_.IsCapital(to) && board_.options().capital_blocks_lines) break;
        const bool landing = !board_.IsWater(to) && !board_.IsCapital(to);
        if (landing && Open(to)) Add(from, to);
        if (!position_.at(to).empty()) break;
      }
    }
  }

  void AddKnight(Square from) {
    const SquareSet reach = KnightReach(board_, position_, seat_, from);
    for (Square to = 0; to < kSquares; ++to) {
      if (reach[At(to)] && Open(to)) Add(from, to);
    }
  }

  void AddKing(Square from) {
    for (size_t i = 0; i < kDirections; ++i) {
      const Square to = board_.Step(from, static_cast<Direction>(i));
      if (to == kNoSquare) continue;
      if (board_.IsCapital(to)) {
        AddCapitalStep(from, to);
      } else if (Open(to)) {
        Add(from, to);
      }
    }
  }

  void AddCapitalStep(Square from, Square to) {
    const bool inside = board_.IsCapital(from);
    const Options& options = board_.options();
    if (position_.at(to) == Piece{Kind::kPrincess, seat_}) {
      if (!inside) Add(from, to, MoveKind::kCoronation);
    } else if (position_.at(to).empty()) {
      if (inside ? options.capital_step_inside : options.capital_reentry) Add(from, to);
    }
  }

  void AddCastling(Square king) {
    const SeatSetup& setup = board_.seat(seat_);
    if (king != setup.king_start) return;
    for (size_t side = 0; side < 2; ++side) {
      const Castle& castle = setup.castles[side];
      if (!position_.castling[Index(seat_)][side]) continue;
      if (position_.at(castle.rook_from) != Piece{Kind::kRook, seat_}) continue;
      if (MayCastle(king, castle)) Add(king, castle.king_to, MoveKind::kCastling);
    }
  }

  // Nothing between king and rook, and the king's three squares attacked by neither enemy.
  bool MayCastle(Square king, const Castle& castle) const {
    const int stride = (castle.king_to - king) / 2;
    for (int square = king + stride; square != castle.rook_from; square += stride) {
      if (!position_.at(static_cast<Square>(square)).empty()) return false;
    }
    for (int step = 0; step <= 2; ++step) {
      const auto square = static_cast<Square>(king + step * stride);
      if (Attacks(board_, position_, Next(seat_), square)) return false;
      if (Attacks(board_, position_, Ally(Next(seat_)), square)) return false;
    }
    return true;
  }

  void AddPawn(Square from) {
    if (board_.IsWater(from)) {
      for (const Direction direction : kStraight) AddPawnStep(from, board_.Step(from, direction));
    } else {
      AddAdvance(from);
      for (const Direction direction : kDiagonal) {
        const Square to = board_.Step(from, direction);
        if (to != kNoSquare && board_.IsPort(to)) AddPawnStep(from, to);
      }
    }
    for (const Square to : PawnAttacks(board_, seat_, from)) {
      if (to == kNoSquare || board_.IsCapital(to)) continue;
      if (Enemy(to)) {
        AddPawnMove(from, to, MoveKind::kPlain);
      } else if (position_.at(to).empty() && PassedByEnemy(to)) {
        AddPawnMove(from, to, MoveKind::kEnPassant);
      }
    }
  }

  bool Enterable(Square to) const {
    return to != kNoSquare && !board_.IsCapital(to) && position_.at(to).empty();
  }

  void AddPawnStep(Square from, Square to) {
    if (Enterable(to)) AddPawnMove(from, to, MoveKind::kPlain);
  }

  void AddAdvance(Square from) {
    const Direction forward = board_.PawnDirection(seat_, from);
    const Square one = board_.Step(from, forward);
    if (!Enterable(one)) return;
    AddPawnMove(from, one, MoveKind::kPlain);
    if (position_.at(from).kind != Kind::kFreshPawn) return;
    const Square two = board_.Step(one, forward);
    if (Enterable(two)) AddPawnMove(from, two, MoveKind::kDoubleStep);
  }

  bool PassedByEnemy(Square square) const {
    return std::any_of(kAllSeats.begin(), kAllSeats.end(), [&](Seat owner) {
      return AreEnemies(owner, seat_) && position_.double_steps[Index(owner)].passed == square;
    });
  }

  void AddPawnMove(Square from, Square to, MoveKind kind) {
    if (!board_.IsForeignBaseLine(to, seat_)) return Add(from, to, kind);
    bool any = false;
    for (const Kind fallen : kPromotable) {
      if (position_.fallen[Index(seat_)][FallenIndex(fallen)] == 0) continue;
      any = true;
      moves_.push_back({from, to, MoveKind::kPromotion, fallen});
    }
    if (!any) Add(from, to, MoveKind::kStay);
  }

  const Board& board_;
  const Position& position_;
  const Seat seat_;
  std::vector<Move>& moves_;
};

bool SlidesTo(const Board& board, const Position& position, Square from, Square target) {
  for (const Direction direction : SlidingDirections(position.at(from).kind)) {
    for (Square to = board.Step(from, direction); to != kNoSquare; to = board.Step(to, direction)) {
      if (board.IsCapital(to) && board.options().capital_blocks_lines) break;
      if (to == target) return true;
      if (!position.at(to).empty()) break;
    }
  }
  return false;
}

bool AttacksFrom(const Board& board, const Position& position, Square from, Square target) {
  const Piece& piece = position.at(from);
  switch (piece.kind) {
    case Kind::kFreshPawn:
    case Kind::kPawn: {
      const std::array<Square, 4> attacked = PawnAttacks(board, piece.seat, from);
      return std::find(attacked.begin(), attacked.end(), target) != attacked.end();
    }
    case Kind::kKing:
      return from != target && std::abs(FileOf(from) - FileOf(target)) <= 1 &&
             std::abs(RankOf(from) - RankOf(target)) <= 1;
    case Kind::kKnight:
      return !board.IsWater(target) && KnightReach(board, position, piece.seat, from)[At(target)];
    case Kind::kBishop:
    case Kind::kRook:
    case Kind::kQueen:
      return !board.IsWater(target) && SlidesTo(board, position, from, target);
    case Kind::kPrincess:
    case Kind::kNone:
      return false;
  }
  return false;
}

}  // namespace

void Generate(const Board& board, const Position& position, std::vector<Move>& moves) {
  moves.clear();
  if (position.lost_king.has_value()) return;
  Generator generator(board, position, moves);
  for (Square from = 0; from < kSquares; ++from) {
    const Piece& piece = position.at(from);
    if (!piece.empty() && piece.seat == position.turn) generator.AddFrom(from);
  }
}

bool Attacks(const Board& board, const Position& position, Seat seat, Square square) {
  if (board.IsCapital(square)) return false;  // nothing can be captured there
  for (Square from = 0; from < kSquares; ++from) {
    const Piece& piece = position.at(from);
    if (piece.seat == seat && AttacksFrom(board, position, from, square)) return true;
  }
  return false;
}

uint64_t Perft(const Board& board, const Position& position, int depth) {
  if (depth == 0) return 1;
  if (position.lost_king.has_value()) return 0;
  std::vector<Move> moves;
  Generate(board, position, moves);
  if (moves.empty()) {
    Position passed = position;
    Pass(passed);
    return Perft(board, passed, depth - 1);
  }
  if (depth == 1) return moves.size();
  uint64_t leaves = 0;
  for (const Move& move : moves) {
    Position next = position;
    Play(board, move, next);
    leaves += Perft(board, next, depth - 1);
  }
  return leaves;
}

}  // namespace rookery::variant

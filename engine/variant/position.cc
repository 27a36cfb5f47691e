#include "engine/variant/position.h"

#include "base/check.h"

namespace rookery::variant {
namespace {

void DropCastling(const Board& board, Square rook, Seat seat, Position& position) {
  for (size_t side = 0; side < 2; ++side) {
    if (board.seat(seat).castles[side].rook_from == rook) {
      position.castling[Index(seat)][side] = false;
    }
  }
}

void Capture(const Board& board, Square square, Position& position) {
  const Piece piece = position.at(square);
  position.at(square) = Piece{};
  if (piece.kind == Kind::kKing) position.lost_king = piece.seat;
  if (piece.kind == Kind::kRook) DropCastling(board, square, piece.seat, position);
  if (IsPromotable(piece.kind)) ++position.fallen[Index(piece.seat)][FallenIndex(piece.kind)];
  for (DoubleStep& step : position.double_steps) {
    if (step.pawn == square) step = DoubleStep{};
  }
}

void CaptureInPassing(const Board& board, const Move& move, Seat seat, Position& position) {
  for (const Seat owner : kAllSeats) {
    const DoubleStep step = position.double_steps[Index(owner)];
    if (AreEnemies(owner, seat) && step.passed == move.to) Capture(board, step.pawn, position);
  }
}

void MoveCastlingRook(const Board& board, const Move& move, Seat seat, Position& position) {
  for (const Castle& castle : board.seat(seat).castles) {
    if (castle.king_to != move.to) continue;
    position.at(castle.rook_to) = position.at(castle.rook_from);
    position.at(castle.rook_from) = Piece{};
  }
}

Piece Arrived(const Move& move, Piece piece) {
  if (move.kind == MoveKind::kPromotion) return {move.promotion, piece.seat};
  if (piece.kind == Kind::kFreshPawn) return {Kind::kPawn, piece.seat};
  return piece;
}

void EndTurn(bool quiet, Position& position) {
  position.quiet_turns = quiet ? position.quiet_turns + 1 : 0;
  if (position.turn == Seat::kWest) ++position.round;
  position.turn = Next(position.turn);
}

}  // namespace

Position StartPosition(const Board& board) {
  Position position;
  for (const Seat seat : kAllSeats) {
    position.castling[Index(seat)] = {true, true};
    for (const auto& [square, kind] : board.seat(seat).pieces) position.at(square) = {kind, seat};
  }
  return position;
}

void Play(const Board& board, const Move& move, Position& position) {
  const Piece piece = position.at(move.from);
  const Seat seat = position.turn;
  ROOKERY_CHECK(!piece.empty() && piece.seat == seat);
  position.double_steps[Index(seat)] = DoubleStep{};
  if (move.kind == MoveKind::kCoronation) {
    position.at(move.to) = piece;
    position.at(move.from) = {Kind::kQueen, seat};
    position.castling[Index(seat)] = {false, false};
    EndTurn(/*quiet=*/false, position);
    return;
  }
  const bool quiet = !IsPawn(piece.kind) && position.at(move.to).empty();
  if (move.kind == MoveKind::kEnPassant) CaptureInPassing(board, move, seat, position);
  if (!position.at(move.to).empty()) Capture(board, move.to, position);
  position.at(move.from) = Piece{};
  position.at(move.to) = Arrived(move, piece);
  if (move.kind == MoveKind::kDoubleStep) {
    position.double_steps[Index(seat)] = {board.Step(move.from, board.seat(seat).forward), move.to};
  }
  if (move.kind == MoveKind::kPromotion)
    --position.fallen[Index(seat)][FallenIndex(move.promotion)];
  if (move.kind == MoveKind::kCastling) MoveCastlingRook(board, move, seat, position);
  if (piece.kind == Kind::kKing) position.castling[Index(seat)] = {false, false};
  if (piece.kind == Kind::kRook) DropCastling(board, move.from, seat, position);
  EndTurn(quiet, position);
}

void Pass(Position& position) {
  position.double_steps[Index(position.turn)] = DoubleStep{};
  EndTurn(/*quiet=*/true, position);
}

bool IsSame(const Position& a, const Position& b) {
  return a.turn == b.turn && a.pieces == b.pieces && a.castling == b.castling &&
         a.double_steps == b.double_steps && a.fallen == b.fallen;
}

}  // namespace rookery::variant

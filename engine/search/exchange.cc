#include "engine/search/exchange.h"

namespace rookery::search {
namespace {

using chess::Bit;
using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr PieceType kCheapestFirst[] = {PieceType::kPawn, PieceType::kKnight, PieceType::kBishop,
                                        PieceType::kRook, PieceType::kQueen,  PieceType::kKing};

// The cheapest of the attackers; kNone if there is none.
PieceType Cheapest(const Position& position, Bitboard attackers) {
  for (const PieceType type : kCheapestFirst) {
    if ((attackers & position.of(type)) != 0) return type;
  }
  return PieceType::kNone;
}

}  // namespace

bool ExchangeAtLeast(const Position& position, chess::Move move, int threshold,
                     const Constants& constants) {
  if (position.IsCastling(move)) return threshold <= 0;
  const Square target = move.to();
  const bool en_passant = position.IsEnPassant(move);
  const PieceType victim = en_passant ? PieceType::kPawn : chess::TypeOf(position.at(target));
  PieceType on_target = chess::TypeOf(position.at(move.from()));
  int balance = constants.ExchangeValue(victim) - threshold;
  if (move.promotion() != PieceType::kNone) {
    on_target = move.promotion();
    balance += constants.ExchangeValue(on_target) - constants.ExchangeValue(PieceType::kPawn);
  }
  if (balance < 0) return false;
  balance -= constants.ExchangeValue(on_target);
  if (balance >= 0) return true;

  Bitboard occupied = (position.occupied() ^ Bit(move.from())) | Bit(target);
  if (en_passant) {
    occupied ^= Bit(chess::MakeSquare(chess::FileOf(target), chess::RankOf(move.from())));
  }
  Bitboard attackers = position.AttackersTo(target, occupied) & occupied;
  Color side = Other(position.side());
  // `balance` is what the side that last captured has for sure if it loses what stands there.
  while (true) {
    const Bitboard own = attackers & position.of(side);
    const PieceType type = Cheapest(position, own);
    if (type == PieceType::kNone) break;
    if (type == PieceType::kKing && (attackers & position.of(Other(side))) != 0) break;
    occupied ^= Bit(chess::First(own & position.of(type)));
    attackers = (type == PieceType::kKnight || type == PieceType::kKing)
                    ? attackers & occupied
                    : position.AttackersTo(target, occupied) & occupied;
    side = Other(side);
    balance = -balance - 1 - constants.ExchangeValue(type);
    if (balance >= 0) break;
  }
  // The side that cannot or need not go on has lost the exchange.
  return side != position.side();
}

}  // namespace rookery::search

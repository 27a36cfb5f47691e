// What follows from the numbers of men alone; kept in the material cache. Pure; any thread.
#pragma once

#include <cstdint>

#include "engine/eval/board_view.h"
#include "engine/params/table.h"

namespace rookery::eval {

using params::Term;

// The numbers of men of each kind but kings, four bits each: the same for positions with the same
// material alone.
inline uint64_t MaterialKey(const chess::Position& position) {
  constexpr int kBits = 4;  // a side has at most ten of a kind
  uint64_t key = 0;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (int type = 0; type < static_cast<int>(PieceType::kKing); ++type) {
      const Bitboard men = position.of(color, static_cast<PieceType>(type));
      key = key << kBits | static_cast<uint64_t>(chess::Count(men));
    }
  }
  return key;
}

// What pieces are worth, by themselves and beside others: with the pawns, and a second one of a
// kind.
template <Color side, class Sink>
void MaterialTerms(const chess::Position& position, Sink& sink) {
  // Only sets what the imbalance weights are relative to: another number moves to the material's.
  constexpr int kUsualPawns = 5;
  const auto count = [&](PieceType type) { return chess::Count(position.of(side, type)); };
  const int knights = count(PieceType::kKnight);
  const int rooks = count(PieceType::kRook);
  const int pawns = count(PieceType::kPawn) - kUsualPawns;
  sink.template Add<side>(Term::kMatKnight, knights);
  sink.template Add<side>(Term::kMatBishop, count(PieceType::kBishop));
  sink.template Add<side>(Term::kMatRook, rooks);
  sink.template Add<side>(Term::kMatQueen, count(PieceType::kQueen));
  sink.template Add<side>(Term::kKnightPawns, knights * pawns);
  sink.template Add<side>(Term::kRookPawns, rooks * pawns);
  sink.template Add<side>(Term::kKnightPair, knights >= 2 ? 1 : 0);
  sink.template Add<side>(Term::kRookPair, rooks >= 2 ? 1 : 0);
}

}  // namespace rookery::eval

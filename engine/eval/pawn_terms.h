// Terms of pawns alone (catalogue A268, A279-A281, A292, A321); their sum is kept in the pawn
// cache. Pure; any thread.
#pragma once

#include "engine/eval/board_view.h"
#include "engine/eval/piece_square_terms.h"
#include "engine/params/table.h"

namespace rookery::eval {

using params::Term;

// No own pawn on the neighbouring files.
constexpr Bitboard IsolatedPawns(Bitboard pawns) { return pawns & ~Beside(WholeFiles(pawns)); }
// Protects a pawn diagonally ahead, unprotected itself.
template <Color side>
constexpr Bitboard BackwardPawns(Bitboard pawns) {
  const Bitboard protectors = chess::PawnSetAttacks(Other(side), pawns) & pawns;
  return protectors & ~chess::PawnSetAttacks(side, pawns);
}
// Each pawn that has an own pawn further ahead on its file.
template <Color side>
constexpr Bitboard DoubledPawns(Bitboard pawns) {
  return pawns & Ahead<Other(side)>(pawns);
}
// No enemy pawn ahead on its own or the neighbouring files, and no own pawn before it.
template <Color side>
constexpr Bitboard PassedPawns(Bitboard pawns, Bitboard enemy_pawns) {
  const Bitboard stopped = Ahead<Other(side)>(enemy_pawns);
  return pawns & ~stopped & ~Beside(stopped) & ~Ahead<Other(side)>(pawns);
}
// Squares up to three behind own pawns on files c to f, on ranks 2 to 4, that no enemy pawn
// attacks.
template <Color side>
constexpr Bitboard SpaceSquares(Bitboard pawns, Bitboard enemy_pawns) {
  constexpr Bitboard kRanks = RelativeRank<side>(1) | RelativeRank<side>(2) | RelativeRank<side>(3);
  Bitboard behind = chess::Forward<Other(side)>(pawns);
  behind |= chess::Forward<Other(side)>(behind);
  behind |= chess::Forward<Other(side)>(behind);
  return behind & kCentralFiles & kRanks & ~pawns &
         ~chess::PawnSetAttacks(Other(side), enemy_pawns);
}

// Pawns side by side or protecting each other, and how far they have come.
template <Color side, class Sink>
void PawnChains(Bitboard pawns, Sink& sink) {
  const Bitboard phalanx = pawns & Beside(pawns);
  const Bitboard supported = pawns & chess::PawnSetAttacks(side, pawns);
  int advance = 0;
  int phalanx_ranks = 0;
  for (int rank = 2; rank < 7; ++rank) {
    const Bitboard squares = RelativeRank<side>(rank);
    advance += (rank - 1) * chess::Count(pawns & squares);
    phalanx_ranks += (rank - 1) * chess::Count(phalanx & squares);
  }
  sink.template Add<side>(Term::kPawnPhalanx, phalanx_ranks);
  sink.template Add<side>(Term::kPawnSupported, chess::Count(supported));
  sink.template Add<side>(Term::kPawnAdvance, advance);
}

template <Color side, class Sink>
void PawnTerms(const chess::Position& position, PawnFacts& facts, Sink& sink) {
  const Bitboard pawns = position.of(side, PieceType::kPawn);
  const Bitboard enemy = position.of(Other(side), PieceType::kPawn);
  const Bitboard isolated = IsolatedPawns(pawns);
  const Bitboard backward = BackwardPawns<side>(pawns);
  const Bitboard doubled = DoubledPawns<side>(pawns);
  sink.template Add<side>(Term::kMatPawn, chess::Count(pawns));
  sink.template Add<side>(Term::kPawnIsolated, chess::Count(isolated));
  sink.template Add<side>(Term::kPawnBackward, chess::Count(backward));
  sink.template Add<side>(Term::kPawnDoubled, chess::Count(doubled));
  sink.template Add<side>(Term::kCentrePawn, chess::Count(pawns & kCentre));
  sink.template Add<side>(Term::kSpace, chess::Count(SpaceSquares<side>(pawns, enemy)));

  PawnChains<side>(pawns, sink);
  PawnSquares<side>(pawns, sink);

  Bitboard passed = PassedPawns<side>(pawns, enemy);
  facts.passed[static_cast<size_t>(side)] = passed;
  // Of a doubled pair both are targets; only the one behind is what the pair costs.
  const Bitboard with_twin = doubled | (pawns & Ahead<side>(pawns));
  facts.weak[static_cast<size_t>(side)] = isolated | backward | with_twin;
  while (passed != 0) {
    const int rank = chess::RankOf(chess::Relative(side, chess::PopFirst(passed)));
    const auto term = static_cast<Term>(params::Index(Term::kPawnPassedR2) + rank - 1);
    sink.template Add<side>(term, 1);
  }
}

}  // namespace rookery::eval

#include "engine/eval/evaluator.h"

#include <algorithm>

#include "engine/eval/endgame.h"
#include "engine/eval/king_terms.h"
#include "engine/eval/lone_king_terms.h"
#include "engine/eval/passer_terms.h"
#include "engine/eval/pawn_terms.h"
#include "engine/eval/piece_square_terms.h"
#include "engine/eval/piece_terms.h"
#include "engine/eval/threat_terms.h"

namespace rookery::eval {
namespace {

constexpr size_t kPawnEntries = 2048;  // a power of two

template <Color side, class Sink>
void TermsOfPieces(const BoardView& board, Sink& sink) {
  MaterialTerms<side>(board, sink);
  PieceSquares<side>(board, sink);
  Imbalance<side>(board, sink);
  UndevelopedRooks<side>(board, sink);
  CentreTerms<side>(board, sink);
  KnightPlaces<side>(board, sink);
  Mobility<side>(board, sink);
  OpenDiagonals<side>(board, sink);
  RookFiles<side>(board, sink);
  Batteries<side>(board, sink);
  GoodSquares<side>(board, sink);
  BlockedPawns<side>(board, sink);
}

template <Color side, class Sink>
void TermsOfAttack(const BoardView& board, const Shape& shape, Sink& sink) {
  AttacksOnTheImmobile<side>(board, sink);
  CheapThreats<side>(board, sink);
  Forks<side>(board, sink);
  PushThreats<side>(board, sink);
  PasserTerms<side>(board, sink);
  KnightsGuardingPassers<side>(board, sink);
  KingPlace<side>(board, sink);
  KingCover<side>(board, sink);
  KingAttack<side>(board, shape, sink);
  KingDanger<side>(board, sink);
  KingFront<side>(board, sink);
  LoneKing<side>(board, sink);
  WeakPointPressure<side>(board, sink);
}

// All terms but those of pawns alone.
template <class Sink>
void AllTerms(BoardView& board, const Shape& shape, Sink& sink) {
  TermsOfPieces<Color::kWhite>(board, sink);
  TermsOfPieces<Color::kBlack>(board, sink);
  RestrictedPieces<Color::kWhite>(board, sink);
  RestrictedPieces<Color::kBlack>(board, sink);
  TermsOfAttack<Color::kWhite>(board, shape, sink);
  TermsOfAttack<Color::kBlack>(board, shape, sink);
  if (board.position.side() == Color::kWhite) {
    sink.template Add<Color::kWhite>(Term::kTempo, 1);
  } else {
    sink.template Add<Color::kBlack>(Term::kTempo, 1);
  }
}

// The side ahead when everything counts in full; a scale is asked for its sake.
int ScaleFor(const chess::Position& position, const Shape& shape, int mg_eighths, int eg_eighths,
             int phase) {
  const int score = Blend(mg_eighths, eg_eighths, phase, kFullScale);
  return EndgameScale(position, score >= 0 ? Color::kWhite : Color::kBlack, shape);
}

}  // namespace

PackedWeights PackWeights(const params::Weights& weights) {
  PackedWeights packed = {};
  for (int i = 0; i < params::kTermCount; ++i) {
    const auto term = static_cast<Term>(i);
    packed[static_cast<size_t>(i)] =
        Pack(weights[params::MgIndex(term)], weights[params::EgIndex(term)]);
  }
  return packed;
}

int PhaseOf(const chess::Position& position) {
  const int phase = chess::Count(position.of(PieceType::kKnight)) +
                    chess::Count(position.of(PieceType::kBishop)) +
                    2 * chess::Count(position.of(PieceType::kRook)) +
                    4 * chess::Count(position.of(PieceType::kQueen));
  return std::min(phase, kFullPhase);
}

Evaluator::Evaluator(const params::Weights& weights)

    : weights_(PackWeights(weights)), shape_(weights), pawn_cache_(kPawnEntries) {}

const Evaluator::PawnEntry& Evaluator::Pawns(const chess::Position& position) {
  PawnEntry& entry = pawn_cache_[position.pawn_key() % kPawnEntries];
  if (entry.key != position.pawn_key()) {
    ScoreSink sink(weights_);
    entry.key = position.pawn_key();
    PawnTerms<Color::kWhite>(position, entry.facts, sink);
    PawnTerms<Color::kBlack>(position, entry.facts, sink);
    entry.sum = sink.whole();
  }
  return entry;
}

int Evaluator::Evaluate(const chess::Position& position) {
  const PawnEntry& pawns = Pawns(position);
  BoardView board(position);
  board.pawn_facts = pawns.facts;
  ScoreSink sink(weights_);
  sink.AddWhole(pawns.sum);
  AllTerms(board, shape_, sink);
  const int mg = sink.MgEighths();
  const int eg = sink.EgEighths();
  const int phase = PhaseOf(position);
  const int score = Blend(mg, eg, phase, ScaleFor(position, shape_, mg, eg, phase));
  return position.side() == Color::kWhite ? score : -score;
}

Trace TraceOf(const chess::Position& position, const Shape& shape) {
  Trace trace;
  TraceSink sink(trace);
  BoardView board(position);
  PawnTerms<Color::kWhite>(position, board.pawn_facts, sink);
  PawnTerms<Color::kBlack>(position, board.pawn_facts, sink);
  AllTerms(board, shape, sink);
  trace.phase = PhaseOf(position);
  trace.scales = {EndgameScale(position, Color::kWhite, shape),
                  EndgameScale(position, Color::kBlack, shape)};
  return trace;
}

}  // namespace rookery::eval

#include "engine/eval/evaluator.h"

#include <algorithm>

#include "engine/eval/endgame.h"
#include "engine/eval/king_terms.h"
#include "engine/eval/lone_king_terms.h"
#include "engine/eval/material_terms.h"
#include "engine/eval/passer_terms.h"
#include "engine/eval/pawn_terms.h"
#include "engine/eval/piece_square_terms.h"
#include "engine/eval/piece_terms.h"
#include "engine/eval/threat_terms.h"

namespace rookery::eval {
namespace {

constexpr size_t kPawnEntries = 2048;  // a power of two
constexpr int kMaterialBits = 10;
constexpr size_t kMaterialEntries = size_t{1} << kMaterialBits;

// Spreads keys whose bits are small numbers (Fibonacci hashing: 2^64 by the golden ratio).
constexpr size_t MaterialSlot(uint64_t key) {
  return static_cast<size_t>(key * 0x9E3779B97F4A7C15 >> (64 - kMaterialBits));
}

template <Color side, class Sink>
void TermsOfPieces(const BoardView& board, Sink& sink) {
  BishopTerms<side>(board, sink);
  PieceSquares<side>(board, sink);
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
  WeakPointPressure<side>(board, sink);
}

// All terms but those of pawns alone and of material.
template <class Sink>
void AllTerms(BoardView& board, const Shape& shape, Sink& sink) {
  LoneKing<Color::kWhite>(board, sink);
  LoneKing<Color::kBlack>(board, sink);
  // Where a king is to be mated by pieces alone, everything else would lead away from it.
  if (!IsAllButMate<Color::kWhite>(board) && !IsAllButMate<Color::kBlack>(board)) {
    TermsOfPieces<Color::kWhite>(board, sink);
    TermsOfPieces<Color::kBlack>(board, sink);
    RestrictedPieces<Color::kWhite>(board, sink);
    RestrictedPieces<Color::kBlack>(board, sink);
    TermsOfAttack<Color::kWhite>(board, shape, sink);
    TermsOfAttack<Color::kBlack>(board, shape, sink);
  }
  if (board.position.side() == Color::kWhite) {
    sink.template Add<Color::kWhite>(Term::kTempo, 1);
  } else {
    sink.template Add<Color::kBlack>(Term::kTempo, 1);
  }
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
    : weights_(PackWeights(weights)),
      shape_(weights),
      pawn_cache_(kPawnEntries),
      material_cache_(kMaterialEntries) {}

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

const Evaluator::MaterialEntry& Evaluator::Material(const chess::Position& position) {
  const uint64_t key = MaterialKey(position);
  MaterialEntry& entry = material_cache_[MaterialSlot(key)];
  if (entry.key != key) {
    ScoreSink sink(weights_);
    MaterialTerms<Color::kWhite>(position, sink);
    MaterialTerms<Color::kBlack>(position, sink);
    entry = {.key = key,
             .sum = sink.whole(),
             .phase = PhaseOf(position),
             .may_scale = {MayScale(position, Color::kWhite), MayScale(position, Color::kBlack)}};
  }
  return entry;
}

int Evaluator::Evaluate(const chess::Position& position) {
  const PawnEntry& pawns = Pawns(position);
  BoardView board(position);
  board.pawn_facts = pawns.facts;
  ScoreSink sink(weights_);
  const MaterialEntry& material = Material(position);
  sink.AddWhole(pawns.sum);
  sink.AddWhole(material.sum);
  AllTerms(board, shape_, sink);
  const int mg = sink.MgEighths();
  const int eg = sink.EgEighths();
  int score = Blend(mg, eg, material.phase, kFullScale);
  // The side that is ahead when everything counts in full is the one whose win may be doubtful.
  const Color ahead = score >= 0 ? Color::kWhite : Color::kBlack;
  if (material.may_scale[static_cast<size_t>(ahead)]) {
    score = Blend(mg, eg, material.phase, EndgameScale(position, ahead, shape_));
  }
  return position.side() == Color::kWhite ? score : -score;
}

Trace TraceOf(const chess::Position& position, const Shape& shape) {
  Trace trace;
  TraceSink sink(trace);
  BoardView board(position);
  PawnTerms<Color::kWhite>(position, board.pawn_facts, sink);
  PawnTerms<Color::kBlack>(position, board.pawn_facts, sink);
  MaterialTerms<Color::kWhite>(position, sink);
  MaterialTerms<Color::kBlack>(position, sink);
  AllTerms(board, shape, sink);
  trace.phase = PhaseOf(position);
  trace.scales = {EndgameScale(position, Color::kWhite, shape),
                  EndgameScale(position, Color::kBlack, shape)};
  return trace;
}

}  // namespace rookery::eval

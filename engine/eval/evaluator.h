// The static evaluation: terms weighted by an instance's own weights, tapered between middlegame
// and endgame, with caches of pawn structures and of material. The score depends on the position
// alone (never on what was evaluated before), so the caches are never cleared. One thread at a time
// per instance.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/chess/position.h"
#include "engine/eval/board_view.h"
#include "engine/eval/shape.h"
#include "engine/eval/sink.h"
#include "engine/eval/trace.h"
#include "engine/params/weights.h"

namespace rookery::eval {

class Evaluator {
 public:
  explicit Evaluator(const params::Weights& weights);

  // Centipawns from the mover's view.
  int Evaluate(const chess::Position& position);

 private:
  struct PawnEntry {
    uint64_t key = 0;  // an entry of zeros is right for a board without pawns
    PawnFacts facts;
    Packed sum = 0;
  };

  struct MaterialEntry {
    uint64_t key = UINT64_MAX;  // of no position
    Packed sum = 0;
    int phase = 0;
    std::array<bool, 2> may_scale = {};  // by the side that is ahead
  };

  const PawnEntry& Pawns(const chess::Position& position);
  const MaterialEntry& Material(const chess::Position& position);

  PackedWeights weights_;
  Shape shape_;
  std::vector<PawnEntry> pawn_cache_;
  std::vector<MaterialEntry> material_cache_;
};

// The coefficients of a position; of the weights they depend on the shape alone.
Trace TraceOf(const chess::Position& position, const Shape& shape);

// 0 (kings and pawns) to 24 (all pieces).
int PhaseOf(const chess::Position& position);

}  // namespace rookery::eval

// Where a score comes from. With
//   total.phase = sum over terms of eighths[term] * weight[term].phase
// the score from White's view is exactly
//   (total.mg * phase + total.eg * (24 - phase)) * scale / (24 * 8 * 64),
// rounded towards zero once, where scale is scales[White] if the score at full scale isn't
// negative, else scales[Black]. So the score is linear in the weights on either side of zero, and
// continuous there. Fitting of weights and `eval` on the command line use it.
// A value; any thread.
#pragma once

#include <array>
#include <cstdint>

#include "engine/chess/types.h"
#include "engine/params/weights.h"

namespace rookery::eval {

inline constexpr int kFullPhase = 24;
inline constexpr int kUnit = 8;        // terms count in eighths
inline constexpr int kFullScale = 64;  // 64ths: drawish endgames count less

struct Trace {
  // Per term, White's count and Black's, in eighths.
  std::array<std::array<int, 2>, params::kTermCount> eighths = {};
  int phase = 0;
  std::array<int, 2> scales = {kFullScale, kFullScale};  // by the side that is ahead

  int Coefficient(params::Term term) const {
    const auto& sides = eighths[static_cast<size_t>(term)];
    return sides[0] - sides[1];
  }
  // The score that these coefficients give with some weights, White's view, and the scale in it.
  int Score(const params::Weights& weights) const;
  int ScaleFor(const params::Weights& weights) const;
};

// The one blend of phases, for the trace and the evaluator alike.
constexpr int Blend(int mg_eighths, int eg_eighths, int phase, int scale) {
  return (mg_eighths * phase + eg_eighths * (kFullPhase - phase)) * scale /
         (kFullPhase * kUnit * kFullScale);
}

}  // namespace rookery::eval

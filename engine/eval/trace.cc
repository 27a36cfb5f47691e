#include "engine/eval/trace.h"

#include <utility>

namespace rookery::eval {
namespace {

// Sums over all terms, in eighths: middlegame, endgame.
std::pair<int, int> Totals(const Trace& trace, const params::Weights& weights) {
  int mg = 0;
  int eg = 0;
  for (int i = 0; i < params::kTermCount; ++i) {
    const auto term = static_cast<params::Term>(i);
    mg += trace.Coefficient(term) * weights[params::MgIndex(term)];
    eg += trace.Coefficient(term) * weights[params::EgIndex(term)];
  }
  return {mg, eg};
}

int ScaleOf(const Trace& trace, const std::pair<int, int>& totals) {
  const int full = Blend(totals.first, totals.second, trace.phase, kFullScale);
  return trace.scales[full >= 0 ? 0 : 1];
}

}  // namespace

int Trace::Score(const params::Weights& weights) const {
  const std::pair<int, int> totals = Totals(*this, weights);
  return Blend(totals.first, totals.second, phase, ScaleOf(*this, totals));
}

int Trace::ScaleFor(const params::Weights& weights) const {
  return ScaleOf(*this, Totals(*this, weights));
}

}  // namespace rookery::eval

#include "engine/eval/trace.h"

namespace rookery::eval {

int Trace::Score(const params::Weights& weights) const {
  int mg = 0;
  int eg = 0;
  for (int i = 0; i < params::kTermCount; ++i) {
    const auto term = static_cast<params::Term>(i);
    mg += Coefficient(term) * weights[params::MgIndex(term)];
    eg += Coefficient(term) * weights[params::EgIndex(term)];
  }
  return Blend(mg, eg, phase, scale);
}

}  // namespace rookery::eval

#include "coordinator/stats/overshoot.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/llr_motion.h"

namespace rookery::stats {
namespace {

void Record(double llr, Ladder& ladder) {
  const double height = llr - ladder.record;
  ladder.record = llr;
  ladder.heights += height;
  ladder.heights_squared += height * height;
}

}  // namespace

double MostDrawnIn(const Sprt& sprt, const LlrMotion& motion, int64_t batch_pairs) {
  constexpr double kOfTheWay = 0.5;
  const double excess = motion.MeanExcess(static_cast<double>(batch_pairs));
  return std::min(excess, kOfTheWay * std::min(-sprt.lower(), sprt.upper()));
}

double MostDrawnIn(const Sprt& sprt, const Pentanomial& counts, int64_t batch_pairs) {
  if (Total(counts) == 0) return 0;
  const Sample sample = MakeSample(counts);
  const double variance = MomentsOf(sample.law).variance;
  return MostDrawnIn(sprt, MotionOf(sprt.bounds(), variance, sample.games_each), batch_pairs);
}

double Ladder::Excess() const {
  return heights == 0 ? 0 : heights_squared / (2 * std::abs(heights));
}

Overshoot::Overshoot(int64_t batch_pairs, const OvershootState& state)
    : batch_pairs_(batch_pairs), state_(state) {
  ROOKERY_CHECK(batch_pairs > 0);
}

void Overshoot::Update(int64_t pairs, double llr) {
  if (!state_.valid || pairs == state_.pairs) return;
  if (pairs < state_.pairs || (pairs - state_.pairs) % batch_pairs_ != 0) {
    state_.valid = false;
    return;
  }
  const bool skipped = pairs - state_.pairs > batch_pairs_;
  state_.pairs = pairs;
  if (skipped) {
    state_.below.record = llr;
    state_.above.record = llr;
    return;
  }
  if (llr < state_.below.record) Record(llr, state_.below);
  if (llr > state_.above.record) Record(llr, state_.above);
}

double Overshoot::Lower(const Sprt& sprt, double most) const {
  if (!state_.valid) return sprt.lower();
  return sprt.lower() + std::min(state_.below.Excess(), most);
}

double Overshoot::Upper(const Sprt& sprt, double most) const {
  if (!state_.valid) return sprt.upper();
  return sprt.upper() - std::min(state_.above.Excess(), most);
}

Verdict Overshoot::Decide(const Sprt& sprt, double llr, double most) const {
  if (!state_.valid) return sprt.Decide(llr);
  if (llr < Lower(sprt, most)) return Verdict::kRejected;
  if (llr > Upper(sprt, most)) return Verdict::kAccepted;
  return Verdict::kUndecided;
}

}  // namespace rookery::stats

#include "coordinator/stats/overshoot.h"

#include <cmath>

#include "base/check.h"

namespace rookery::stats {
namespace {

void Record(double llr, Ladder& ladder) {
  const double height = llr - ladder.record;
  ladder.record = llr;
  ladder.heights += height;
  ladder.heights_squared += height * height;
}

}  // namespace

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

double Overshoot::Lower(const Sprt& sprt) const {
  return sprt.lower() + (state_.valid ? state_.below.Excess() : 0);
}

double Overshoot::Upper(const Sprt& sprt) const {
  return sprt.upper() - (state_.valid ? state_.above.Excess() : 0);
}

Verdict Overshoot::Decide(const Sprt& sprt, double llr) const {
  if (!state_.valid) return sprt.Decide(llr);
  if (llr < Lower(sprt)) return Verdict::kRejected;
  if (llr > Upper(sprt)) return Verdict::kAccepted;
  return Verdict::kUndecided;
}

}  // namespace rookery::stats

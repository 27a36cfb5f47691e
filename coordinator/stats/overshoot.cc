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

Overshoot::Overshoot(int64_t batch_pairs) : batch_pairs_(batch_pairs) {
  ROOKERY_CHECK(batch_pairs > 0);
}

void Overshoot::Update(int64_t pairs, double llr) {
  if (!valid_ || pairs == pairs_) return;
  if (pairs < pairs_ || (pairs - pairs_) % batch_pairs_ != 0) {
    valid_ = false;
    return;
  }
  const bool skipped = pairs - pairs_ > batch_pairs_;
  pairs_ = pairs;
  if (skipped) {
    below_.record = llr;
    above_.record = llr;
    return;
  }
  if (llr < below_.record) Record(llr, below_);
  if (llr > above_.record) Record(llr, above_);
}

double Overshoot::Lower(const Sprt& sprt) const {
  return sprt.lower() + (valid_ ? below_.Excess() : 0);
}

double Overshoot::Upper(const Sprt& sprt) const {
  return sprt.upper() - (valid_ ? above_.Excess() : 0);
}

Verdict Overshoot::Decide(const Sprt& sprt, double llr) const {
  if (llr < Lower(sprt)) return Verdict::kRejected;
  if (llr > Upper(sprt)) return Verdict::kAccepted;
  return Verdict::kUndecided;
}

}  // namespace rookery::stats

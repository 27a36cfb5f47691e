// The dynamic correction for a test that is looked at only after whole batches: its LLR jumps over
// a bound by a little, so the bounds are drawn in by the mean excess that the path's own records
// show. Valid only if the test is looked at after every batch of one fixed size; otherwise it
// notices and corrects no more. Not thread-safe; a value that is stored with its run.
//
// Source: M. Van den Bergh's use of D. Siegmund, "Sequential Analysis", ch. VIII: the mean excess
// over a bound is E[ladder height^2] / (2 E[ladder height]).
#pragma once

#include <cstdint>

#include "coordinator/stats/sprt.h"

namespace rookery::stats {

// New records of the LLR on one side.
struct Ladder {
  double record = 0;   // the most extreme LLR so far
  double heights = 0;  // sum of the records' heights, with their sign
  double heights_squared = 0;
  // The mean excess to expect, 0 before the first record; never negative.
  double Excess() const;

  bool operator==(const Ladder&) const = default;
};

// What has to be kept between two looks; a plain value, to be stored.
struct OvershootState {
  int64_t pairs = 0;  // at the newest look
  bool valid = true;
  Ladder below;
  Ladder above;

  bool operator==(const OvershootState&) const = default;
};

class Overshoot {
 public:
  // batch_pairs > 0 (CHECK).
  explicit Overshoot(int64_t batch_pairs, const OvershootState& state = {});

  // The LLR after that many pairs. The same number again changes nothing; more than one batch
  // further starts the records anew from here; fewer pairs (some were voided) or a part of a
  // batch ends the correction for good.
  void Update(int64_t pairs, double llr);

  // The bounds to decide by: drawn in while the correction is valid.
  double Lower(const Sprt& sprt) const;
  double Upper(const Sprt& sprt) const;
  Verdict Decide(const Sprt& sprt, double llr) const;

  const OvershootState& state() const { return state_; }
  bool valid() const { return state_.valid; }
  const Ladder& below() const { return state_.below; }
  const Ladder& above() const { return state_.above; }

 private:
  int64_t batch_pairs_;
  OvershootState state_;
};

}  // namespace rookery::stats

// The dynamic correction for a test that is looked at only after whole batches: its LLR jumps over
// a bound by a little, so the bounds are drawn in by the mean excess that the path's own records
// show. Valid only if the test is looked at after every batch of one fixed size; otherwise it
// notices and corrects no more. Not thread-safe; a value that is stored with its run.
//
// A short test shows only a record or two, and a path that jumps far draws its own bound in by half
// of the jump; so a run's bounds are never drawn in by more than MostDrawnIn. Source: M. Van den
// Bergh's use of D. Siegmund, "Sequential Analysis", ch. VIII: the mean excess over a bound is
// E[ladder height^2] / (2 E[ladder height]); what holds it back is ours.
#pragma once

#include <cstdint>

#include "coordinator/stats/sprt.h"

namespace rookery::stats {

struct LlrMotion;

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

  // Whether the test is or was one that is corrected; one from before there was a correction isn't.
  bool corrects() const { return valid || pairs > 0; }
  // To begin again from no pairs.
  OvershootState Anew() const { return {.valid = corrects(), .below = {}, .above = {}}; }

  bool operator==(const OvershootState&) const = default;
};

// The mean excess that the spread of these results makes one expect, and at most half of the way to
// the nearer bound; 0 without pairs.
double MostDrawnIn(const Sprt& sprt, const Pentanomial& counts, int64_t batch_pairs);
double MostDrawnIn(const Sprt& sprt, const LlrMotion& motion, int64_t batch_pairs);

class Overshoot {
 public:
  static constexpr double kNoLimit = 1e300;

  // batch_pairs > 0 (CHECK).
  explicit Overshoot(int64_t batch_pairs, const OvershootState& state = {});

  // The LLR after that many pairs. The same number again changes nothing; more than one batch
  // further starts the records anew from here; fewer pairs (some were voided) or a part of a
  // batch ends the correction for good.
  void Update(int64_t pairs, double llr);

  // The bounds to decide by: drawn in while the correction is valid, by `most` or less.
  double Lower(const Sprt& sprt, double most = kNoLimit) const;
  double Upper(const Sprt& sprt, double most = kNoLimit) const;
  Verdict Decide(const Sprt& sprt, double llr, double most = kNoLimit) const;

  const OvershootState& state() const { return state_; }
  bool valid() const { return state_.valid; }
  const Ladder& below() const { return state_.below; }
  const Ladder& above() const { return state_.above; }

 private:
  int64_t batch_pairs_;
  OvershootState state_;
};

}  // namespace rookery::stats

// Strength after (or during) a sequential test, corrected for when the test stops: the raw score of
// a test that was accepted is too high, of one that was rejected too low. Pure; any thread.
//
// The LLR is taken as the Brownian motion that it nearly is, with drift (s - (s0 + s1) / 2) (s1 -
// s0) / var and variance (s1 - s0)^2 / var an observation. Elo is the strength at which the
// probability of a worse end is 1/2; the interval's ends those at which it is 97.5 % and 2.5 %; LOS
// that probability at equal strength. Beyond a bound the path is cut back to the bound along its
// slope. Source: M. Van den Bergh, "Comments on normalized Elo", "The SPRT for trinomial".
#pragma once

#include "coordinator/stats/law.h"
#include "coordinator/stats/sprt.h"

namespace rookery::stats {

struct StoppedElo {
  double elo = 0;  // logistic, median-unbiased, within +-1000
  double low = 0;  // 95 %
  double high = 0;
  double los = 0.5;
};

// At least one observation (CHECK). A test that is looked at after every `batch` observations alone
// jumps over its bounds by 0.583 of a batch's standard deviation on average; the motion's bounds
// then lie that much further out (Siegmund, 1985, ch. X). 0: as if it were looked at all the time,
// which is what fishtest does; intervals of few large batches are then too wide.
StoppedElo EstimateStoppedElo(const Sprt& sprt, const Sample& sample, int64_t batch = 0);

}  // namespace rookery::stats

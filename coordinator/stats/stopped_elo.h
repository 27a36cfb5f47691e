// Strength after (or during) a sequential test, corrected for when the test stops: the raw score of
// a test that was accepted is too high, of one that was rejected too low. Pure; any thread.
//
// The LLR is taken as the Brownian motion that it nearly is, with drift (s - (s0 + s1) / 2) (s1 -
// s0) / var and variance (s1 - s0)^2 / var an observation. Elo is the strength at which the
// probability of a worse end is 1/2; the interval's ends those at which it is 97.5 % and 2.5 %; LOS
// that probability at equal strength. Beyond a bound the path is cut back to the bound along its
// slope. Source: M. Van den Bergh, "Comments on normalized Elo", "The SPRT for trinomial".
#pragma once

#include <cstdint>

#include "coordinator/stats/law.h"
#include "coordinator/stats/sprt.h"

namespace rookery::stats {

struct StoppedElo {
  double elo = 0;  // logistic, median-unbiased, within +-1000
  double low = 0;  // 95 %
  double high = 0;
  double los = 0.5;
};

// How often the test is looked at. A test that is looked at only every few observations jumps over
// its bounds (LlrMotion::MeanExcess). Where that is left as it is, the motion's bounds lie that
// much further out; where they were drawn in to make up for it (Overshoot), the motion passes them
// about where they are said to be. Few long steps are followed one by one (look_law.h).
struct Looking {
  int64_t every = 0;      // observations; 0: all the time, as fishtest has it
  bool drawn_in = false;  // by the overshoot correction
};

// At least one observation (CHECK).
StoppedElo EstimateStoppedElo(const Sprt& sprt, const Sample& sample, const Looking& looking = {});

}  // namespace rookery::stats

// The law of exit_law.h for a motion that is looked at only every few observations, so that it
// jumps over its bounds: P(worse) by stepping from look to look. Immutable once made; any thread.
//
// Source: P. Armitage, C. McPherson, B. Rowe (1969): the density between the bounds after each look
// is the one before, spread by a normal step and cut; here on the nodes of a Gauss-Legendre rule.
// A drift multiplies the density at x after time t by e^(gamma x - gamma^2 variance t / 2), gamma
// being drift / variance (Girsanov), so that one walk without drift serves every drift.
#pragma once

#include <vector>

#include "coordinator/stats/exit_law.h"

namespace rookery::stats {

struct Looks {
  double every = 1;  // observations from one look to the next, positive
  double time = 1;   // of the observations seen; positive, with or without a look at the end
};

// Steps longer than this share of the strip are worth it: with shorter ones the motion that never
// stops being looked at, its bounds moved out by the mean excess, is as good and much cheaper.
inline constexpr double kShortestStep = 1.0 / 20;
inline constexpr double kMostLooks = 1000;
// Whether LookLaw is meant for such a test.
bool AreFew(const BoundedMotion& motion, const Looks& looks);

class LookLaw {
 public:
  // The motion's own drift doesn't matter. lower < 0 < upper, positive variance, every and time
  // (CHECK).
  LookLaw(const BoundedMotion& motion, const Looks& looks);

  // The probability that the test with that drift ends worse than one that was seen at `position`
  // after `looks.time`, its first look beyond a bound if it was beyond one: it stops below at an
  // earlier look, or is at most there then. Error below 1e-9.
  double Worse(double drift, double position) const;

 private:
  void Walk(double looks_before);

  double lower_;
  double variance_;
  double every_;
  double rest_;        // from the last look before the end to the end
  double spread_ = 0;  // of the step from look to look
  // At the rule's nodes between the bounds, without drift. Empty: there is one step, the last.
  std::vector<double> node_;
  std::vector<double> weight_;
  std::vector<std::vector<double>> density_;  // after each look before the end
};

}  // namespace rookery::stats

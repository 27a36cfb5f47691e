// Where and when a Brownian motion leaves the strip between two bounds: the law by which a stopped
// sequential test is judged. Pure functions; any thread.
//
// Two expansions of the same law: eigenfunctions of the strip, which converge fast once the motion
// had time to spread over it, and mirror images, which converge fast before. Both are exact;
// images are summed in logarithms, so that no drift overflows.
// Source: D. Siegmund, "Sequential Analysis" (1985); W. Feller, vol. II, ch. X.
#pragma once

namespace rookery::stats {

// X(t) = drift t + sqrt(variance) W(t), X(0) = 0, absorbed at lower < 0 and upper > 0.
struct BoundedMotion {
  double lower = -1;
  double upper = 1;
  double drift = 0;     // a unit of time
  double variance = 1;  // a unit of time, positive
};

// The probability that the motion ends worse than one seen at `position` (lower..upper) at `time`:
// it leaves below before that time, or is still inside then and at most at `position`. At the upper
// bound this is 1 - P(accepted by then), at the lower P(rejected by then). Error below 1e-12.
double WorseProbability(const BoundedMotion& motion, double time, double position);
// P(between the bounds all the time until then).
double InsideProbability(const BoundedMotion& motion, double time);

// The probability of ever leaving below.
double ExitBelowProbability(const BoundedMotion& motion);

}  // namespace rookery::stats

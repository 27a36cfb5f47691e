// SPSA's gains as fishtest and OpenBench define them, in the c_end / r_end form (Spall 1998; the
// formulas are in docs/guides/tune.md). Their values are reproduced to rounding.
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tuner/optim/parameter.h"

namespace rookery::optim {

struct SpsaOptions {
  double alpha = 0.602;
  double gamma = 0.101;
  double a_ratio = 0.1;
};

struct Gains {
  double c = 0;  // the probe's half width
  double r = 0;  // the step in units of c for one game won more than lost
};

// fishtest: the clock is game pairs, A is truncated to whole pairs.
struct FishtestSchedule {
  FishtestSchedule(int64_t num_games, const SpsaOptions& options);
  double CoefficientC(const Parameter& p) const;  // c = c_end N^gamma
  double CoefficientA(const Parameter& p) const;  // a = r_end c_end^2 (A + N)^alpha
  // What all parameters share at `iteration` pairs finished.
  struct Moment {
    double c_divisor = 1;  // k^gamma
    double a_divisor = 1;  // (A + k)^alpha
  };
  Moment MomentAt(int64_t iteration) const;
  Gains At(const Parameter& p, const Moment& moment) const;
  Gains At(const Parameter& p, int64_t iteration) const { return At(p, MomentAt(iteration)); }

  SpsaOptions options;
  double pairs;     // N
  double a;         // A
  double c_factor;  // N^gamma
  double a_factor;  // (A + N)^alpha
};

// OpenBench: the clock runs in fractions of an iteration of pairs_per pairs; integers are probed by
// at least a half.
struct OpenBenchSchedule {
  double CoefficientC(const Parameter& p) const;
  double CoefficientA(const Parameter& p) const;
  Gains At(const Parameter& p, int64_t games) const;

  SpsaOptions options;
  int64_t iterations = 0;
  int64_t pairs_per = 1;
};

// The classic update: theta + r c (wins - losses) flip, clipped to the range. The gains are those
// of dispatch, theta is the present one: results may come late and in any order.
double ClassicUpdate(const Parameter& p, double theta, const Gains& gains, int flip,
                     int64_t wins_minus_losses);

}  // namespace rookery::optim

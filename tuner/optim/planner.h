// What a budget of games can buy, before any is played: step sizes, gain, expected gain, noise
// floor. Elo throughout; formulas in docs/guides/tune.md. Constants: C = 800/ln 10.
// Pure functions; any thread.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace rookery::optim {

struct PlanInput {
  int parameters = 1;     // that have an effect; dead ones cost nothing
  double games = 20'000;  // the budget
  double draw_rate = 0.5;
  double book_bias = 0;  // RMS of the openings' bias, in score of {-1, 0, 1}
  double probe_elo = 0;  // Elo that theta + c.Delta loses at the optimum; 0: ProbeTarget
  double distance = 10;  // Elo that the optimum is thought to be away
};

struct Plan {
  double score_variance = 0;  // of one game: 1 - d - 4 b^2
  double probe_elo = 0;       // that the figures below are for
  double calibration = 0;     // games of the budget that measure the probe
  double spsa_r = 0;          // the constant gain of least expected loss for this budget
  double spsa_loss = 0;       // and that loss
  double games_per_fold = 0;  // lambda: games in which SPSA's error falls by e, at spsa_r
  double bound = 0;           // Cramer-Rao: the least regret of any unbiased method
  double noise_floor = 0;     // what the default's own noise is expected to cost at the end: the
                              // bound, within what its prior lets noise move
  double expected_gain = 0;   // if the optimum is `distance` away
  bool pays = true;           // the bound lies below the distance
  std::string warning;        // empty, or why the budget can't pay and what would
};

// InvalidArgument names the field.
absl::StatusOr<Plan> MakePlan(const PlanInput& input);

// The diagonal probe that the default aims at: large enough to be seen, small enough for the
// landscape to be a parabola there.
double ProbeTarget(int parameters);

// By how much of the target the probe grows as the estimate stands out of its noise: near the
// optimum the landscape is a parabola for longer probes than at the start. 0 up to four parameters,
// of which a longer probe would make too much each, 1 from 64 on.
double ProbeGrowth(int parameters);

// Share of the budget that measures the probe.
inline constexpr double kCalibrationShare = 0.05;

// E[loss] = C n s2 r / 8 of SPSA with a constant gain r.
double StationaryLoss(int parameters, double score_variance, double r);
// C^2 s2 / (16 T) sum 1/h for n equal h = probe_elo / n.
double CramerRao(int parameters, double score_variance, double probe_elo, double games);

// fishtest's own choice of c, r and games for one parameter of `count`.
struct AutoInput {
  int parameters = 1;
  double range = 100;
  double draw_rate = 0.6;
  double precision = 0.5;  // Elo, with 95 % confidence
  double elo_per_parameter = 2;
};
struct AutoChoice {
  double c = 0;
  double r = 0;
  double games = 0;
};
AutoChoice FishtestAuto(const AutoInput& input);

// x with P(chi-square of `degrees` <= x) = probability.
double ChiSquareQuantile(double probability, int degrees);

}  // namespace rookery::optim

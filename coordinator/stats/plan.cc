#include "coordinator/stats/plan.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/exit_law.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/root.h"

namespace rookery::stats {
namespace {

double ScoreOf(double elo, EloModel model, double sigma_per_game) {
  if (model == EloModel::kLogistic) return EloToScore(elo);
  return 0.5 + elo / kNormalizedPerT * sigma_per_game;
}

// The LLR of a test, pair by pair, for an engine that scores `score`.
BoundedMotion MotionOf(const Sprt& sprt, double variance_per_game, double score) {
  const double sigma = std::sqrt(variance_per_game);
  const double score0 = ScoreOf(sprt.bounds().elo0, sprt.bounds().model, sigma);
  const double score1 = ScoreOf(sprt.bounds().elo1, sprt.bounds().model, sigma);
  const double variance_per_pair = variance_per_game / 2;
  const double width = score1 - score0;
  return {.lower = sprt.lower(),
          .upper = sprt.upper(),
          .drift = (score - (score0 + score1) / 2) * width / variance_per_pair,
          .variance = width * width / variance_per_pair};
}

double MeanTime(const BoundedMotion& motion) {
  const double below = ExitBelowProbability(motion);
  const double gamma = motion.drift / motion.variance;
  if (std::abs(gamma) * (motion.upper - motion.lower) < 1e-6) {
    // The first two terms in the drift; the quotient below would keep no digits.
    return -motion.lower * motion.upper / motion.variance *
           (1 + gamma * (motion.lower + motion.upper) / 3);
  }
  return (motion.lower * below + motion.upper * (1 - below)) / motion.drift;
}

double StillRunning(const BoundedMotion& motion, double time) {
  return WorseProbability(motion, time, motion.upper) -
         WorseProbability(motion, time, motion.lower);
}

// The time by which that share of tests has ended.
template <typename Running>
double TimeBy(const Running& running, double share, double first_guess) {
  const auto f = [&](double time) { return (1 - share) - running(time); };
  double low = first_guess;
  double high = first_guess;
  for (int round = 0; round < 200 && f(low) > 0; ++round) low /= 2;
  for (int round = 0; round < 200 && f(high) < 0; ++round) high *= 2;
  if (f(low) > 0 || f(high) < 0 || low == high) return first_guess;
  return FindRoot(f, {low, f(low)}, {high, f(high)}, 1e-9 * high);
}

PlanPoint PlanAtScore(const Sprt& sprt, double variance_per_game, double score) {
  const BoundedMotion motion = MotionOf(sprt, variance_per_game, score);
  PlanPoint point;
  point.true_elo_logistic = ScoreToEloClamped(score);
  point.true_elo_normalized = (score - 0.5) / std::sqrt(variance_per_game) * kNormalizedPerT;
  point.pass_probability = 1 - ExitBelowProbability(motion);
  point.expected_pairs = MeanTime(motion);
  point.pairs_95 =
      TimeBy([&](double time) { return StillRunning(motion, time); }, 0.95, point.expected_pairs);
  return point;
}

}  // namespace

absl::StatusOr<double> VariancePerGame(double draw_ratio, double rms_bias) {
  if (!(draw_ratio >= 0 && draw_ratio < 1)) {
    return InvalidArgument("draw_ratio: {} must be at least 0 and below 1", draw_ratio);
  }
  if (!(rms_bias >= 0 && rms_bias <= 1000)) {
    return InvalidArgument("rms_bias: {} must lie within 0 and 1000 Elo", rms_bias);
  }
  const double bias = EloToScore(rms_bias) - 0.5;
  const double variance = (1 - draw_ratio) / 4 - bias * bias;
  if (variance <= 0) {
    return InvalidArgument("rms_bias: {} leaves no variance beside draw_ratio {}; lower one",
                           rms_bias, draw_ratio);
  }
  return variance;
}

PlanPoint PlanTest(const Sprt& sprt, double variance_per_game, double true_elo) {
  ROOKERY_CHECK(variance_per_game > 0 && variance_per_game <= 0.25);
  return PlanAtScore(sprt, variance_per_game,
                     ScoreOf(true_elo, sprt.bounds().model, std::sqrt(variance_per_game)));
}

PlanPoint PlanTestLogistic(const Sprt& sprt, double variance_per_game, double true_elo) {
  ROOKERY_CHECK(variance_per_game > 0 && variance_per_game <= 0.25);
  return PlanAtScore(sprt, variance_per_game, EloToScore(true_elo));
}

std::optional<Forecast> ForecastTest(const Sprt& sprt, const Pentanomial& counts) {
  const double llr = sprt.Llr(counts);
  if (Total(counts) < kForecastPairs || sprt.Decide(llr) != Verdict::kUndecided) {
    return std::nullopt;
  }
  const Sample sample = MakeSample(counts);
  const Moments moments = MomentsOf(sample.law);
  const double error = std::sqrt(moments.variance / sample.observations);
  // Strength spread over its error in equal parts; each part runs as a motion of its own.
  constexpr size_t kParts = 15;
  std::array<BoundedMotion, kParts> parts;
  Forecast forecast;
  for (size_t i = 0; i < kParts; ++i) {
    const double z = NormalQuantile((static_cast<double>(i) + 0.5) / kParts);
    parts[i] = MotionOf(sprt, 2 * moments.variance, moments.mean + z * error);
    parts[i].lower -= llr;
    parts[i].upper -= llr;
    forecast.pass_probability += (1 - ExitBelowProbability(parts[i])) / kParts;
    forecast.expected_pairs += MeanTime(parts[i]) / kParts;
  }
  const auto running = [&](double time) {
    double sum = 0;
    for (const BoundedMotion& part : parts) sum += StillRunning(part, time);
    return sum / kParts;
  };
  forecast.pairs_low = TimeBy(running, 0.1, forecast.expected_pairs);
  forecast.pairs_median = TimeBy(running, 0.5, forecast.expected_pairs);
  forecast.pairs_high = TimeBy(running, 0.9, forecast.expected_pairs);
  return forecast;
}

}  // namespace rookery::stats

#include "coordinator/stats/plan.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/exit_law.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/root.h"
#include "coordinator/stats/still_inside.h"

namespace rookery::stats {
namespace {

constexpr size_t kForecastParts = 15;
constexpr double kNegligible = 1e-4;  // of tests that run out of pairs: the mean is as without

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

// The time by which that share of tests has ended, within `tolerance` of itself. The logarithm of
// how many still run is nearly a line in time.
template <typename Running>
double TimeBy(const Running& running, double share, double first_guess, double tolerance) {
  constexpr double kNone = 1e-300;
  constexpr double kStride = 1.5;
  const double wanted = std::log(1 - share);
  const auto f = [&](double time) { return wanted - std::log(std::max(running(time), kNone)); };
  double low = first_guess;
  double high = first_guess;
  double f_low = f(low);
  double f_high = f_low;
  for (int round = 0; round < 200 && f_low > 0; ++round) {
    high = low;
    f_high = f_low;
    low /= kStride;
    f_low = f(low);
  }
  for (int round = 0; round < 200 && f_high < 0; ++round) {
    low = high;
    f_low = f_high;
    high *= kStride;
    f_high = f(high);
  }
  if (f_low > 0 || f_high < 0 || low == high) return first_guess;
  return FindRoot(f, {low, f_low}, {high, f_high}, tolerance * high);
}

// E[min(T, most)], by Simpson's rule on P(T > time).
template <typename Running>
double MeanUpTo(const Running& running, double most) {
  constexpr int kPanels = 32;
  double sum = 1 + running(most);
  for (int i = 1; i < kPanels; ++i) sum += (i % 2 == 1 ? 4 : 2) * running(most * i / kPanels);
  return sum * most / (3 * kPanels);
}

// The same test where the pairs may run out before a bound is reached.
void EndAt(double most, const BoundedMotion& motion, PlanPoint& point) {
  point.pass_probability = 1 - WorseProbability(motion, most, motion.upper);
  const double rejected = WorseProbability(motion, most, motion.lower);
  point.undecided = std::max(0.0, 1 - point.pass_probability - rejected);
  if (point.undecided > kNegligible) {
    point.expected_pairs =
        MeanUpTo([&](double time) { return InsideProbability(motion, time); }, most);
  }
  point.pairs_95 = std::min(point.pairs_95, most);
}

PlanPoint PlanAtScore(const Sprt& sprt, double variance_per_game, double score,
                      int64_t most_pairs = kMostCount) {
  const BoundedMotion motion = MotionOf(sprt, variance_per_game, score);
  PlanPoint point;
  point.true_elo_logistic = ScoreToEloClamped(score);
  point.true_elo_normalized = (score - 0.5) / std::sqrt(variance_per_game) * kNormalizedPerT;
  point.pass_probability = 1 - ExitBelowProbability(motion);
  point.expected_pairs = MeanTime(motion);
  point.pairs_95 = TimeBy([&](double time) { return InsideProbability(motion, time); }, 0.95,
                          2.5 * point.expected_pairs, 1e-9);
  if (most_pairs < kMostCount) EndAt(static_cast<double>(most_pairs), motion, point);
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

double PlanVariance(const Pentanomial& like) {
  constexpr double kLeastVariance = 1e-6;  // of engines that only draw
  if (Total(like) < kForecastPairs) return (1 - kUsualDrawRatio) / 4;
  const double sigma = SigmaPerGame(MakeSample(like));
  return std::clamp(sigma * sigma, kLeastVariance, 0.25);
}

absl::Status CheckSpread(std::string_view field, const Pentanomial& like) {
  const int64_t pairs = Total(like);
  if (pairs < kForecastPairs) {
    return InvalidArgument("{}: {} pairs say too little of how results spread; at least {}", field,
                           pairs, kForecastPairs);
  }
  if (std::count(like.begin(), like.end(), 0) + 1 == static_cast<std::ptrdiff_t>(like.size())) {
    return InvalidArgument(
        "{}: all {} pairs ended alike, which says nothing of how results spread; give those of a "
        "test with others too",
        field, pairs);
  }
  return absl::OkStatus();
}

PlanPoint PlanTest(const Sprt& sprt, double variance_per_game, double true_elo,
                   int64_t most_pairs) {
  ROOKERY_CHECK(variance_per_game > 0 && variance_per_game <= 0.25);
  return PlanAtScore(sprt, variance_per_game,
                     ScoreOf(true_elo, sprt.bounds().model, std::sqrt(variance_per_game)),
                     most_pairs);
}

PlanPoint PlanTestLogistic(const Sprt& sprt, double variance_per_game, double true_elo) {
  ROOKERY_CHECK(variance_per_game > 0 && variance_per_game <= 0.25);
  return PlanAtScore(sprt, variance_per_game, EloToScore(true_elo));
}

std::optional<Forecast> ForecastTest(const Sprt& sprt, const Pentanomial& counts,
                                     int64_t pairs_left) {
  const double llr = sprt.Llr(counts);
  if (Total(counts) < kForecastPairs || pairs_left <= 0 ||
      sprt.Decide(llr) != Verdict::kUndecided) {
    return std::nullopt;
  }
  const Sample sample = MakeSample(counts);
  const Moments moments = MomentsOf(sample.law);
  const double error = std::sqrt(moments.variance / sample.observations);
  const double most = static_cast<double>(pairs_left);
  // Strength spread over its error in equal parts; each part runs as a motion of its own.
  std::vector<BoundedMotion> parts(kForecastParts);
  Forecast forecast;
  double mean = 0;
  for (size_t i = 0; i < kForecastParts; ++i) {
    const double z = NormalQuantile((static_cast<double>(i) + 0.5) / kForecastParts);
    parts[i] = MotionOf(sprt, 2 * moments.variance, moments.mean + z * error);
    parts[i].lower -= llr;
    parts[i].upper -= llr;
    forecast.accepted += (1 - WorseProbability(parts[i], most, parts[i].upper)) / kForecastParts;
    forecast.rejected += WorseProbability(parts[i], most, parts[i].lower) / kForecastParts;
    mean += MeanTime(parts[i]) / kForecastParts;
  }
  forecast.undecided = std::max(0.0, 1 - forecast.accepted - forecast.rejected);
  const StillInside still(parts);
  const auto running = [&still](double time) { return still.Share(time); };
  forecast.expected_pairs = forecast.undecided < kNegligible ? mean : MeanUpTo(running, most);
  // Where such times usually lie, as parts of the mean.
  const auto by = [&](double share, double usual) {
    if (1 - forecast.undecided < share) return most;
    return std::min(most, TimeBy(running, share, std::min(usual * mean, most), 1e-3));
  };
  forecast.pairs_low = by(0.1, 0.25);
  forecast.pairs_median = by(0.5, 0.75);
  forecast.pairs_high = by(0.9, 2);
  return forecast;
}

}  // namespace rookery::stats

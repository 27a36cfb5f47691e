// The slow, plain twin of a running test's forecast: strengths drawn from what its results leave
// open, and walks of the LLR drawn pair by pair. Fixed seed; a bound lies four standard errors off
// and 0.015 more, for the walks jump a little over their bounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/llr_motion.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/plan.h"

namespace rookery::stats {
namespace {

constexpr int kWalks = 3000;

struct Walks {
  double accepted = 0;
  double rejected = 0;
  std::vector<double> pairs;  // until the verdict or the end of the pairs, ascending
};

double Normal(Rng& rng) { return NormalQuantile(rng.Uniform() + 0x1p-54); }

Walks WalkOn(const Sprt& sprt, const Pentanomial& counts, int64_t pairs_left, Rng& rng) {
  const Sample sample = MakeSample(counts);
  const Moments moments = MomentsOf(sample.law);
  const LlrMotion motion = MotionOf(sprt.bounds(), moments.variance, sample.games_each);
  const double error = std::sqrt(moments.variance / sample.observations);
  const double spread = std::sqrt(motion.variance);
  const double start = sprt.Llr(counts);
  Walks walks;
  for (int walk = 0; walk < kWalks; ++walk) {
    const double drift = motion.Drift(moments.mean + error * Normal(rng));
    double llr = start;
    int64_t pairs = 0;
    while (pairs < pairs_left && llr > sprt.lower() && llr < sprt.upper()) {
      llr += drift + spread * Normal(rng);
      ++pairs;
    }
    walks.accepted += llr >= sprt.upper() ? 1.0 / kWalks : 0;
    walks.rejected += llr <= sprt.lower() ? 1.0 / kWalks : 0;
    walks.pairs.push_back(static_cast<double>(pairs));
  }
  std::sort(walks.pairs.begin(), walks.pairs.end());
  return walks;
}

void ExpectShare(double said, double seen) {
  EXPECT_NEAR(said, seen, 0.015 + 4 * std::sqrt(0.25 / kWalks));
}

// That about `share` of the walks have ended by `pairs`.
void ExpectEnded(const Walks& walks, double pairs, double share) {
  const auto ended = std::upper_bound(walks.pairs.begin(), walks.pairs.end(), pairs);
  ExpectShare(static_cast<double>(ended - walks.pairs.begin()) / kWalks, share);
}

struct Case {
  Pentanomial counts;
  int64_t pairs_left;
};

TEST(ForecastTwin, WalksOnAsTheForecastSays) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 15, .alpha = 0.05, .beta = 0.1});
  const Case cases[] = {{{4, 50, 130, 60, 6}, 100'000},   // open, and nothing ends it but a verdict
                        {{9, 110, 260, 110, 9}, 900},     // the pairs may run out
                        {{9, 76, 180, 74, 6}, 100'000}};  // nearer to one end
  Rng rng(77);
  for (const Case& test : cases) {
    const std::optional<Forecast> forecast = ForecastTest(sprt, test.counts, test.pairs_left);
    ASSERT_TRUE(forecast.has_value());
    const Walks walks = WalkOn(sprt, test.counts, test.pairs_left, rng);
    ExpectShare(forecast->accepted, walks.accepted);
    ExpectShare(forecast->rejected, walks.rejected);
    ExpectShare(forecast->undecided, 1 - walks.accepted - walks.rejected);
    double mean = 0;
    for (const double pairs : walks.pairs) mean += pairs / kWalks;
    EXPECT_NEAR(forecast->expected_pairs / mean, 1, 0.08);
    const double most = static_cast<double>(test.pairs_left);
    if (forecast->pairs_low < most) ExpectEnded(walks, forecast->pairs_low, 0.1);
    if (forecast->pairs_median < most) ExpectEnded(walks, forecast->pairs_median, 0.5);
    if (forecast->pairs_high < most) ExpectEnded(walks, forecast->pairs_high, 0.9);
  }
}

}  // namespace
}  // namespace rookery::stats

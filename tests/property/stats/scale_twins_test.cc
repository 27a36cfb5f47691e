// Slow, plain twins of the scales, of tests on them, and of what is reckoned from workers' counts.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "coordinator/stats/bound_scales.h"
#include "coordinator/stats/elimination.h"
#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/exit_law.h"
#include "coordinator/stats/grades.h"
#include "coordinator/stats/llr_motion.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/overshoot.h"
#include "coordinator/stats/residuals.h"
#include "coordinator/stats/root.h"
#include "coordinator/stats/stopped_elo.h"
#include "tests/property/stats/twins.h"

namespace rookery::stats {
namespace {

double LogisticScore(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

template <typename F>
double Bisect(const F& rises, double low, double high) {
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (rises(middle) < 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

TEST(ScaleTwins, AgreeOnTheNormalLawByIntegration) {
  for (const double z : {-3.0, -1.2, 0.0, 0.7, 2.5}) {
    double below = 0.5;
    constexpr int kSteps = 20000;
    for (int i = 0; i < kSteps; ++i) {
      const double x = z * (i + 0.5) / kSteps;
      below += z / kSteps * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    }
    EXPECT_NEAR(NormalCdf(z), below, 1e-8);
    EXPECT_NEAR(LogNormalCdf(z), std::log(below), 1e-6);
    EXPECT_NEAR(NormalQuantile(below), z, 1e-6);
  }
}

TEST(ScaleTwins, AgreeOnEloByBisection) {
  Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    const double score = 0.001 + 0.998 * rng.Uniform();
    const double elo = Bisect([&](double e) { return LogisticScore(e) - score; }, -2000, 2000);
    EXPECT_NEAR(ScoreToElo(score), elo, 1e-8);
    EXPECT_NEAR(EloToScore(elo), score, 1e-12);
    EXPECT_NEAR(ScoreToEloClamped(score), elo, 1e-8);
    EXPECT_NEAR(FindRoot([&](double e) { return LogisticScore(e) - score; }, {-2000, -score},
                         {2000, 1 - score}, 1e-12),
                elo, 1e-8);
  }
}

TEST(ScaleTwins, AgreeOnBayesElo) {
  Rng rng(2);
  for (int i = 0; i < 200; ++i) {
    const double elo = 400 * rng.Uniform() - 200;
    const double draw_elo = 20 + 400 * rng.Uniform();
    const double win = 1 / (1 + std::pow(10, (draw_elo - elo) / 400));
    const double loss = 1 / (1 + std::pow(10, (draw_elo + elo) / 400));
    EXPECT_NEAR(BayesToShares({elo, draw_elo}).win, win, 1e-12);
    EXPECT_NEAR(BayesToShares({elo, draw_elo}).loss, loss, 1e-12);
    EXPECT_NEAR(SharesToBayes({win, loss})->elo, elo, 1e-7);
    EXPECT_NEAR(SharesToBayes({win, loss})->draw_elo, draw_elo, 1e-7);
    const double logistic = -400 * std::log10(1 / (win + (1 - win - loss) / 2) - 1);
    EXPECT_NEAR(BayesToLogistic({elo, draw_elo}), logistic, 1e-8);
    EXPECT_NEAR(LogisticToBayes(logistic, 1 - win - loss)->elo, elo, 1e-5);
    const double sigma =
        std::sqrt(win + (1 - win - loss) / 4 - std::pow(LogisticScore(logistic), 2));
    const BoundOnScales bound =
        OnAllScales(elo, EloScale::kBayes, {.sigma_per_game = sigma, .draw_ratio = 1 - win - loss});
    ASSERT_TRUE(bound.score && bound.logistic && bound.normalized);
    EXPECT_NEAR(*bound.normalized, (*bound.score - 0.5) / sigma * 800 / std::numbers::ln10, 1e-7);
    EXPECT_NEAR(*bound.score, LogisticScore(*bound.logistic), 1e-10);
  }
}

TEST(ScaleTwins, AgreeOnTheLlrOfOldResults) {
  Rng rng(3);
  for (int i = 0; i < 100; ++i) {
    Trinomial games{};
    for (int64_t& count : games) count = 1 + static_cast<int64_t>(rng.Below(5000));
    const double draw_elo = DrawElo(games);
    const double total = static_cast<double>(Total(games));
    EXPECT_NEAR(draw_elo,
                200 * std::log10((total / static_cast<double>(games[0]) - 1) *
                                 (total / static_cast<double>(games[2]) - 1)),
                1e-8);
    double llr = 0;
    for (const double sign : {-1.0, 1.0}) {
      const double elo = sign < 0 ? -3 : 4;
      const double win = 1 / (1 + std::pow(10, (draw_elo - elo) / 400));
      const double loss = 1 / (1 + std::pow(10, (draw_elo + elo) / 400));
      llr += sign * (static_cast<double>(games[0]) * std::log(loss) +
                     static_cast<double>(games[1]) * std::log(1 - win - loss) +
                     static_cast<double>(games[2]) * std::log(win));
    }
    EXPECT_NEAR(LegacyBayesLlr(games, -3, 4), llr, 1e-7);
    const Sprt bayes = *CreateBayesSprt({.elo0 = -3, .elo1 = 4}, games);
    EXPECT_NEAR(bayes.bounds().elo1, BayesToLogistic({4, draw_elo}), 1e-9);
  }
}

// Games played out two by two: what pairs and the share of draws say is what the games say.
TEST(ScaleTwins, AgreeOnTheDrawEloOfPairs) {
  Rng rng(8);
  for (int round = 0; round < 100; ++round) {
    const double win = 0.1 + 0.3 * rng.Uniform();
    const double draw = 0.1 + 0.4 * rng.Uniform();
    Trinomial games{};
    Pentanomial pairs{};
    for (int pair = 0; pair < 200; ++pair) {
      size_t points = 0;
      for (int game = 0; game < 2; ++game) {
        const double u = rng.Uniform();
        const size_t result = u < win ? 2 : u < win + draw ? 1 : 0;
        ++games[result];
        points += result;
      }
      ++pairs[points];
    }
    EXPECT_NEAR(*DrawEloOfPairs(pairs, static_cast<double>(games[1]) / 400), DrawElo(games), 1e-8);
  }
  // Equals, without pairs: half of the games that are no draws are won.
  EXPECT_NEAR(*DrawEloOfPairs({}, 0.6), 400 * std::log10(1 / 0.2 - 1), 1e-9);
  EXPECT_FALSE(DrawEloOfPairs({0, 0, 10, 40, 50}, 0.9).ok());
  EXPECT_FALSE(DrawEloOfPairs({0, 0, 0, 0, 50}, 0.5).ok());
}

// Every cell's expected count written out, and the smallest workers dropped one by one.
TEST(ScaleTwins, AgreeOnTheComparisonOfWorkers) {
  Rng rng(4);
  for (int round = 0; round < 50; ++round) {
    std::vector<Pentanomial> workers(3 + rng.Below(5));  // of two, both stand out alike
    for (Pentanomial& worker : workers) {
      for (int64_t& count : worker) count = 12 + static_cast<int64_t>(rng.Below(100));
    }
    double total = 0;
    double columns[3] = {};
    std::vector<std::vector<double>> rows;
    for (const Pentanomial& w : workers) {
      rows.push_back({static_cast<double>(w[0] + w[1]), static_cast<double>(w[2]),
                      static_cast<double>(w[3] + w[4])});
      for (size_t c = 0; c < 3; ++c) columns[c] += rows.back()[c], total += rows.back()[c];
    }
    double chi_square = 0;
    size_t worst = 0;
    double largest = -1;
    double tail = 1;
    for (size_t i = 0; i < rows.size(); ++i) {
      const double sum = rows[i][0] + rows[i][1] + rows[i][2];
      double row = 0;
      for (size_t c = 0; c < 3; ++c) {
        const double expected = sum * columns[c] / total;
        ASSERT_GT(expected, 5) << "the counts above must be larger";
        row += (rows[i][c] - expected) * (rows[i][c] - expected) / expected;
      }
      chi_square += row;
      row /= 1 - sum / total;
      if (row > largest) {
        largest = row;
        worst = i;
        tail = std::exp(-row / 2);  // two degrees
      }
    }
    const Homogeneity ours = CompareWorkers(workers);
    EXPECT_NEAR(*ours.chi_square, chi_square, 1e-9);
    EXPECT_EQ(ours.degrees, 2 * (static_cast<int>(rows.size()) - 1));
    const bool out = tail < 0.01 / static_cast<double>(rows.size());
    EXPECT_EQ(WorstWorker(ours), out ? std::optional(worst) : std::nullopt);
  }
}

// The records of the whole path anew after each look.
TEST(ScaleTwins, AgreeOnTheOvershoot) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 5});
  Rng rng(5);
  for (int round = 0; round < 20; ++round) {
    Overshoot overshoot(4);
    std::vector<double> path;
    for (int look = 1; look <= 60; ++look) {
      path.push_back((path.empty() ? 0 : path.back()) + rng.Uniform() - 0.5);
      overshoot.Update(4 * look, path.back());
      double low = 0, high = 0, below = 0, above = 0, below_squared = 0, above_squared = 0;
      for (const double llr : path) {
        if (llr < low) below += low - llr, below_squared += (low - llr) * (low - llr), low = llr;
        if (llr > high)
          above += llr - high, above_squared += (llr - high) * (llr - high), high = llr;
      }
      const double in_below = below > 0 ? below_squared / (2 * below) : 0;
      const double in_above = above > 0 ? above_squared / (2 * above) : 0;
      EXPECT_NEAR(overshoot.Lower(sprt), sprt.lower() + in_below, 1e-9);
      EXPECT_NEAR(overshoot.Upper(sprt), sprt.upper() - in_above, 1e-9);
      EXPECT_NEAR(overshoot.Upper(sprt, 0.1), sprt.upper() - std::min(in_above, 0.1), 1e-9);
    }
  }
  // The mean excess of a normal walk over a far bound, walked.
  double excess = 0;
  constexpr int kWalks = 4000;
  const Pentanomial counts{16, 219, 530, 219, 16};
  const LlrMotion motion = MotionOf(sprt.bounds(), MomentsOf(MakeSample(counts).law).variance, 2);
  const double step = std::sqrt(motion.variance * 400);
  for (int walk = 0; walk < kWalks; ++walk) {
    double at = 0;
    while (at < 10 * step) at += step * (0.2 + NormalQuantile(std::max(rng.Uniform(), 1e-15)));
    excess += (at - 10 * step) / kWalks;
  }
  // With the drift that makes the walk arrive, a fifth of a deviation a step, it is a quarter of
  // that more (Siegmund, 1985, ch. X).
  EXPECT_NEAR(excess / step, motion.MeanExcess(400) / step + 0.05, 0.04);
}

// Holm's procedure anew from all the LLRs after each of them.
TEST(ScaleTwins, AgreeOnTheElimination) {
  Rng rng(6);
  const SprtBounds bounds{.elo0 = 0, .elo1 = 30};
  const Sprt sprt = *Sprt::Create(bounds);
  for (int round = 0; round < 50; ++round) {
    constexpr size_t kCandidates = 5;
    Elimination ours = *Elimination::Create(kCandidates, bounds, EliminationGoal::kAll);
    std::vector<Pentanomial> counts(kCandidates);
    std::vector<int> state(kCandidates, 0);  // 1 accepted, -1 rejected
    std::vector<double> llr(kCandidates, 0);
    for (int step = 0; step < 400; ++step) {
      const size_t i = rng.Below(kCandidates);
      ++counts[i][std::min<size_t>(4, rng.Below(5) + (i < 2 && rng.Chance(0.15)))];
      ours.Update(i, counts[i]);
      if (state[i] == 0) {
        llr[i] = sprt.Llr(counts[i]);
        if (llr[i] <= std::log(0.05 / (1 - 0.05 / kCandidates))) state[i] = -1;
      }
      for (bool again = true; again;) {
        again = false;
        double accepted = 0;
        for (const int s : state) accepted += s == 1;
        for (size_t k = 0; k < kCandidates && !again; ++k) {
          const double alpha = 0.05 / std::max(1.0, kCandidates - accepted);
          if (state[k] != 0 || llr[k] < std::log(0.95 / alpha)) continue;
          state[k] = 1;
          again = true;
        }
      }
      for (size_t k = 0; k < kCandidates; ++k) {
        ASSERT_EQ(ours.state(k), state[k] == 1    ? CandidateState::kAccepted
                                 : state[k] == -1 ? CandidateState::kRejected
                                                  : CandidateState::kRunning);
      }
    }
  }
}

// By bisection over the scale on the exit law.
TEST(ScaleTwins, AgreeOnEloAfterATest) {
  Rng rng(7);
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 10, .model = EloModel::kLogistic});
  for (int round = 0; round < 40; ++round) {
    Pentanomial counts{};
    for (int64_t& count : counts) count = 20 + static_cast<int64_t>(rng.Below(200));
    const Sample sample = MakeSample(counts);
    const Moments moments = MomentsOf(sample.law);
    const double s0 = LogisticScore(0);
    const double s1 = LogisticScore(10);
    const auto drift = [&](double s) { return (s - (s0 + s1) / 2) * (s1 - s0) / moments.variance; };
    BoundedMotion motion{.lower = sprt.lower(),
                         .upper = sprt.upper(),
                         .drift = 0,
                         .variance = (s1 - s0) * (s1 - s0) / moments.variance};
    double at = drift(moments.mean) * sample.observations;
    double time = sample.observations;
    if (at < motion.lower) time *= motion.lower / at, at = motion.lower;
    if (at > motion.upper) time *= motion.upper / at, at = motion.upper;
    const auto elo_where = [&](double worse) {
      const auto rises = [&](double elo) {
        BoundedMotion moved = motion;
        moved.drift = drift(LogisticScore(elo));
        return worse - WorseProbability(moved, time, at);
      };
      return Bisect(rises, -1000, 1000);
    };
    const StoppedElo ours = EstimateStoppedElo(sprt, sample);
    EXPECT_NEAR(ours.elo, elo_where(0.5), 1e-5);
    EXPECT_NEAR(ours.low, elo_where(0.975), 1e-5);
    EXPECT_NEAR(ours.high, elo_where(0.025), 1e-5);
  }
}

TEST(ScaleTwins, AgreeOnGradesRungByRung) {
  for (int64_t points = -50; points < 3200; points += 7) {
    std::optional<int> grade;
    for (int rung = 1; rung <= 30; ++rung) {
      if (points >= 100 * rung) grade = 31 - rung;
    }
    EXPECT_EQ(GradeOf(points), grade);
    for (const GameScore score : {GameScore::kLoss, GameScore::kDraw, GameScore::kWin}) {
      const GradePoints after = AfterGame({points, 500}, score);
      EXPECT_EQ(after.first + after.second, points + 500);
    }
  }
}

}  // namespace
}  // namespace rookery::stats

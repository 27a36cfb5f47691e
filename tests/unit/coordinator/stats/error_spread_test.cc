// Intervals of a handful of pairs: every result that n pairs can have, with its probability.
#include "coordinator/stats/error_spread.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/report.h"

namespace rookery::stats {
namespace {

struct Book {
  const char* name;
  double cells[5];
};

constexpr Book kBooks[] = {
    {"even", {.016, .219, .53, .219, .016}},  {"better", {.012, .19, .53, .246, .022}},
    {"drawish", {.001, .04, .9, .058, .001}}, {"all but drawn", {.0005, .0145, .965, .0195, .0005}},
    {"flat", {.2, .2, .2, .2, .2}},           {"strong", {.02, .08, .2, .3, .4}},
    {"crushing", {.002, .01, .05, .2, .738}}, {"wild", {.3, .1, .2, .1, .3}},
};

std::vector<Pentanomial> ResultsOf(int64_t pairs) {
  std::vector<Pentanomial> all;
  for (int64_t a = 0; a <= pairs; ++a) {
    for (int64_t b = 0; a + b <= pairs; ++b) {
      for (int64_t c = 0; a + b + c <= pairs; ++c) {
        for (int64_t d = 0; a + b + c + d <= pairs; ++d) {
          all.push_back({a, b, c, d, pairs - a - b - c - d});
        }
      }
    }
  }
  return all;
}

double ProbabilityOf(const Pentanomial& counts, const Book& book) {
  double log = std::lgamma(static_cast<double>(Total(counts)) + 1);
  for (size_t i = 0; i < counts.size(); ++i) {
    const auto count = static_cast<double>(counts[i]);
    log += count * std::log(book.cells[i]) - std::lgamma(count + 1);
  }
  return std::exp(log);
}

double TrueElo(const Book& book) {
  double score = 0;
  for (size_t i = 0; i < 5; ++i) score += book.cells[i] * static_cast<double>(i) / 4;
  return ScoreToElo(score);
}

// How often the interval holds the truth, exactly.
template <typename ReportOf>
double Coverage(int64_t pairs, const Book& book, const ReportOf& report_of) {
  const double truth = TrueElo(book);
  double covered = 0;
  for (const Pentanomial& counts : ResultsOf(pairs)) {
    const Report report = report_of(counts);
    if (report.elo->low <= truth && truth <= report.elo->high) {
      covered += ProbabilityOf(counts, book);
    }
  }
  return covered;
}

TEST(ErrorSpread, CoversTheTruthFromTheFirstPairOn) {
  for (const Book& book : kBooks) {
    for (const int64_t pairs : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20}) {
      EXPECT_GT(Coverage(pairs, book, [](const Pentanomial& c) { return FixedReport(c); }), 0.93)
          << pairs << " pairs, " << book.name;
    }
  }
}

TEST(ErrorSpread, CoversTheTruthInARunningTestToo) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 5});
  for (const Book& book : kBooks) {
    for (const int64_t pairs : {1, 2, 3, 5, 8}) {
      const auto report_of = [&](const Pentanomial& c) { return SequentialReport(sprt, c); };
      EXPECT_GT(Coverage(pairs, book, report_of), 0.93) << pairs << " pairs, " << book.name;
    }
  }
}

TEST(ErrorSpread, SaysNextToNothingAfterOnePair) {
  for (const Pentanomial& counts : ResultsOf(1)) {
    const Report report = FixedReport(counts);
    EXPECT_LE(report.elo->low, -150);
    EXPECT_GE(report.elo->high, 150);
    EXPECT_NEAR(*report.los, 0.5, 0.25);
  }
}

TEST(ErrorSpread, IsPlainOnceThereAreEnough) {
  const Sample enough = MakeSample(Pentanomial{1, 7, 14, 7, 1});
  const ErrorSpread plain = ErrorSpreadOf(enough);
  EXPECT_FALSE(plain.few);
  EXPECT_EQ(plain.variance, MomentsOf(enough.law).variance);
  EXPECT_EQ(plain.NormalVariance(), plain.variance);
  const ErrorSpread few = ErrorSpreadOf(MakeSample(Pentanomial{1, 7, 13, 7, 1}));
  EXPECT_TRUE(few.few);
  EXPECT_GT(few.NormalVariance(), plain.variance);
  EXPECT_LT(few.NormalVariance(), 1.35 * plain.variance);  // no great jump where it ends
}

// Student's law integrated by Simpson's rule.
double StudentBetween(double low, double high, double degrees) {
  const double constant = std::exp(std::lgamma((degrees + 1) / 2) - std::lgamma(degrees / 2)) /
                          std::sqrt(degrees * std::numbers::pi);
  const auto density = [&](double t) {
    return constant * std::pow(1 + t * t / degrees, -(degrees + 1) / 2);
  };
  constexpr int kSteps = 2000;
  const double step = (high - low) / kSteps;
  double sum = density(low) + density(high);
  for (int i = 1; i < kSteps; ++i) sum += (i % 2 == 1 ? 4 : 2) * density(low + i * step);
  return sum * step / 3;
}

TEST(ErrorSpread, TakesStudentsQuantiles) {
  for (int64_t pairs = 1; pairs < kFewObservations; ++pairs) {
    const double t = ErrorSpreadOf(MakeSample(Pentanomial{0, 0, pairs, 0, 0})).quantile;
    EXPECT_NEAR(StudentBetween(0, t, static_cast<double>(pairs) + 1), 0.475, 1e-7) << pairs;
  }
}

TEST(ErrorSpread, IsTheSameByItsWeights) {
  for (const int64_t pairs : {1, 2, 7, 29, 30, 1000}) {
    const Sample sample = MakeSample(Pentanomial{0, pairs, 0, 0, 0});
    const SpreadWeights weights = SpreadWeightsOf(sample.observations, pairs < 30 ? 0 : 10);
    EXPECT_NEAR(weights.observed * MomentsOf(sample.law).variance + weights.coin * 0.125,
                ErrorSpreadOf(sample).NormalVariance(), 1e-12);
  }
  EXPECT_EQ(SpreadWeightsOf(30, 10).coin, 0);
  EXPECT_NEAR(SpreadWeightsOf(100, 0).coin, 0.0032, 1e-12);
  EXPECT_NEAR(SpreadWeightsOf(100, 5).coin, 0.0016, 1e-12);
  EXPECT_EQ(SpreadWeightsOf(100, 5).observed, 1);
}

}  // namespace
}  // namespace rookery::stats

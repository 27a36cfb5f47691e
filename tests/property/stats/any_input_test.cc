// No input gives NaN, an infinite figure, an exception or a crash: it is refused by name, or every
// figure is finite. Wild texts, counts, bounds, with fixed seeds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "coordinator/stats/bound_scales.h"
#include "coordinator/stats/confidence_sequence.h"
#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/overshoot.h"
#include "coordinator/stats/plan.h"
#include "coordinator/stats/report.h"
#include "tests/property/stats/twins.h"

namespace rookery::stats {
namespace {

using testing::MatchesRegex;

// Any double at all: ordinary, huge, denormal, not a number, one beside another.
double AnyNumber(Rng& rng) {
  constexpr double kOdd[] = {0.0,
                             -0.0,
                             1.0,
                             0.5,
                             5.0,
                             1000.0,
                             10000.0,
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::denorm_min(),
                             std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::lowest(),
                             std::numeric_limits<double>::epsilon()};
  const double kind = rng.Uniform();
  const double odd = kOdd[rng.Below(std::size(kOdd))];
  if (kind < 0.2) return odd;
  if (kind < 0.3) return std::nextafter(odd, rng.Chance(0.5) ? -1e9 : 1e9);
  const double size = std::pow(10.0, 24 * rng.Uniform() - 18);
  return rng.Chance(0.5) ? size : -size;
}

double Likely(Rng& rng, double most) {
  return rng.Chance(0.3) ? AnyNumber(rng) : most * rng.Uniform();
}

SprtBounds AnyBounds(Rng& rng) {
  const double elo0 = rng.Chance(0.3) ? AnyNumber(rng) : 2000 * rng.Uniform() - 1000;
  const double elo1 =
      rng.Chance(0.3) ? AnyNumber(rng) : elo0 + std::pow(10.0, 8 * rng.Uniform() - 5);
  return {.elo0 = elo0,
          .elo1 = elo1,
          .alpha = Likely(rng, 0.6),
          .beta = Likely(rng, 0.6),
          .model = rng.Chance(0.5) ? EloModel::kLogistic : EloModel::kNormalized};
}

Trinomial AnyGames(Rng& rng) {
  const Pentanomial counts = AnyCounts(rng);
  return {counts[0], counts[2], counts[4]};
}

void ExpectFinite(const std::optional<Interval>& interval) {
  if (!interval) return;
  EXPECT_TRUE(std::isfinite(interval->value + interval->low + interval->high));
  EXPECT_LE(interval->low, interval->value + 1e-6);
  EXPECT_LE(interval->value, interval->high + 1e-6);
}

void ExpectFinite(const std::optional<double>& value) {
  if (value) {
    EXPECT_TRUE(std::isfinite(*value)) << *value;
  }
}

void ExpectFinite(const Report& report) {
  EXPECT_EQ(report.score.has_value(), report.games > 0);
  EXPECT_TRUE(!report.score || (*report.score >= 0 && *report.score <= 1));
  EXPECT_TRUE(!report.draw_ratio || (report.draw_ratio->low >= 0 && report.draw_ratio->high <= 1));
  ExpectFinite(report.draw_ratio);
  ExpectFinite(report.elo);
  ExpectFinite(report.nelo);
  ExpectFinite(report.pairs_ratio);
  ExpectFinite(report.llr);
  if (report.los) {
    EXPECT_TRUE(*report.los >= 0 && *report.los <= 1) << *report.los;
  }
}

void ExpectFinite(const PlanPoint& point) {
  EXPECT_TRUE(point.pass_probability >= 0 && point.pass_probability <= 1);
  EXPECT_TRUE(std::isfinite(point.expected_pairs) && point.expected_pairs >= 0)
      << point.expected_pairs;
  EXPECT_TRUE(std::isfinite(point.pairs_95) && point.pairs_95 >= 0) << point.pairs_95;
  EXPECT_TRUE(std::isfinite(point.true_elo_logistic + point.true_elo_normalized));
}

TEST(AnyInput, IsRefusedByNameOrGivesFiniteFigures) {
  Rng rng(11);
  int taken = 0;
  for (int i = 0; i < 6000; ++i) {
    const SprtBounds bounds = AnyBounds(rng);
    SCOPED_TRACE(testing::Message() << i << ": " << bounds.elo0 << " " << bounds.elo1 << " "
                                    << bounds.alpha << " " << bounds.beta);
    const absl::StatusOr<Sprt> sprt = Sprt::Create(bounds);
    if (!sprt.ok()) {
      EXPECT_THAT(std::string(sprt.status().message()), MatchesRegex("(elo[01]|alpha|beta): .*"));
      continue;
    }
    ++taken;
    const Pentanomial counts = AnyCounts(rng);
    const Trinomial games = AnyGames(rng);
    SCOPED_TRACE(testing::PrintToString(counts) + testing::PrintToString(games));
    EXPECT_TRUE(sprt->lower() < 0 && sprt->upper() > 0);
    ExpectFinite(std::optional(sprt->Llr(counts)));
    ExpectFinite(std::optional(sprt->Llr(games)));
    if (taken % 4 != 0) continue;
    ExpectFinite(SequentialReport(
        *sprt, counts,
        {.every = static_cast<int64_t>(rng.Below(3)) * 64, .drawn_in = taken % 8 == 0}));
    ExpectFinite(SequentialReport(*sprt, games));
    Overshoot overshoot(8);
    overshoot.Update(8, sprt->Llr(counts));
    EXPECT_TRUE(std::isfinite(overshoot.Lower(*sprt) + overshoot.Upper(*sprt)));
  }
  EXPECT_GT(taken, 1000);
}

TEST(AnyInput, GivesAnIntervalInOrderHoweverRarelyItLooks) {
  Rng rng(7);
  const auto up_to = [&rng](double least, double powers) {
    return std::pow(10, least + powers * rng.Uniform());
  };
  int tests = 0;
  while (tests < 10'000) {
    SprtBounds bounds{.elo0 = (rng.Uniform() - 0.5) * up_to(-4, 7)};
    bounds.elo1 = bounds.elo0 + up_to(-4, 7);
    bounds.alpha = 0.9 * up_to(-9, 9);
    bounds.beta = 0.9 * up_to(-9, 9);
    if (rng.Chance(0.5)) bounds.model = EloModel::kLogistic;
    const absl::StatusOr<Sprt> sprt = Sprt::Create(bounds);
    Pentanomial counts{};
    for (int64_t& count : counts) {
      if (rng.Chance(0.7)) count = static_cast<int64_t>(up_to(0, rng.Chance(0.5) ? 3 : 11));
    }
    if (!sprt.ok() || Total(counts) == 0) continue;
    ++tests;
    const Looking looking{.every = static_cast<int64_t>(up_to(0, 6)), .drawn_in = rng.Chance(0.5)};
    const Report report = SequentialReport(*sprt, counts, looking);
    EXPECT_LE(report.elo->low, report.elo->value + 1e-6);
    EXPECT_LE(report.elo->value, report.elo->high + 1e-6);
  }
}

TEST(AnyInput, GivesFinitePlansAndForecasts) {
  Rng rng(12);
  int planned = 0;
  for (int i = 0; i < 3000; ++i) {
    const double draw_ratio = Likely(rng, 1);
    const double bias = Likely(rng, 300);
    const absl::StatusOr<double> variance = VariancePerGame(draw_ratio, bias);
    if (!variance.ok()) {
      EXPECT_THAT(std::string(variance.status().message()),
                  MatchesRegex("(draw_ratio|rms_bias): .*"));
      continue;
    }
    const absl::StatusOr<Sprt> sprt = Sprt::Create(AnyBounds(rng));
    if (!sprt.ok()) continue;
    const SprtBounds& bounds = sprt->bounds();
    SCOPED_TRACE(testing::Message() << i << ": " << bounds.elo0 << " " << bounds.elo1 << " "
                                    << bounds.alpha << " " << bounds.beta << " " << *variance);
    const double elo = 20000 * rng.Uniform() - 10000;
    ExpectFinite(PlanTest(*sprt, *variance, rng.Chance(0.5) ? elo : bounds.elo0));
    ExpectFinite(PlanTestLogistic(*sprt, *variance, elo));
    if (++planned % 16 != 0) continue;
    const int64_t left = rng.Chance(0.5) ? kMostCount : 1 + static_cast<int64_t>(rng.Below(5000));
    const std::optional<Forecast> forecast = ForecastTest(*sprt, AnyCounts(rng), left);
    if (!forecast) continue;
    for (const double p : {forecast->accepted, forecast->rejected, forecast->undecided}) {
      EXPECT_TRUE(p >= 0 && p <= 1 + 1e-12) << p;
    }
    EXPECT_LE(forecast->pairs_high, static_cast<double>(left));
    EXPECT_TRUE(std::isfinite(forecast->expected_pairs + forecast->pairs_high));
    EXPECT_LE(forecast->pairs_low, forecast->pairs_median * (1 + 1e-6));
    EXPECT_LE(forecast->pairs_median, forecast->pairs_high * (1 + 1e-6));
  }
  EXPECT_GT(planned, 300);
}

TEST(AnyInput, GivesFiniteScalesAndBayesianTests) {
  Rng rng(13);
  for (int i = 0; i < 3000; ++i) {
    const Trinomial games = AnyGames(rng);
    ExpectFinite(std::optional(DrawElo(games)));
    EXPECT_GT(DrawElo(games), 0);
    const SprtBounds bounds = AnyBounds(rng);
    SCOPED_TRACE(testing::Message() << i << ": " << bounds.elo0 << " " << bounds.elo1);
    const absl::StatusOr<Sprt> bayes = CreateBayesSprt(bounds, games);
    if (!bayes.ok()) continue;
    ExpectFinite(std::optional(bayes->Llr(games)));
    ExpectFinite(std::optional(LegacyBayesLlr(games, bounds.elo0, bounds.elo1)));
    const ScaleContext context{.sigma_per_game = 1e-6 + rng.Uniform(), .draw_ratio = rng.Uniform()};
    for (const EloScale scale : {EloScale::kNormalized, EloScale::kLogistic, EloScale::kBayes}) {
      const BoundOnScales bound = OnAllScales(bounds.elo0, scale, context);
      ExpectFinite(bound.normalized);
      ExpectFinite(bound.logistic);
      ExpectFinite(bound.bayes);
      ExpectFinite(bound.score);
    }
  }
}

TEST(AnyInput, GivesAFiniteConfidenceSequence) {
  Rng rng(14);
  for (int i = 0; i < 300; ++i) {
    const Pentanomial counts = AnyCounts(rng);
    SCOPED_TRACE(testing::PrintToString(counts));
    const Interval score = AlwaysValidScore(counts);
    EXPECT_TRUE(score.low >= 0 && score.low <= score.value + 1e-9);
    EXPECT_TRUE(score.high <= 1 && score.high >= score.value - 1e-9);
    ExpectFinite(AlwaysValidElo(counts));
  }
}

// Texts as people paste them: every one is read or refused with the field's name.
TEST(AnyInput, IsReadOrRefusedAsText) {
  Rng rng(15);
  const std::string_view kPieces[] = {"0",   "17", ",",   " ",    "-",   "+",
                                      "1e5", ".",  "999", "\xff", "NaN", "99999999999999999999"};
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (int piece = 0; piece < 5; ++piece) {
      text += rng.Chance(0.7) ? std::to_string(rng.Below(1000))
                              : std::string(kPieces[rng.Below(std::size(kPieces))]);
      if (piece < 4) text += ',';
    }
    const absl::StatusOr<Pentanomial> counts = ParsePentanomial(text);
    read += counts.ok();
    if (counts.ok()) {
      for (const int64_t count : *counts) EXPECT_TRUE(count >= 0 && count <= kMostCount) << text;
    } else {
      EXPECT_EQ(std::string(counts.status().message()).rfind("pentanomial", 0), 0u) << text;
    }
  }
  EXPECT_GT(read, 1000);
}

}  // namespace
}  // namespace rookery::stats

// Synthetic data with known weights: the fit must find them within its own standard errors, and a
// plain gradient descent, slow and obvious, must end where Newton's method does.
#include "tuner/fit/fit_weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "base/rng.h"

namespace rookery::fit {
namespace {

using params::EgIndex;
using params::MgIndex;
using params::Term;

constexpr double kK = 2.5;
constexpr int kPerGame = 4;
const std::vector<Term> kTerms = {Term::kMatPawn, Term::kMatKnight, Term::kMobRook, Term::kFork,
                                  Term::kPawnPassedR5};

// Positions with random counts of a few terms, results drawn from the weights given; as if forks
// were worth so many times as much.
TraceSet Synthetic(const params::Weights& truth, int positions, uint64_t seed, int forks = 1) {
  Rng rng(seed);
  TraceSet data;
  for (int i = 0; i < positions; ++i) {
    eval::Trace trace;
    trace.phase = static_cast<int>(rng.Below(25));
    if (rng.Chance(0.1)) trace.scales = {24, 64};
    for (const Term term : kTerms) {
      const int spread = term == Term::kMobRook ? 6 : 2;
      const auto count = static_cast<int>(rng.Below(2 * static_cast<uint64_t>(spread) + 1));
      trace.eighths[static_cast<size_t>(params::Index(term))][0] = eval::kUnit * (count - spread);
    }
    const double chance = 1 / (1 + std::exp(-kK * trace.Score(truth) / kScoreUnit));
    trace.eighths[static_cast<size_t>(params::Index(Term::kFork))][0] /= forks;
    data.Add(trace,
             {rng.Chance(chance) ? 1.0 : 0.0, std::nullopt, static_cast<uint64_t>(i / kPerGame)});
  }
  return data;
}

params::Weights Truth() {
  params::Weights truth = params::CatalogueWeights();
  EXPECT_TRUE(truth.Set("mat_pawn.mg", 85).ok());
  EXPECT_TRUE(truth.Set("mat_pawn.eg", 130).ok());
  EXPECT_TRUE(truth.Set("mob_rook.mg", 7).ok());
  EXPECT_TRUE(truth.Set("fork.eg", 40).ok());
  EXPECT_TRUE(truth.Set("pawn_passed_r5.mg", 60).ok());
  return truth;
}

std::vector<int> SeenScalars() {
  std::vector<int> scalars;
  for (const Term term : kTerms) {
    scalars.push_back(MgIndex(term));
    scalars.push_back(EgIndex(term));
  }
  return scalars;
}

FitOptions Loose() {
  FitOptions options;
  options.prior_steps = 1000;  // as good as none
  options.k = kK;
  return options;
}

TEST(FitWeights, FindsKnownWeightsWithinItsOwnErrors) {
  const params::Weights truth = Truth();
  TraceSet train = Synthetic(truth, 60'000, 1);
  TraceSet test = Synthetic(truth, 6'000, 2);
  const auto report = FitWeights(train, test, params::CatalogueWeights(), Loose());
  ASSERT_TRUE(report.ok()) << report.status();
  double squares = 0;
  int moved = 0;
  for (const FittedWeight& weight : report->fitted) {
    if (weight.count == 0) continue;
    const double z = (weight.value - truth[weight.scalar]) / weight.error;
    squares += z * z;
    ++moved;
    EXPECT_LT(std::abs(z), 4) << params::Table()[static_cast<size_t>(weight.scalar)].name;
  }
  EXPECT_EQ(moved, 2 * static_cast<int>(kTerms.size()));
  // Chi-square of 10 degrees: between 2.6 and 25.2 with 99 % in all.
  EXPECT_GT(squares, 2.1);
  EXPECT_LT(squares, 25.2);
  EXPECT_LT(report->test.loss_after, report->test.loss_before);
}

TEST(FitWeights, LeavesWhatWasNeverSeenAlone) {
  TraceSet train = Synthetic(Truth(), 2'000, 3);
  TraceSet test;
  params::Weights start = params::CatalogueWeights();
  ASSERT_TRUE(start.Set("castled.mg", 33).ok());
  const auto report = FitWeights(train, test, start, Loose());
  ASSERT_TRUE(report.ok());
  for (const FittedWeight& weight : report->fitted) {
    const bool asked =
        std::count(kTerms.begin(), kTerms.end(), static_cast<Term>(weight.scalar / 2)) > 0;
    EXPECT_EQ(weight.note == Note::kNeverSeen, !asked);
    if (!asked) {
      EXPECT_EQ(weight.after, start[weight.scalar]);
    }
  }
  EXPECT_EQ(report->weights[params::Constant::kNullDepth], start[params::Constant::kNullDepth]);
}

TEST(FitWeights, FitsTheChosenScalarsAlone) {
  TraceSet train = Synthetic(Truth(), 5'000, 4);
  TraceSet test;
  FitOptions options = Loose();
  options.scalars = {MgIndex(Term::kMobRook)};
  const auto report = FitWeights(train, test, params::CatalogueWeights(), options);
  ASSERT_TRUE(report.ok());
  ASSERT_EQ(report->fitted.size(), 1);
  EXPECT_GT(report->weights[MgIndex(Term::kMobRook)], 2);
  EXPECT_EQ(report->weights[EgIndex(Term::kMobRook)],
            params::CatalogueWeights()[EgIndex(Term::kMobRook)]);
  EXPECT_FALSE(report->anchored);
  options.scalars = {params::ScalarIndex(params::Constant::kNullDepth)};
  EXPECT_TRUE(absl::IsInvalidArgument(
      FitWeights(train, test, params::CatalogueWeights(), options).status()));
}

// A scale at which the truth lies beyond the ranges: taking it back must neither leave them nor
// lose what was fitted.
TEST(FitWeights, TakesTheScaleBackOnlyAsFarAsTheRangesLetIt) {
  for (const double k : {kK / 3, kK / 2, kK, 2 * kK}) {
    TraceSet train = Synthetic(Truth(), 5'000, 4);
    TraceSet test;
    FitOptions options = Loose();
    options.k = k;
    const auto report = FitWeights(train, test, params::CatalogueWeights(), options);
    ASSERT_TRUE(report.ok());
    for (const FittedWeight& weight : report->fitted) {
      const params::Parameter& p = params::Table()[static_cast<size_t>(weight.scalar)];
      EXPECT_GE(weight.value, p.min) << p.name << ", k " << k;
      EXPECT_LE(weight.value, p.max) << p.name << ", k " << k;
      if (weight.note == Note::kAtBound) {
        EXPECT_EQ(weight.error, 0) << p.name << ", k " << k;
      }
    }
    constexpr double kRounding = 2e-4;  // of whole centipawns
    EXPECT_LE(report->train.loss_after, report->steps.back().loss + kRounding) << "k " << k;
  }
}

TEST(FitWeights, GivesTheSameNumbersWithAnyNumberOfThreads) {
  TraceSet test;
  std::vector<double> values;
  for (const int threads : {1, 3}) {
    TraceSet train = Synthetic(Truth(), 5'000, 5);
    FitOptions options = Loose();
    options.threads = threads;
    const auto report = FitWeights(train, test, params::CatalogueWeights(), options);
    ASSERT_TRUE(report.ok());
    values.push_back(report->fitted[0].value);
    values.push_back(report->fitted[0].error);
  }
  EXPECT_EQ(values[0], values[2]);
  EXPECT_EQ(values[1], values[3]);
}

TEST(FitWeights, HoldsToThePriorWhereDataAreFew) {
  TraceSet test;
  FitOptions options = Loose();
  options.prior_steps = 0.05;
  options.scalars = {EgIndex(Term::kFork)};
  TraceSet train = Synthetic(Truth(), 500, 6);
  const auto report = FitWeights(train, test, params::CatalogueWeights(), options);
  ASSERT_TRUE(report.ok());
  EXPECT_NEAR(report->fitted[0].value, 25, 1);
  // It is known as well as the prior knows it, and no better.
  const double prior = options.prior_steps * params::Table()[EgIndex(Term::kFork)].step;
  EXPECT_NEAR(report->fitted[0].error, prior, 0.05 * prior);
}

// The prior keeps most weights larger than K asks for, which the anchor takes back; forks, which
// want to be larger than they may, are held at their bound, and aren't at it afterwards.
TEST(FitWeights, SaysOfEachWeightHowWellItIsKnownOrWhyNot) {
  params::Weights start = Truth();
  ASSERT_TRUE(start.Set("fork.mg", 89).ok() && start.Set("fork.eg", 89).ok());
  TraceSet train = Synthetic(start, 4'000, 7, 8);
  TraceSet test;
  FitOptions options = Loose();
  options.prior_steps = 1;
  options.k = 1.4 * kK;
  const auto report = FitWeights(train, test, start, options);
  ASSERT_TRUE(report.ok());
  ASSERT_TRUE(report->anchored);
  bool moved_off = false;
  for (const FittedWeight& weight : report->fitted) {
    const params::Parameter& parameter = params::Table()[static_cast<size_t>(weight.scalar)];
    EXPECT_TRUE(weight.error > 0 || weight.note != Note::kNone) << parameter.name;
    moved_off = moved_off || (weight.error <= 0 && weight.count > 0 &&
                              weight.value > parameter.min && weight.value < parameter.max);
  }
  EXPECT_TRUE(moved_off);  // or this test shows nothing
}

TEST(FitWeights, StaysWithinRangeAndSaysSo) {
  TraceSet train = Synthetic(Truth(), 4'000, 7);
  TraceSet test;
  FitOptions options = Loose();
  options.k = kK / 2;  // so that every weight wants to be twice as large
  options.scalars = SeenScalars();
  const auto report = FitWeights(train, test, params::CatalogueWeights(), options);
  ASSERT_TRUE(report.ok());
  int at_bound = 0;
  for (const FittedWeight& weight : report->fitted) {
    const params::Parameter& parameter = params::Table()[static_cast<size_t>(weight.scalar)];
    EXPECT_GE(weight.after, parameter.min);
    EXPECT_LE(weight.after, parameter.max);
    const bool bound = weight.after == parameter.min || weight.after == parameter.max;
    EXPECT_EQ(weight.note == Note::kAtBound, bound) << parameter.name;
    at_bound += bound ? 1 : 0;
  }
  EXPECT_GE(at_bound, 2);
}

TEST(FitWeights, FindsTheScaleThatTheStartMeans) {
  TraceSet train = Synthetic(params::CatalogueWeights(), 20'000, 8);
  TraceSet test;
  FitOptions options;
  const auto report = FitWeights(train, test, params::CatalogueWeights(), options);
  ASSERT_TRUE(report.ok());
  EXPECT_NEAR(report->k, kK, 0.1);
  EXPECT_TRUE(report->anchored);
  // A pawn still means what it meant: the scale is anchored.
  const Objective after(&train, 1);
  EXPECT_NEAR(after.BestK(ToVector(report->weights)), report->k, 0.02);
}

// Descent with momentum over the scalars that positions ask for, each step after a weight's own
// curvature; written anew, one position and one weight after the other.
std::vector<double> Descend(const TraceSet& data, const std::vector<int>& scalars, double prior) {
  const params::Weights start = params::CatalogueWeights();
  std::vector<double> values;
  for (const int scalar : scalars) values.push_back(start[scalar]);
  std::vector<double> speed(scalars.size());
  for (int step = 0; step < 400; ++step) {
    std::vector<double> slopes(scalars.size());
    std::vector<double> curvatures(scalars.size());
    for (size_t i = 0; i < data.size(); ++i) {
      const TraceSet::Row& row = data.row(i);
      std::vector<double> shares(scalars.size());
      double full = 0;
      for (const TraceSet::Entry& entry : data.entries(i)) {
        for (size_t j = 0; j < scalars.size(); ++j) {
          if (scalars[j] / 2 != entry.term) continue;
          shares[j] = entry.eighths * (scalars[j] % 2 == 0 ? row.phase : 24 - row.phase);
          full += shares[j] * values[j];
        }
      }
      const double unit =
          (full >= 0 ? row.scale_white : row.scale_black) / (24.0 * 8 * 64) * kK / kScoreUnit;
      const double chance = 1 / (1 + std::exp(-full * unit));
      for (size_t j = 0; j < scalars.size(); ++j) {
        slopes[j] += (chance - static_cast<double>(row.target)) * shares[j] * unit;
        curvatures[j] += chance * (1 - chance) * shares[j] * shares[j] * unit * unit;
      }
    }
    for (size_t j = 0; j < scalars.size(); ++j) {
      const double deviation = prior * params::Table()[static_cast<size_t>(scalars[j])].step;
      const double precision = 1 / (deviation * deviation);
      const double slope = slopes[j] + precision * (values[j] - start[scalars[j]]);
      speed[j] = 0.8 * speed[j] - 0.2 * slope / (curvatures[j] + precision);
      values[j] += speed[j];
    }
  }
  return values;
}

TEST(FitWeights, EndsWherePlainGradientDescentEnds) {
  TraceSet train = Synthetic(params::CatalogueWeights(), 1'000, 9);
  TraceSet test;
  FitOptions options = Loose();
  options.prior_steps = 1;
  options.scalars = SeenScalars();
  const auto report = FitWeights(train, test, params::CatalogueWeights(), options);
  ASSERT_TRUE(report.ok());
  const std::vector<double> slow = Descend(train, options.scalars, options.prior_steps);
  for (size_t i = 0; i < slow.size(); ++i) {
    ASSERT_EQ(report->fitted[i].note, Note::kNone);
    EXPECT_NEAR(report->fitted[i].value, slow[i], 0.01)
        << params::Table()[static_cast<size_t>(options.scalars[i])].name;
  }
}

// Each step tells the losses of the weights that it began with: those of the start, and at last
// what the fit found, before rounding.
TEST(FitWeights, TellsTheLossesOfBothSetsStepByStep) {
  TraceSet train = Synthetic(Truth(), 4'000, 11);
  TraceSet test = Synthetic(Truth(), 2'000, 12);
  params::Weights start;
  ASSERT_TRUE(start.Set("mat_knight.mg", 200).ok());  // far too little
  ASSERT_TRUE(start.Set("mat_knight.eg", 200).ok());
  FitOptions options = Loose();
  options.scalars = SeenScalars();
  std::vector<FitStep> told;
  options.on_step = [&told](const FitStep& step) {
    told.push_back(step);
    return true;
  };
  const auto report = FitWeights(train, test, start, options);
  ASSERT_TRUE(report.ok());
  const std::vector<FitStep>& steps = report->steps;
  ASSERT_GT(steps.size(), 2);
  ASSERT_EQ(told.size(), steps.size());
  EXPECT_DOUBLE_EQ(steps[0].loss, report->train.loss_before);
  EXPECT_DOUBLE_EQ(*steps[0].test_loss, report->test.loss_before);
  const double gained = report->test.loss_before - report->test.loss_after;
  EXPECT_GT(gained, 1e-3);
  EXPECT_NEAR(*steps.back().test_loss, report->test.loss_after, gained / 10);
  for (size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].number, static_cast<int>(i) + 1);
    EXPECT_EQ(told[i].test_loss, steps[i].test_loss);
    if (i > 0) {
      EXPECT_LE(steps[i].loss, steps[i - 1].loss);
    }
  }
  TraceSet none;
  const auto untested = FitWeights(train, none, start, options);
  ASSERT_TRUE(untested.ok());
  EXPECT_FALSE(untested->steps[0].test_loss.has_value());
}

TEST(FitWeights, SaysHowFarAWeightMovedInItsErrors) {
  FittedWeight weight{0, 10, 4, 4.2, 1.5, 100};
  EXPECT_DOUBLE_EQ(*MoveInErrors(weight), -4);
  weight.error = 0;
  EXPECT_FALSE(MoveInErrors(weight).has_value());
}

TEST(FitWeights, SaysWhenThereIsNothingToFitTo) {
  TraceSet empty;
  TraceSet test;
  EXPECT_TRUE(absl::IsFailedPrecondition(
      FitWeights(empty, test, params::CatalogueWeights(), Loose()).status()));
}

TEST(FitWeights, StopsWhenAsked) {
  TraceSet train = Synthetic(Truth(), 1'000, 10);
  TraceSet test;
  FitOptions options = Loose();
  options.on_step = [](const FitStep&) { return false; };
  EXPECT_TRUE(
      absl::IsCancelled(FitWeights(train, test, params::CatalogueWeights(), options).status()));
}

}  // namespace
}  // namespace rookery::fit

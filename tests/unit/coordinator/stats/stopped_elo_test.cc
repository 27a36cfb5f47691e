#include "coordinator/stats/stopped_elo.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::stats {
namespace {

TEST(StoppedElo, IsTheFixedEstimateWhileFarFromTheBounds) {
  // fishtest: 12.124652828472136 [-3.2309423674852553, ...], LOS 0.9391224710527865.
  const Sprt sprt = *Sprt::Create({.elo0 = 0.5, .elo1 = 2.5});
  const StoppedElo stopped = EstimateStoppedElo(sprt, MakeSample(Pentanomial{0, 40, 120, 55, 0}));
  EXPECT_NEAR(stopped.elo, 12.124652828472136, 1e-7);
  EXPECT_NEAR(stopped.low, -3.2309423674852553, 1e-7);
  EXPECT_NEAR(stopped.los, 0.9391224710527865, 1e-10);
}

TEST(StoppedElo, IsAntisymmetricInTheSides) {
  const StoppedElo here = EstimateStoppedElo(*Sprt::Create({.elo0 = -2, .elo1 = 5}),
                                             MakeSample(Pentanomial{8, 191, 555, 275, 24}));
  const StoppedElo there = EstimateStoppedElo(*Sprt::Create({.elo0 = -5, .elo1 = 2}),
                                              MakeSample(Pentanomial{24, 275, 555, 191, 8}));
  EXPECT_NEAR(here.elo, -there.elo, 1e-6);
  EXPECT_NEAR(here.low, -there.high, 1e-6);
  EXPECT_NEAR(here.los, 1 - there.los, 1e-9);
}

TEST(StoppedElo, EndsWhereTheScaleEnds) {
  const StoppedElo stopped =
      EstimateStoppedElo(*Sprt::Create({}), MakeSample(Pentanomial{1, 0, 0, 0, 0}));
  EXPECT_EQ(stopped.low, -1000);
  EXPECT_TRUE(std::isfinite(stopped.high));
}

}  // namespace
}  // namespace rookery::stats

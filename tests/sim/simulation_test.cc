#include "tests/sim/simulation.h"

#include <gtest/gtest.h>

namespace rookery::sim {
namespace {

using coordinator::PlantedFault;

// What continuous integration runs each time; rookery-sim goes on from there.
constexpr uint64_t kSeeds = 200;

SimOptions Fleet(uint64_t seed) {
  SimOptions options;
  options.seed = seed;
  return options;
}

TEST(Simulation, HoldsAllInvariantsThroughCrashesLossesAndLies) {
  uint64_t crashes = 0;
  uint64_t pairs = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const SimResult result = Simulate(Fleet(seed));
    ASSERT_EQ(result.failure, "") << "replay: rookery-sim --seeds 1 --first-seed " << seed;
    crashes += result.crashes;
    pairs += result.pairs;
  }
  // The story is worth telling only if something happened in it.
  EXPECT_GT(crashes, kSeeds / 2);
  EXPECT_GT(pairs, kSeeds * 50);
}

TEST(Simulation, TellsTheSameStoryForTheSameSeed) {
  const SimResult first = Simulate(Fleet(42));
  const SimResult second = Simulate(Fleet(42));
  EXPECT_EQ(first.trace_hash, second.trace_hash);
  EXPECT_EQ(first.events, second.events);
  EXPECT_NE(first.trace_hash, Simulate(Fleet(43)).trace_hash);
}

class PlantedFaultTest : public ::testing::TestWithParam<int> {};

TEST_P(PlantedFaultTest, IsCaughtWithinTwoHundredSeeds) {
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SimOptions options = Fleet(seed);
    options.planted = static_cast<PlantedFault>(GetParam());
    options.patience = absl::Hours(1);
    const SimResult result = Simulate(options);
    if (result.failure.empty()) continue;
    RecordProperty("seed", static_cast<int>(seed));
    RecordProperty("failure", result.failure);
    return;
  }
  FAIL() << "planted fault " << GetParam() << " was never caught";
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFaultTest,
                         ::testing::Range(1, coordinator::kPlantedFaults + 1));

}  // namespace
}  // namespace rookery::sim

#include "cli/tune_race.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/status.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Written(const std::string& name, const params::Weights& weights) {
  const std::string path = testing::TempPath(name);
  std::ofstream(path) << params::CanonicalText(weights);
  return path;
}

TEST(TuneRace, HasTheParametersInWhichCandidatesDifferAndTheStartFirst) {
  params::Weights first;
  ASSERT_TRUE(first.Set("tempo.mg", 13).ok());
  params::Weights second;
  ASSERT_TRUE(second.Set("bishop_pair.eg", 41).ok());
  const auto race = RaceOf("default", params::Weights(),
                           {Written("first.toml", first), Written("second.toml", second)}, 5);
  ASSERT_TRUE(race.ok()) << race.status();
  ASSERT_EQ(race->parameters_size(), 2);
  EXPECT_EQ(race->parameters(0).name(), "bishop_pair.eg");
  EXPECT_EQ(race->parameters(1).name(), "tempo.mg");
  ASSERT_EQ(race->candidates_size(), 3);
  EXPECT_EQ(race->candidates(0).name(), "default");
  EXPECT_EQ(race->candidates(1).values(1), 13);
  EXPECT_EQ(race->candidates(2).values(0), 41);
  EXPECT_EQ(race->candidates(2).values(1), race->candidates(0).values(1));
  EXPECT_EQ(race->parameters(1).start(), race->candidates(0).values(1));
}

TEST(TuneRace, WeightsThatAreTheSameAndNoneAtAllAreRefused) {
  EXPECT_THAT(Message(RaceOf("default", {}, {}, 5).status()), HasSubstr("--candidate: 0 given"));
  const std::string same = Written("same.toml", params::Weights());
  EXPECT_THAT(Message(RaceOf("default", {}, {same}, 5).status()),
              HasSubstr("same weights; leave one out"));
  EXPECT_THAT(Message(RaceOf("default", {}, {"/no/such.toml"}, 5).status()),
              HasSubstr("--candidate"));
}

}  // namespace
}  // namespace rookery::cli

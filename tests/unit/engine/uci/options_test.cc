#include "engine/uci/options.h"

#include <gtest/gtest.h>

namespace rookery::uci {
namespace {

TEST(SetOption, ReachesEveryParameterOfTheTable) {
  for (const params::Parameter& parameter : params::Table()) {
    for (const int value : {parameter.min, parameter.max}) {
      Options options;
      const SetOptionCommand command{std::string(parameter.name), std::to_string(value)};
      ASSERT_TRUE(SetOption(command, options).ok()) << parameter.name;
      EXPECT_EQ(options.weights.Get(parameter.name).value(), value);
    }
    Options options;
    const SetOptionCommand beyond{std::string(parameter.name), std::to_string(parameter.max + 1)};
    EXPECT_FALSE(SetOption(beyond, options).ok()) << parameter.name;
  }
}

TEST(SetOption, DoesNotMindCase) {
  Options options;
  EXPECT_TRUE(SetOption({"hash", "64"}, options).ok());
  EXPECT_EQ(options.hash_mb, 64);
  EXPECT_TRUE(SetOption({"uci_chess960", "TRUE"}, options).ok());
  EXPECT_TRUE(options.chess960);
}

TEST(SetOption, TakesAWeightSetByName) {
  Options options;
  ASSERT_TRUE(SetOption({"Weights", "default,-king"}, options).ok());
  EXPECT_EQ(options.weights.Get("castled.mg").value(), 0);
}

TEST(SetOption, TakesThreadsWithinTheirBounds) {
  Options options;
  EXPECT_FALSE(SetOption({"Threads", "0"}, options).ok());
  EXPECT_FALSE(SetOption({"Threads", "257"}, options).ok());
  EXPECT_TRUE(SetOption({"Threads", "2"}, options).ok());
  EXPECT_EQ(options.threads, 2);
}

}  // namespace
}  // namespace rookery::uci

#include "tuner/optim/parameter_file.h"

#include <gtest/gtest.h>

#include "base/status.h"

namespace rookery::optim {
namespace {

TEST(ParameterFile, EachFormatIsKnownByItsShapeAndSurvivesARoundTrip) {
  const auto fishtest =
      ReadParameters("# a comment\nA,100,0,200,10,0.002\n\nB,12.5,0,25,.75,0\n", "tune.csv");
  ASSERT_TRUE(fishtest.ok()) << fishtest.status();
  EXPECT_EQ(fishtest->format, FileFormat::kFishtest);
  ASSERT_EQ(fishtest->space.size(), 2U);
  EXPECT_EQ(fishtest->space[1].c_end, 0.75);
  EXPECT_EQ(WriteParameters(fishtest->space, FileFormat::kFishtest),
            "A,100,0,200,10,0.002\nB,12.5,0,25,0.75,0\n");

  const auto bench = ReadParameters("A, int, 5, 0, 10, 1, .002\nB, float, .5, 0, 1, .1, .002", "f");
  ASSERT_TRUE(bench.ok()) << bench.status();
  EXPECT_EQ(bench->format, FileFormat::kOpenBench);
  EXPECT_EQ(bench->space[1].type, ValueType::kReal);
  const auto again = ReadParameters(WriteParameters(bench->space, FileFormat::kOpenBench), "g");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->space, bench->space);

  const auto weather = ReadParameters(
      R"({"A": {"value": 3, "min_value": 0, "max_value": 9, "step": 1.5}})", "config.json");
  ASSERT_TRUE(weather.ok()) << weather.status();
  EXPECT_EQ(weather->format, FileFormat::kWeatherFactory);
  EXPECT_EQ(weather->space[0].c_end, 1.5);
  const auto twin =
      ReadParameters(WriteParameters(weather->space, FileFormat::kWeatherFactory), "config.json");
  ASSERT_TRUE(twin.ok());
  EXPECT_EQ(twin->space, weather->space);
}

TEST(ParameterFile, AllFaultsOfAFileAreToldAtOnceWithLineAndField) {
  const auto file = ReadParameters(
      "A,100,0,200,10,0.002\nA,5,0,10,1,0.002\nB,50,0,10,1,0.002\nC,x,0,y,1,0.002\nD,1,2\n"
      "E,1,3,2,-1,-2\n,1,0,2,1,0\nF,1,0,2,1,1e308\n",
      "t.csv");
  ASSERT_FALSE(file.ok());
  const std::string text = Message(file.status());
  EXPECT_NE(text.find("t.csv:3: start: 50 is outside 0 to 10"), std::string::npos) << text;
  EXPECT_NE(text.find("t.csv:4: start: 'x' is not a number"), std::string::npos) << text;
  EXPECT_NE(text.find("t.csv:4: max: 'y' is not a number"), std::string::npos) << text;
  EXPECT_NE(text.find("t.csv:5: 3 fields"), std::string::npos) << text;
  EXPECT_NE(text.find("t.csv:6: max: 2 is not above min"), std::string::npos) << text;
  EXPECT_NE(text.find("t.csv:6: c_end: -1"), std::string::npos) << text;
  EXPECT_NE(text.find("t.csv:6: r_end: -2"), std::string::npos) << text;
  EXPECT_NE(text.find("t.csv:8: r_end: 1e+308 is not within 0 to 1000"), std::string::npos) << text;
  EXPECT_NE(text.find("t.csv:7: name"), std::string::npos) << text;
  EXPECT_NE(text.find("'A' comes twice"), std::string::npos) << text;
}

TEST(ParameterFile, JsonFaultsNameParameterAndField) {
  const auto file = ReadParameters(R"({"A": {"value": "3"}, "B": 5})", "c.json");
  ASSERT_FALSE(file.ok());
  const std::string text = Message(file.status());
  EXPECT_NE(text.find("c.json: A: value"), std::string::npos) << text;
  EXPECT_NE(text.find("c.json: A: step"), std::string::npos) << text;
  EXPECT_NE(text.find("c.json: B: min_value"), std::string::npos) << text;
}

TEST(ParameterFile, JsonKeysThatComeTwiceAreFaultsAndFieldsAreCalledAsTheFormatDoes) {
  const auto file = ReadParameters(
      R"({"A": {"value": 3, "min_value": 0, "max_value": 9, "step": -1, "value": 4},
          "B": {"value": 50, "min_value": 0, "max_value": 9, "step": 1},
          "A": {"value": 3, "min_value": 0, "max_value": 9, "step": 1}})",
      "c.json");
  ASSERT_FALSE(file.ok());
  const std::string text = Message(file.status());
  EXPECT_NE(text.find("c.json: A: value: it comes twice"), std::string::npos) << text;
  EXPECT_NE(text.find("c.json: A: it comes twice"), std::string::npos) << text;
  EXPECT_NE(text.find("c.json: B: value: 50 is outside 0 to 9"), std::string::npos) << text;
  // Each once, and no field of the second A, which holds none twice.
  size_t twice = 0;
  for (size_t at = 0; (at = text.find("it comes twice", at)) != std::string::npos; ++at) ++twice;
  EXPECT_EQ(twice, 2U) << text;
}

TEST(ParameterFile, EmptyAndBrokenFilesAreRefused) {
  EXPECT_FALSE(ReadParameters("", "f").ok());
  EXPECT_FALSE(ReadParameters("# nothing\n", "f").ok());
  EXPECT_FALSE(ReadParameters("{", "f").ok());
  EXPECT_FALSE(ReadParameters("[1]", "f").ok());
  EXPECT_FALSE(ReadParameters("A,1e999,0,2,1,0", "f").ok());
}

}  // namespace
}  // namespace rookery::optim

#include "cli/local_engine.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(ParseLocalEngine, ReadsBothKinds) {
  const auto uci =
      ParseLocalEngine("name=A,cmd=./a,arg=-x,arg=-y,option.Hash=16,option.Use Book=false");
  ASSERT_TRUE(uci.ok()) << uci.status();
  EXPECT_EQ(uci->name, "A");
  EXPECT_EQ(uci->arguments, (std::vector<std::string>{"-x", "-y"}));
  EXPECT_EQ(uci->options[1], (std::pair<std::string, std::string>("Use Book", "false")));
  EXPECT_EQ(ParseLocalEngine("cmd=/usr/games/stockfish")->name, "stockfish");
  EXPECT_EQ(ParseLocalEngine("weights=default")->weights, "default");
}

TEST(ParseLocalEngine, LimitsOfItsOwnReplaceTheOthers) {
  worker::SideLimits common;
  common.per_move.nodes = 100;
  EXPECT_EQ(ParseLocalEngine("cmd=a", common)->limits.per_move.nodes, 100);
  const auto own = ParseLocalEngine("cmd=a,depth=7", common);
  EXPECT_EQ(own->limits.per_move.nodes, 0);
  EXPECT_EQ(own->limits.per_move.depth, 7);
}

TEST(ParseLocalEngine, KeepsCommasInsideValues) {
  EXPECT_EQ(ParseLocalEngine("cmd=a,option.Path=x,y,name=B")->options[0].second, "x,y");
}

TEST(ParseLocalEngine, RefusesWhatItDoesNotKnow) {
  for (const char* text : {"", "name=A", "cmd=a,weights=b", "cmd=a,hash=3", "cmd=a,option.=3",
                           "cmd=a,nodes=0", "cmd=a,depth=x", "cmd=a,restart=maybe", "a"}) {
    EXPECT_FALSE(ParseLocalEngine(text).ok()) << text;
  }
}

TEST(MakeNamesUnique, NumbersTheLaterOnes) {
  std::vector<MatchEngine> engines(3);
  for (MatchEngine& engine : engines) engine.name = "sf";
  MakeNamesUnique(engines, '_');
  EXPECT_EQ(engines[0].name, "sf");
  EXPECT_EQ(engines[2].name, "sf_3");
}

TEST(MakeNamesUnique, TakesNoNameThatSomebodyHas) {
  std::vector<MatchEngine> engines(4);
  for (MatchEngine& engine : engines) engine.name = "sf";
  engines[3].name = "sf_2";
  MakeNamesUnique(engines, '_');
  EXPECT_EQ(engines[1].name, "sf_3");
  EXPECT_EQ(engines[2].name, "sf_4");
  EXPECT_EQ(engines[3].name, "sf_2");
}

// The engine is sent the last value; a report that named the first would be wrong.
TEST(SetOption, KeepsTheLastValueAndRefusesLineBreaks) {
  OptionValues options;
  ASSERT_TRUE(SetOption("Hash", "8", options).ok());
  ASSERT_TRUE(SetOption("hash", "9", options).ok());
  EXPECT_EQ(options, (OptionValues{{"hash", "9"}}));
  EXPECT_FALSE(SetOption("Log", "a\nsetoption name Hash value 1", options).ok());
  EXPECT_FALSE(SetOption("Log\r", "a", options).ok());
  EXPECT_EQ(options.size(), 1u);
}

}  // namespace
}  // namespace rookery::cli

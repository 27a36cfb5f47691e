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

}  // namespace
}  // namespace rookery::cli

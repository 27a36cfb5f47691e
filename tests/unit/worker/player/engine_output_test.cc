#include "worker/player/engine_output.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "engine/search/engine.h"

namespace rookery::worker {
namespace {

TEST(ReadInfo, TakesFieldsInAnyOrder) {
  const InfoFields info = ReadInfo(" nodes 77 pv e2e4 e7e5 depth 9 score cp -12 multipv 2");
  EXPECT_EQ(info.score_cp, -12);
  EXPECT_EQ(info.depth, 9);
  EXPECT_EQ(info.nodes, 77);
  EXPECT_EQ(info.multipv, 2);
}

TEST(ReadInfo, LeavesOutWhatIsNoNumber) {
  const InfoFields info = ReadInfo(" depth 12x nodes 1e3 score cp 12.5 nodes 5");
  EXPECT_FALSE(info.score_cp);
  EXPECT_EQ(info.depth, 0);
  EXPECT_EQ(info.nodes, 5);
  EXPECT_FALSE(ReadInfo(" score cp 99999999999999999999999").score_cp);
  EXPECT_FALSE(ReadInfo(" string score cp 5").score_cp);
}

TEST(ReadInfo, CountsMatesInPlies) {
  EXPECT_EQ(ReadInfo(" score mate 1").score_cp, search::kMateScore - 1);
  EXPECT_EQ(ReadInfo(" score mate 3").score_cp, search::kMateScore - 5);
  EXPECT_EQ(ReadInfo(" score mate -1").score_cp, -search::kMateScore + 2);
  EXPECT_EQ(ReadInfo(" score mate 0").score_cp, -search::kMateScore);
  EXPECT_GT(*ReadInfo(" score mate 999999999").score_cp, search::kMateBound);
  EXPECT_EQ(*ReadInfo(" score cp 999999").score_cp, search::kMateBound);
}

TEST(ReadInfo, MarksBounds) {
  EXPECT_TRUE(ReadInfo(" score cp 5 lowerbound").bound);
  EXPECT_FALSE(ReadInfo(" score cp 5").bound);
}

TEST(ReadInfo, SurvivesAnyBytes) {
  Rng rng(3);
  constexpr std::string_view kPieces[] = {" score", " cp",      " mate", " pv",    " e2e4",
                                          " 7",     " -",       "\t",    " depth", " string",
                                          " \xFF",  " multipv", " nodes"};
  for (int i = 0; i < 20'000; ++i) {
    std::string line;
    for (uint64_t n = rng.Below(12); n > 0; --n) line += kPieces[rng.Below(std::size(kPieces))];
    const InfoFields info = ReadInfo(line);
    EXPECT_GE(info.nodes, 0) << line;
  }
}

TEST(ReadOption, KeepsBlanksInNamesDefaultsAndChoices) {
  const auto option =
      ReadOption(" name Use Type Book type combo default Very Solid var Very Solid var Wild");
  ASSERT_TRUE(option);
  EXPECT_EQ(option->name, "Use Type Book");
  EXPECT_EQ(option->choices, (std::vector<std::string>{"Very Solid", "Wild"}));
  EXPECT_FALSE(ReadOption(" name Broken"));
  EXPECT_FALSE(ReadOption(""));
}

TEST(CheckOptionValue, FollowsTheDeclaration) {
  const EngineOption spin{"Hash", "spin", 1, 1024, {}};
  EXPECT_EQ(CheckOptionValue(spin, "16"), "");
  EXPECT_EQ(CheckOptionValue(spin, "0"), "a number from 1 to 1024");
  EXPECT_EQ(CheckOptionValue(spin, "x"), "a number from 1 to 1024");
  EXPECT_EQ(CheckOptionValue({"Odd", "spin", {}, {}, {}}, "12345678901"), "");
  EXPECT_EQ(CheckOptionValue({"Own", "check", {}, {}, {}}, "yes"), "true or false");
  EXPECT_EQ(CheckOptionValue({"Style", "combo", {}, {}, {"Wild"}}, "wild"), "");
  EXPECT_TRUE(SameOptionName("HASH", "hash"));
}

}  // namespace
}  // namespace rookery::worker

#include "engine/uci/team.h"

#include <gtest/gtest.h>

#include <thread>

#include "engine/chess/notation.h"

namespace rookery::uci {
namespace {

chess::Game GameFrom(std::string_view fen) { return chess::Game(chess::ParseFen(fen).value()); }

search::EngineOptions Small() {
  search::EngineOptions options;
  options.hash_bytes = 256 << 10;
  return options;
}

search::SearchLimits Limited(int64_t nodes, int depth) {
  search::SearchLimits limits;
  limits.nodes = nodes;
  limits.depth = depth;
  return limits;
}

constexpr std::string_view kMiddlegame =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

TEST(Team, OfOneIsItsEngine) {
  RealClock clock;
  Team team(Small(), &clock, 1);
  search::Engine engine(Small(), &clock);
  engine.NewGame(3);
  team.NewGame(3);
  const chess::Game game = GameFrom(kMiddlegame);
  const auto alone = engine.Search(game, Limited(20'000, 0));
  const auto together = team.Search(game, Limited(20'000, 0), {});
  EXPECT_EQ(together.best, alone.best);
  EXPECT_EQ(together.score, alone.score);
  EXPECT_EQ(together.nodes, alone.nodes);
}

TEST(Team, SharesOutALimitOfNodes) {
  RealClock clock;
  Team team(Small(), &clock, 3);
  const chess::Game game = GameFrom(kMiddlegame);
  for (const int64_t nodes : {1, 3, 3'000, 30'000}) {
    const auto result = team.Search(game, Limited(nodes, 0), {});
    EXPECT_TRUE(game.position().IsLegal(result.best));
    EXPECT_LE(result.nodes, std::max<int64_t>(nodes, 3));
  }
}

TEST(Team, FindsTheMateWhateverItsThreadsDo) {
  RealClock clock;
  Team team(Small(), &clock, 4);
  for (int round = 0; round < 5; ++round) {
    team.NewGame(static_cast<uint64_t>(round));
    const auto result = team.Search(GameFrom("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"), Limited(0, 5), {});
    EXPECT_EQ(result.score, search::kMateScore - 3);
  }
}

TEST(Team, CountsTheNodesOfAllInItsReports) {
  RealClock clock;
  Team team(Small(), &clock, 3);
  int64_t last = 0;
  const auto result = team.Search(GameFrom(kMiddlegame), Limited(0, 9),
                                  [&](const search::SearchReport& report) { last = report.nodes; });
  EXPECT_GE(result.nodes, last);
  EXPECT_GT(last, 0);
}

TEST(Team, ForgetsTheNodesOfTheSearchBefore) {
  RealClock clock;
  Team team(Small(), &clock, 4);
  const chess::Game game = GameFrom(kMiddlegame);
  for (int round = 0; round < 10; ++round) {
    const int64_t before = team.Search(game, Limited(40'000, 0), {}).nodes;
    int64_t first = -1;
    team.Search(game, Limited(4'000, 1), [&](const search::SearchReport& report) {
      if (first < 0) first = report.nodes;
    });
    EXPECT_LT(first, before / 2);
  }
}

TEST(Team, EndsAtStopAndSearchesAgainAfterwards) {
  RealClock clock;
  Team team(Small(), &clock, 3);
  search::SearchLimits endless;
  endless.infinite = true;
  const chess::Game game = GameFrom(kMiddlegame);
  for (int round = 0; round < 3; ++round) {
    search::SearchResult result;
    std::thread searching([&] { result = team.Search(game, endless, {}); });
    team.Stop();
    searching.join();
    team.ForgetStop();
    EXPECT_TRUE(game.position().IsLegal(result.best));
  }
  EXPECT_EQ(team.Search(game, Limited(0, 4), {}).depth, 4);
}

}  // namespace
}  // namespace rookery::uci

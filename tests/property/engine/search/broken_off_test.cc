// What a search says that a limit of nodes broke off in the middle of a depth: a mate only if a
// whole depth saw it or it was found for the move that is played, and no move into a mate while
// there are others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "engine/chess/notation.h"
#include "engine/search/engine.h"
#include "engine/search/score.h"

namespace rookery::search {
namespace {

constexpr int64_t kMostNodes = 20'000;
constexpr int kDeepEnough = 8;  // to see the mates that a few thousand nodes see

// The side to move is close to a mate that it can avoid.
constexpr const char* kInDanger[] = {
    "1b1r1r2/1R1k4/1K6/R6p/6p1/5b2/8/1R5R b - - 0 1",
    "q4q2/8/5R2/8/8/2k3N1/8/2KB4 w - - 0 1",
    "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1",
    "2r3k1/5ppp/8/8/8/8/1q3PPP/2R2QK1 w - - 0 1",
};

class BrokenOff : public ::testing::TestWithParam<const char*> {
 protected:
  SearchResult Search(int64_t nodes) {
    reports_.clear();
    engine_.NewGame(0);
    SearchLimits limits;
    limits.nodes = nodes;
    return engine_.Search(game_, limits,
                          [&](const SearchReport& report) { reports_.push_back(report); });
  }

  FakeClock clock_;
  Engine engine_{{}, &clock_};
  chess::Game game_{chess::ParseFen(GetParam()).value()};
  std::vector<SearchReport> reports_;
};

TEST_P(BrokenOff, ClaimsNoMateThatNoDepthSaw) {
  for (int64_t nodes = 50; nodes < kMostNodes; nodes += nodes / 10) {
    const SearchResult result = Search(nodes);
    ASSERT_FALSE(reports_.empty());
    const SearchReport& last = reports_.back();
    EXPECT_EQ(last.score, result.score) << nodes;
    EXPECT_EQ(last.line.front(), result.best) << nodes;
    if (last.score > -kMateBound || reports_.size() < 2) continue;
    EXPECT_EQ(last.score, reports_[reports_.size() - 2].score) << "after " << nodes << " nodes";
  }
}

INSTANTIATE_TEST_SUITE_P(InDanger, BrokenOff, ::testing::ValuesIn(kInDanger));

}  // namespace
}  // namespace rookery::search

#include "worker/player/uci_player.h"

#include <gtest/gtest.h>

#include <functional>

namespace rookery::worker {
namespace {

MoveLimits Of(const std::function<void(search::SearchLimits&)>& set) {
  MoveLimits limits;
  set(limits.own);
  limits.margin_ms = 50;
  return limits;
}
MoveLimits OfNodes(int64_t nodes) {
  return Of([nodes](auto& own) { own.nodes = nodes; });
}

TEST(SearchLimitMs, FollowsTheClockOrTheTimeOfTheMove) {
  const UciTimeouts timeouts;
  EXPECT_EQ(SearchLimitMs(Of([](auto& own) { own.time_left_ms = 1000; }), timeouts),
            1000 + 50 + timeouts.overrun_ms);
  EXPECT_GE(SearchLimitMs(Of([](auto& own) { own.movetime_ms = 100; }), timeouts),
            100 + 50 + timeouts.overrun_ms);
  // A clock holds whatever else is asked for.
  EXPECT_EQ(SearchLimitMs(Of([](auto& own) {
                            own.nodes = 5;
                            own.time_left_ms = 1000;
                          }),
                          timeouts),
            1000 + 50 + timeouts.overrun_ms);
}

TEST(SearchLimitMs, GrowsWithTheNodesUpToThatOfADepth) {
  const UciTimeouts timeouts;
  EXPECT_EQ(SearchLimitMs(Of([](auto& own) { own.depth = 5; }), timeouts), timeouts.search_ms);
  EXPECT_EQ(SearchLimitMs(OfNodes(200), timeouts), 12'000);
  EXPECT_EQ(SearchLimitMs(OfNodes(5000), timeouts), 60'000);
  EXPECT_EQ(SearchLimitMs(OfNodes(1'000'000), timeouts), timeouts.search_ms);
  EXPECT_EQ(SearchLimitMs(OfNodes(INT64_MAX), timeouts), timeouts.search_ms);
}

}  // namespace
}  // namespace rookery::worker

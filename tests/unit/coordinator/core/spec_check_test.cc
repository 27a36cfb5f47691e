#include "coordinator/core/spec_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/status.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

RunSpec Odds() {
  RunSpec spec = testing::MatchSpec(10);
  spec.dev.limits = Limits{.nodes = 500};
  Limits clock;
  clock.periods = {{40, 60'000, 0}, {0, 0, 100}};
  clock.margin_ms = 20;
  spec.base.limits = clock;
  spec.reference_nps = 1'000'000;
  spec.chess960 = true;
  return spec;
}

TEST(CheckSpec, TakesGamesAtOddsWithAnyClock) {
  const auto spec = CheckSpec(Odds());
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->LimitsOf(spec->dev).nodes, 500);
  EXPECT_EQ(spec->LimitsOf(spec->base).periods.size(), 2u);
}

TEST(CheckSpec, SaysWhatIsWrongWithLimitsOfOneSide) {
  const auto fault = [](const std::function<void(RunSpec&)>& change) {
    RunSpec spec = Odds();
    change(spec);
    return Message(CheckSpec(spec).status());
  };
  EXPECT_THAT(fault([](auto& s) { s.dev.limits = Limits(); }),
              HasSubstr("field dev.limits: none is set"));
  EXPECT_THAT(fault([](auto& s) { s.base.limits->periods[0].moves = 0; }),
              HasSubstr("field base.limits.periods[0].moves: 0 is outside 1 to"));
  EXPECT_THAT(fault([](auto& s) { s.base.limits->periods[1].increment_ms = 0; }),
              HasSubstr("field base.limits.periods[1]: gives no time"));
  EXPECT_THAT(fault([](auto& s) { s.base.limits->base_ms = 1; }), HasSubstr("excludes base_ms"));
  EXPECT_THAT(fault([](auto& s) { s.base.limits->periods.resize(17, {1, 1, 1}); }),
              HasSubstr("17 given"));
  EXPECT_THAT(fault([](auto& s) { s.base.limits.reset(); }),
              HasSubstr("field reference_nps: nothing here is timed"));
}

TEST(CheckSpec, KeepsOddsFromTunesAndFollowUps) {
  RunSpec test = testing::TestSpec();
  test.dev.limits = Limits{.nodes = 500};
  ASSERT_TRUE(CheckSpec(test).ok());
  test.follow_up = FollowUp{Limits{.nodes = 5000}, std::nullopt};
  EXPECT_THAT(Message(CheckSpec(test).status()), HasSubstr("field follow_up: both sides"));
}

TEST(CheckSpec, LetsOneEngineMeetItselfInALeagueAtOtherLimits) {
  RunSpec league = testing::LeagueRun(Format::kRoundRobin, 2, 5);
  std::vector<EngineSpec>& engines = league.league->engines;
  engines[1].weights_sha256 = engines[0].weights_sha256;
  EXPECT_THAT(Message(CheckSpec(league).status()), HasSubstr("would play the same games"));
  engines[1].limits = Limits{.nodes = 500};
  EXPECT_TRUE(CheckSpec(league).ok()) << CheckSpec(league).status();
}

}  // namespace
}  // namespace rookery::coordinator

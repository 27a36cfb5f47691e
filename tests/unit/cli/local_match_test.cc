#include "cli/local_match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

LocalMatchFlags Flags() {
  LocalMatchFlags flags;
  flags.engines = {"cmd=a", "cmd=b"};
  flags.games = 10;
  return flags;
}

TEST(SpecOf, PlaysPairsOfTwoEngines) {
  const auto spec = SpecOf(Flags());
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->schedule.rounds, 5u);
  EXPECT_EQ(spec->schedule.games, 2);
  EXPECT_EQ(spec->engines[0].limits.per_move.nodes, kDefaultNodes);
  EXPECT_FALSE(spec->openings.by_round);
}

TEST(SpecOf, GivesEachSideItsOwnLimits) {
  LocalMatchFlags flags = Flags();
  flags.engines[1] = "cmd=b,tc=40/60,20/30";
  flags.limits.time_control = "1:30+1";
  flags.limits.margin_ms = 50;
  const auto spec = SpecOf(flags);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(worker::TimeControlText(spec->engines[0].limits.clock), "90+1");
  EXPECT_EQ(worker::TimeControlText(spec->engines[1].limits.clock), "40/60:20/30");
  EXPECT_EQ(spec->engines[1].limits.clock.margin_ms, 50);
  EXPECT_EQ(spec->engines[1].limits.per_move.nodes, 0);
}

TEST(SpecOf, ReadsAdjudicationAndSprt) {
  LocalMatchFlags flags = Flags();
  flags.draw = "movenumber=34,movecount=8,score=20";
  flags.resign = "movecount=3,score=600,twosided=true";
  flags.sprt = "elo0=-3,elo1=1,alpha=0.1,model=logistic";
  const auto spec = SpecOf(flags);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->adjudication.draw_move_number, 34);
  EXPECT_EQ(spec->adjudication.draw_score_cp, 20);
  EXPECT_EQ(spec->adjudication.resign_move_count, 3);
  EXPECT_TRUE(spec->adjudication.resign_two_sided);
  EXPECT_EQ(spec->sprt->elo0, -3);
  EXPECT_EQ(spec->sprt->beta, 0.05);
  EXPECT_EQ(spec->sprt->model, stats::EloModel::kLogistic);
}

TEST(SpecOf, NamesWhatIsWrong) {
  const auto fault = [](const std::function<void(LocalMatchFlags&)>& change) {
    LocalMatchFlags flags = Flags();
    change(flags);
    return std::string(SpecOf(flags).status().message());
  };
  EXPECT_THAT(fault([](auto& f) { f.engines.pop_back(); }), HasSubstr("two or more"));
  EXPECT_THAT(fault([](auto& f) { f.draw = "moves=3"; }), HasSubstr("--draw"));
  EXPECT_THAT(fault([](auto& f) { f.resign = "score=x"; }), HasSubstr("--resign"));
  EXPECT_THAT(fault([](auto& f) { f.sprt = "elo0=5,elo1=0"; }), HasSubstr("--sprt"));
  EXPECT_THAT(fault([](auto& f) { f.format = "pyramid"; }), HasSubstr("--format"));
  EXPECT_THAT(fault([](auto& f) { f.format = "swiss"; }), HasSubstr("--rounds"));
  EXPECT_THAT(fault([](auto& f) { f.limits.time_control = "40/"; }), HasSubstr("--tc"));
  EXPECT_THAT(fault([](auto& f) { f.engines[0] = "cmd=a,tc=x"; }), HasSubstr("--engine"));
}

}  // namespace
}  // namespace rookery::cli

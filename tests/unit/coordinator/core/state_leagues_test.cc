#include <gtest/gtest.h>

#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using testing::LeagueRun;
using testing::WeightsHash;

class StateLeaguesTest : public ::testing::Test {
 protected:
  StateLeaguesTest() {
    core_.AddArtifacts();
    for (int i = 3; i <= 6; ++i) {
      core_.Step(PutArtifact{1, {WeightsHash(i), 100, ArtifactKind::kWeights, 0}});
    }
    core_.Hello(11, 64);
  }
  absl::Status Refusal(const RunSpec& spec) {
    EXPECT_EQ(core_.MakeRun(spec), "");
    const auto* error = core_.Find<ErrorReply>();
    return error == nullptr ? absl::OkStatus() : error->status;
  }

  CoreHarness core_;
};

TEST_F(StateLeaguesTest, PlaysARoundRobinToItsEnd) {
  const RunId run = core_.MakeRun(LeagueRun(Format::kRoundRobin, 3, 4));
  EXPECT_EQ(core_.run(run).spec->max_pairs, 12U);
  EXPECT_EQ(core_.CountWrites<PutLeague>(), 1U);
  EXPECT_EQ(core_.CountWrites<PutLeagueCell>(), 3U);
  const Lease lease = core_.Ask(11, 64);
  ASSERT_EQ(lease.pairs.size(), 12U);
  EXPECT_TRUE(core_.Find<LeaseGrant>()->seats.empty());  // they follow from the indices
  core_.SendAll(11, lease, 4);
  EXPECT_EQ(core_.run(run).state, RunState::kFinished);
  const RunView view = core_.core.ViewRun(run, core_.now);
  ASSERT_NE(view.league, nullptr);
  for (const LeagueCell& cell : view.league->cells) EXPECT_EQ(cell.counts[2][2], 4U);
  EXPECT_GT(view.league->standings[0].grade_points, view.league->standings[2].grade_points);
}

TEST_F(StateLeaguesTest, LendsNoPairOfASwissRoundBeforeTheLastOneIsComplete) {
  const RunId run = core_.MakeRun(LeagueRun(Format::kSwiss, 4, 3, 2));
  const Lease first = core_.Ask(11, 64);
  ASSERT_EQ(first.pairs.size(), 6U);
  ASSERT_EQ(core_.Find<LeaseGrant>()->seats.size(), 6U);
  EXPECT_EQ(core_.Find<LeaseGrant>()->seats[5], (Seats{2, 3}));
  core_.Hello(12, 64);
  EXPECT_TRUE(core_.Ask(12, 64).id.empty());
  std::vector<PairResult> pairs;
  for (uint64_t index = 0; index < 5; ++index) pairs.push_back(testing::PairOf(index, 4));
  core_.Send(11, first, pairs);
  EXPECT_TRUE(core_.Ask(12, 64).id.empty());
  core_.Send(11, first, {testing::PairOf(5, 4)}, 2);
  core_.Step(Tick{});
  ASSERT_NE(core_.Find<NoWork>(), nullptr);  // who waits is told that there is work again
  const Lease second = core_.Ask(12, 64);
  EXPECT_EQ(second.pairs, (std::vector<uint64_t>{6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(core_.Find<LeaseGrant>()->seats[0], (Seats{0, 2}));
  core_.SendAll(12, second, 2);
  EXPECT_EQ(core_.run(run).state, RunState::kFinished);
}

TEST_F(StateLeaguesTest, RefusesWhatIsNoLeague) {
  RunSpec spec = LeagueRun(Format::kRoundRobin, 3, 4);
  spec.league->engines[2].weights_sha256 = WeightsHash(1);
  EXPECT_NE(Refusal(spec).message().find("same games"), std::string::npos);
  spec = LeagueRun(Format::kRoundRobin, 3, 4);
  spec.league->engines[2].name = "e1";
  EXPECT_NE(Refusal(spec).message().find("league.engines[2].name"), std::string::npos);
  spec = LeagueRun(Format::kRoundRobin, 3, 4);
  spec.max_pairs = 5;
  EXPECT_NE(Refusal(spec).message().find("12 pairs"), std::string::npos);
  spec = LeagueRun(Format::kRoundRobin, 3, 20'000);
  EXPECT_NE(Refusal(spec).message().find("openings"), std::string::npos);
  spec = LeagueRun(Format::kKnockout, 3, 4);
  EXPECT_NE(Refusal(spec).message().find("knockout"), std::string::npos);
  spec = testing::MatchSpec(4);
  spec.league = LeagueRun(Format::kRoundRobin, 3, 4).league;
  EXPECT_NE(Refusal(spec).message().find("league"), std::string::npos);
  spec = LeagueRun(Format::kRoundRobin, 7, 1);
  EXPECT_EQ(Refusal(spec).code(), absl::StatusCode::kFailedPrecondition);  // the seventh isn't here
}

TEST_F(StateLeaguesTest, FoldsItsTableAnewWithoutVoidPairs) {
  const RunId run = core_.MakeRun(LeagueRun(Format::kRoundRobin, 3, 4));
  core_.Hello(12, 64);
  const Lease theirs = core_.Ask(11, 2);
  ASSERT_EQ(theirs.pairs.size(), 2U);
  core_.SendAll(11, theirs, 4);
  core_.SendAll(12, core_.Ask(12, 2), 0);
  core_.Step(SetQuarantine{9, "worker11", "overheats"});
  VoidPairs marked{9, run, "worker11", "", false};
  for (uint64_t index = 0; index < 4; ++index) {
    marked.rows.push_back(
        {index, Summarise(testing::PairOf(index, index < 2 ? 4 : 0)), false, index < 2});
  }
  core_.Step(marked);
  EXPECT_EQ(core_.run(run).totals.prefix, 0U);
  const RunView view = core_.core.ViewRun(run, core_.now);
  for (const LeagueCell& cell : view.league->cells) EXPECT_EQ(cell.pairs(), 0U);
  EXPECT_EQ(core_.CountWrites<PutLeagueCell>(), 3U);
}

// The pairs of the first round that are void are lent once more; the second round stays as it was
// drawn, and what was played of it counts.
TEST_F(StateLeaguesTest, VoidsPairsOfASwissWhoseLaterRoundsStand) {
  const RunId run = core_.MakeRun(LeagueRun(Format::kSwiss, 4, 1, 3));
  core_.Hello(12, 64);
  const Lease theirs = core_.Ask(11, 1);
  ASSERT_EQ(theirs.pairs, (std::vector<uint64_t>{0}));
  core_.Send(11, theirs, {testing::PairOf(0, 0)});  // engine 1 wins
  core_.SendAll(12, core_.Ask(12, 1), 0);           // engine 3 does
  const Lease later = core_.Ask(12, 1);
  ASSERT_EQ(later.pairs, (std::vector<uint64_t>{2}));
  EXPECT_EQ(core_.Find<LeaseGrant>()->seats[0], (Seats{1, 3}));
  core_.SendAll(12, later, 4);
  core_.Step(SetQuarantine{9, "worker11", "overheats"});
  VoidPairs marked{9, run, "worker11", "", false};
  marked.rows = {{0, Summarise(testing::PairOf(0, 0)), false, true},
                 {1, Summarise(testing::PairOf(1, 0)), false, false},
                 {2, Summarise(testing::PairOf(2, 4)), false, false}};
  core_.Step(marked);
  EXPECT_EQ(core_.run(run).totals.prefix, 0U);
  EXPECT_EQ(core_.run(run).totals.counted, 2U);
  const Lease rest = core_.Ask(12, 2);
  EXPECT_EQ(rest.pairs, (std::vector<uint64_t>{0, 3}));
  EXPECT_EQ(core_.Find<LeaseGrant>()->seats, (std::vector<Seats>{{0, 1}, {0, 2}}));
  core_.Send(12, rest, {testing::PairOf(0, 4), testing::PairOf(3, 4)});
  EXPECT_EQ(core_.run(run).totals.prefix, 4U);
  core_.Ask(12, 1);
  EXPECT_EQ(core_.Find<LeaseGrant>()->seats[0], (Seats{0, 3}));  // by what counts now
}

TEST_F(StateLeaguesTest, KeepsItsNumberOfPairs) {
  const RunId run = core_.MakeRun(LeagueRun(Format::kRoundRobin, 3, 4));
  RunEdit edit;
  edit.max_pairs = 100;
  core_.Step(EditRun{9, run, edit});
  EXPECT_NE(core_.Find<ErrorReply>(), nullptr);
}

}  // namespace
}  // namespace rookery::coordinator

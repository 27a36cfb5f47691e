// What is put into blocks beside the loop, and what a run keeps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using ::testing::HasSubstr;
using testing::MatchSpec;

StoreGames Packed(const RunId& run, uint64_t first) {
  StoreGames event;
  event.run = run;
  event.first = first;
  event.block = "block";
  event.rows = {{first, "lease"}};
  event.packed_to = first + 64;
  return event;
}

TEST(StateGames, WritesABlockAndMovesTheRunsMark) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(200));
  core.Step(Packed(run, 0));
  const auto* put = std::get_if<PutGameBlock>(&core.effects.writes.at(0));
  ASSERT_NE(put, nullptr);
  EXPECT_EQ(put->block, "block");
  EXPECT_EQ(put->rows.at(0).lease, "lease");
  EXPECT_EQ(core.run(run).games.packed_to, 64u);
  EXPECT_EQ(core.CountWrites<PutRun>(), 1u);
  EXPECT_EQ(core.CountWrites<AddRunEvent>(), 0u);
}

TEST(StateGames, TakesWhatComesTwiceOnce) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(200));
  StoreGames dropped;
  dropped.run = run;
  dropped.dropped_to = 64;
  dropped.dropped = 60;
  dropped.note = "the games of 60 pairs are no longer kept";
  core.Step(dropped);
  EXPECT_EQ(core.CountWrites<AddRunEvent>(), 1u);
  core.Step(dropped);
  EXPECT_TRUE(core.effects.writes.empty());
  EXPECT_EQ(core.run(run).games.dropped, 60u);
  core.Step(Packed("unknown", 0));
  EXPECT_TRUE(core.effects.writes.empty());
}

// The pass that made it knew nothing of a void that was committed meanwhile.
TEST(StateGames, DropsNothingOfARunWithVoidPairs) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(200));
  core.Hello(11);
  core.SendAll(11, core.Ask(11), 4);
  core.Step(SetQuarantine{9, "worker11", "overheats"});
  VoidPairs voided{9, run, "worker11", "bad memory", false};
  voided.rows = {{0, Summarise(testing::PairOf(0, 4)), false, true}};
  core.Step(voided);
  ASSERT_GT(core.run(run).totals.voided, 0u);
  StoreGames dropped;
  dropped.run = run;
  dropped.dropped_to = 64;
  dropped.dropped = 60;
  core.Step(dropped);
  EXPECT_TRUE(core.effects.writes.empty());
  EXPECT_EQ(core.run(run).games.dropped_to, 0u);
}

TEST(StateGames, TakesTheCoordinatorsDefaultUnlessARunSaysOtherwise) {
  CoreOptions options;
  options.keep_games = KeepGames{false, 1000, 0};
  CoreHarness core(options);
  core.AddArtifacts();
  EXPECT_EQ(core.run(core.MakeRun(MatchSpec(200))).spec->keep_games, options.keep_games);
  RunSpec all = MatchSpec(200);
  all.keep_games = KeepGames();
  EXPECT_EQ(core.run(core.MakeRun(all)).spec->keep_games, KeepGames());
  all.keep_games = KeepGames{false, 0, 100'000};
  EXPECT_EQ(core.MakeRun(all), "");
  EXPECT_THAT(Message(core.Find<ErrorReply>()->status), HasSubstr("keep_games.days"));
}

// What is kept may be said of a run after its end too, and nothing else of it.
TEST(StateGames, LetsARunThatHasEndedKeepLess) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(200));
  core.Step(StopRun{3, run, "enough"});
  RunEdit edit;
  edit.keep_games = KeepGames{true, 0, 0};
  core.Step(EditRun{9, run, edit, "ada"});
  EXPECT_NE(core.Find<RunReply>(), nullptr);
  EXPECT_EQ(core.run(run).spec->keep_games, edit.keep_games);
  EXPECT_EQ(core.run(run).state, RunState::kStopped);
  ASSERT_EQ(core.CountWrites<AddRunEvent>(), 1u);
  const auto* added = std::get_if<AddRunEvent>(&core.effects.writes.at(0));
  ASSERT_NE(added, nullptr);
  EXPECT_EQ(added->event.text, "games kept: all -> none");
  edit.priority = 3;
  core.Step(EditRun{9, run, edit, "ada"});
  ASSERT_NE(core.Find<ErrorReply>(), nullptr);
  EXPECT_THAT(Message(core.Find<ErrorReply>()->status), HasSubstr("has ended"));
}

TEST(StateGames, SaysInWordsWhatIsKept) {
  EXPECT_EQ(KeepText(std::nullopt), "all");
  EXPECT_EQ(KeepText(KeepGames{true, 0, 0}), "none");
  EXPECT_EQ(KeepText(KeepGames{false, 1000, 0}), "those of the newest 1000 pairs");
  EXPECT_EQ(KeepText(KeepGames{false, 0, 30}), "those of the last 30 days");
  EXPECT_EQ(KeepText(KeepGames{false, 7, 30}), "those of the newest 7 pairs of the last 30 days");
}

}  // namespace
}  // namespace rookery::coordinator

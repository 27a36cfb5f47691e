// Edits, limits of cost, follow-ups, faults of workers, refusals: a run's life beside its ledger.
#include <gtest/gtest.h>

#include "coordinator/core/limits.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using testing::MatchSpec;
using testing::PairOf;
using testing::TestSpec;

RunEdit MaxPairs(uint64_t pairs) {
  RunEdit edit;
  edit.max_pairs = pairs;
  return edit;
}

TEST(StateActions, EditsShareLimitsAndTagsWithAnEvent) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  RunEdit edit = MaxPairs(50);
  edit.priority = 2;
  edit.weight = 3;
  edit.tags = std::vector<std::string>{"pruning"};
  core.Step(EditRun{9, run, edit, "ada"});
  const RunSpec& spec = *core.run(run).spec;
  EXPECT_EQ(spec.priority, 2);
  EXPECT_EQ(spec.max_pairs, 50u);
  EXPECT_EQ(spec.tags, std::vector<std::string>{"pruning"});
  const auto* added = std::get_if<AddRunEvent>(&core.effects.writes.at(0));
  ASSERT_NE(added, nullptr);
  EXPECT_EQ(added->event.text,
            "priority 0 -> 2, weight 1 -> 3, max_pairs 100 -> 50, tags none -> pruning");
}

TEST(StateActions, EndsWhenItsLimitIsLoweredToWhatItHas) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.SendAll(11, core.Ask(11), 2);
  core.Step(EditRun{9, run, MaxPairs(1)});
  EXPECT_EQ(core.run(run).state, RunState::kFinished);
}

TEST(StateActions, RefusesALimitBelowWhatIsLent) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11, 4);
  core.Ask(11, 4);
  core.Step(EditRun{9, run, MaxPairs(3)});
  ASSERT_NE(core.Find<ErrorReply>(), nullptr);
  EXPECT_NE(std::string(core.Find<ErrorReply>()->status.message()).find("at least so many"),
            std::string::npos);
}

TEST(StateActions, StopsAtItsLimitOfCost) {
  CoreHarness core;
  core.AddArtifacts();
  RunSpec spec = MatchSpec(1000);
  spec.max_core_seconds = 1;  // a pair takes 0.2 s
  const RunId run = core.MakeRun(spec);
  core.Hello(11);
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(core.run(run).state, RunState::kActive) << i;
    core.SendAll(11, core.Ask(11), 2);
  }
  EXPECT_EQ(core.run(run).state, RunState::kStopped);
  EXPECT_EQ(core.run(run).message, "its limit of cores' time is used up: 1 s");
  EXPECT_EQ(core.run(run).totals.core_ms, 1000u);
}

TEST(StateActions, FollowsAnAcceptedTestUpOnce) {
  CoreHarness core;
  core.AddArtifacts();
  RunSpec spec = TestSpec();
  spec.follow_up = FollowUp{{5000, 0, 0, 0, 0}, std::nullopt};
  const RunId run = core.MakeRun(spec);
  core.Hello(11, 64);
  while (core.run(run).state == RunState::kActive) {
    const Lease lease = core.Ask(11, 64);
    std::vector<PairResult> pairs;
    for (const uint64_t index : lease.pairs) pairs.push_back(PairOf(index, index % 8 ? 4 : 2));
    core.Send(11, lease, pairs);
  }
  ASSERT_EQ(core.run(run).totals.verdict, stats::Verdict::kAccepted);
  ASSERT_EQ(core.core.OpenRuns().size(), 1u);
  const auto& next = core.run(core.core.OpenRuns()[0]);
  EXPECT_EQ(next.parent, run);
  EXPECT_EQ(next.spec->limits.nodes, 5000);
  EXPECT_FALSE(next.spec->follow_up.has_value());
  EXPECT_NE(next.seed, core.run(run).seed);
}

TEST(StateActions, IsNotLentAgainToAWorkerThatCannotPlayIt) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.Hello(12);
  const Lease lease = core.Ask(11);
  core.Step(Release{11, lease.id, "illegal instruction", true});
  EXPECT_TRUE(core.Ask(11).id.empty());
  EXPECT_NE(core.Find<NoWork>()->reason.find("can't play"), std::string::npos);
  EXPECT_EQ(core.Ask(12).pairs, lease.pairs);  // the run goes on elsewhere
  EXPECT_EQ(core.run(run).state, RunState::kActive);
  core.now += limits::kUnableFor;
  EXPECT_FALSE(core.Ask(11).id.empty());
}

TEST(StateActions, FailsOnlyWhenSeveralWorkersCannotPlayItAndNobodyCould) {
  for (const bool somebody_could : {false, true}) {
    CoreHarness core;
    core.AddArtifacts();
    const RunId run = core.MakeRun(MatchSpec(100));
    core.Hello(11);
    if (somebody_could) core.SendAll(11, core.Ask(11), 2);
    for (const SessionId session : {21, 22, 23}) {
      EXPECT_EQ(core.run(run).state, RunState::kActive);
      core.Hello(session);
      core.Step(Release{session, core.Ask(session).id, "no such engine", true});
    }
    EXPECT_EQ(core.run(run).state, somebody_could ? RunState::kActive : RunState::kFailed);
  }
}

TEST(StateActions, BacksOffFromIdleWorkersAndWakesThemForNewWork) {
  CoreHarness core;
  core.AddArtifacts();
  core.Hello(11);
  int last = 0;
  for (int i = 0; i < 7; ++i) {
    core.Ask(11);
    last = core.Find<NoWork>()->retry_after_ms;
  }
  EXPECT_GT(last, 40'000);
  EXPECT_LE(last, 75'000);
  core.MakeRun(MatchSpec(10));
  core.Step(Tick{});
  ASSERT_NE(core.Find<NoWork>(), nullptr);
  EXPECT_LT(core.Find<NoWork>()->retry_after_ms, 100);
  EXPECT_EQ(core.Find<NoWork>()->request, 7);
  core.Step(Tick{});
  EXPECT_EQ(core.Find<NoWork>(), nullptr);
}

TEST(StateActions, SaysWhyAWorkerGetsARunOrNot) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId low = core.MakeRun(MatchSpec(100));
  RunSpec urgent = MatchSpec(100);
  urgent.priority = 1;
  const RunId high = core.MakeRun(urgent);
  RunSpec wide = MatchSpec(100);
  wide.threads = 8;
  const RunId smp = core.MakeRun(wide);
  core.Hello(11, 2);
  const auto why = [&](const RunId& run) {
    core.Step(ExplainRun{9, run, "worker11"});
    return core.Find<TextReply>() == nullptr ? "" : core.Find<TextReply>()->text;
  };
  EXPECT_TRUE(why(high).starts_with("yes, if it asked now")) << why(high);
  EXPECT_TRUE(why(low).starts_with("no: run " + high + " is in the higher priority class"))
      << why(low);
  EXPECT_EQ(why(smp), "never: threads of each engine: 8, but slots of the worker: 2");
  core.Step(PauseRun{9, low});
  EXPECT_EQ(why(low), "no: the run is paused");
  core.Step(SetQuarantine{9, "worker11", "overheats"});
  EXPECT_EQ(why(high), "no: this worker is in quarantine: overheats");
}

}  // namespace
}  // namespace rookery::coordinator

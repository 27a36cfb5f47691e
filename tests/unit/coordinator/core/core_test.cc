#include "coordinator/core/core.h"

#include <gtest/gtest.h>

#include "coordinator/core/limits.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using testing::MatchSpec;
using testing::PairOf;
using testing::TestSpec;

TEST(Core, GivesTheSameRunForTheSameRequestId) {
  CoreHarness core;
  core.AddArtifacts();
  core.Step(CreateRun{5, TestSpec(), "once"});
  const RunId first = core.Find<RunReply>()->run;
  core.Step(CreateRun{6, TestSpec(), "once"});
  ASSERT_NE(core.Find<RunReply>(), nullptr);
  EXPECT_EQ(core.Find<RunReply>()->run, first);
  EXPECT_FALSE(core.Find<RunReply>()->created);
  EXPECT_TRUE(core.effects.writes.empty());
}

TEST(Core, RefusesMorePairsThanTheBookHasOpenings) {
  CoreHarness core;
  core.AddArtifacts(100);
  core.Step(CreateRun{5, MatchSpec(101), "r"});
  ASSERT_NE(core.Find<ErrorReply>(), nullptr);
  const absl::Status status = core.Find<ErrorReply>()->status;
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(std::string(status.message()).find("max_pairs: 101"), std::string::npos);
  EXPECT_NE(core.MakeRun(MatchSpec(100)), "");
}

TEST(Core, RefusesASpecWhoseArtifactsAreMissingOrOfAnotherKind) {
  CoreHarness core;
  core.Step(CreateRun{5, TestSpec(), "r"});
  EXPECT_EQ(core.Find<ErrorReply>()->status.code(), absl::StatusCode::kFailedPrecondition);
  core.AddArtifacts();
  RunSpec spec = TestSpec();
  spec.dev.weights_sha256 = testing::BookHash();
  core.Step(CreateRun{5, spec, "r"});
  EXPECT_EQ(core.Find<ErrorReply>()->status.code(), absl::StatusCode::kInvalidArgument);
}

TEST(Core, PlaysAMatchToItsEnd) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(5));
  core.Hello(11, 2);
  uint64_t counted = 0;
  while (core.run(run).state == RunState::kActive) {
    const Lease lease = core.Ask(11, 2);
    ASSERT_FALSE(lease.id.empty());
    counted += static_cast<uint64_t>(core.SendAll(11, lease, 2).counted);
  }
  EXPECT_EQ(counted, 5u);
  EXPECT_EQ(core.run(run).state, RunState::kFinished);
  EXPECT_EQ(core.run(run).totals.pentanomial, (stats::Pentanomial{0, 0, 5, 0, 0}));
  EXPECT_EQ(core.run(run).totals.ends.at(GameEnd::kRepetition), 10u);
  EXPECT_TRUE(core.Ask(11).id.empty());
  EXPECT_EQ(core.Find<NoWork>()->reason, "no run is active");
}

TEST(Core, DecidesOnTheConsecutivePrefixAndNotOnWhatCameFirst) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(TestSpec());
  core.Hello(11);
  core.Hello(12);
  const Lease front = core.Ask(11, 1);
  std::vector<PairResult> wins;
  // Far more wins than a verdict needs, but pair 0 is missing.
  for (int i = 0; i < 100; ++i) {
    const Lease lease = core.Ask(12, 1);
    core.Send(12, lease, {PairOf(lease.pairs[0], lease.pairs[0] % 2 == 0 ? 4 : 2)});
  }
  EXPECT_EQ(core.run(run).totals.prefix, 0u);
  EXPECT_EQ(core.run(run).totals.counted, 100u);
  EXPECT_EQ(core.run(run).state, RunState::kActive);
  core.Send(11, front, {PairOf(0, 4)});
  EXPECT_EQ(core.run(run).state, RunState::kFinished);
  EXPECT_EQ(core.run(run).totals.verdict, stats::Verdict::kAccepted);
  const RunTotals& totals = core.run(run).totals;
  EXPECT_LT(totals.prefix, 101u);
  EXPECT_EQ(totals.after_verdict, 101 - totals.prefix);
}

TEST(Core, LooksAtTheBoundsOnlyAtEveryKthPair) {
  CoreHarness core;
  core.AddArtifacts();
  RunSpec spec = TestSpec();
  spec.decide_every = 64;
  const RunId run = core.MakeRun(spec);
  core.Hello(11);
  while (core.run(run).state == RunState::kActive) {
    const Lease lease = core.Ask(11, 1);
    core.Send(11, lease, {PairOf(lease.pairs[0], lease.pairs[0] % 2 == 0 ? 4 : 2)});
  }
  EXPECT_EQ(core.run(run).totals.prefix % 64, 0u);
  EXPECT_EQ(core.run(run).totals.verdict, stats::Verdict::kAccepted);
}

TEST(Core, AcknowledgesARepeatedReportWithoutCountingItTwice) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11, 2);
  const Lease lease = core.Ask(11, 2);
  ASSERT_EQ(lease.pairs.size(), 2u);
  EXPECT_EQ(core.Send(11, lease, {PairOf(0, 4)}).counted, 1);
  const ReportAck again = core.Send(11, lease, {PairOf(0, 4)});
  EXPECT_EQ(again.counted, 1);  // the first acknowledgement again
  EXPECT_TRUE(again.refused.empty());
  EXPECT_EQ(core.run(run).totals.counted, 1u);
  EXPECT_EQ(core.CountWrites<AddPair>(), 0u);
  // Also after the lease was completed and forgotten.
  core.Send(11, lease, {PairOf(1, 4)}, 2);
  const ReportAck late = core.Send(11, lease, {PairOf(1, 4)}, 2);
  EXPECT_EQ(late.duplicates, 1);
  EXPECT_TRUE(late.refused.empty());
  EXPECT_EQ(core.run(run).totals.counted, 2u);
}

TEST(Core, LendsAPairAgainWhenItsLeaseHasExpired) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.Hello(12);
  const Lease lost = core.Ask(11);
  core.now += absl::Seconds(31);
  core.Step(Tick{});
  const Lease again = core.Ask(12);
  EXPECT_EQ(again.pairs, lost.pairs);
  EXPECT_EQ(again.attempt, 2);
}

TEST(Core, RenewsALeaseByHeartbeat) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(100));
  core.Hello(11);
  const Lease lease = core.Ask(11);
  for (int i = 0; i < 10; ++i) {
    core.now += absl::Seconds(20);
    core.Step(Heartbeat{11, {lease.id}, 1e6});
    EXPECT_EQ(core.Find<Cancel>(), nullptr);
    core.Step(Tick{});
  }
  EXPECT_EQ(core.core.LiveLeases().size(), 1u);
}

TEST(Core, CountsALateReportOfAnExpiredLeaseOnce) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.Hello(12);
  const Lease lost = core.Ask(11);
  core.now += absl::Seconds(31);
  core.Step(Tick{});
  const Lease again = core.Ask(12);
  ASSERT_EQ(again.pairs, lost.pairs);
  EXPECT_EQ(core.SendAll(11, lost, 4).counted, 1);
  // Nothing is left of the second lease: its worker is told.
  ASSERT_NE(core.Find<Cancel>(), nullptr);
  EXPECT_EQ(core.Find<Cancel>()->lease, again.id);
  const ReportAck second = core.SendAll(12, again, 0);
  EXPECT_EQ(second.counted, 0);
  EXPECT_EQ(second.duplicates, 1);
  EXPECT_EQ(core.run(run).totals.counted, 1u);
  EXPECT_EQ(core.run(run).totals.pentanomial[4], 1);
  EXPECT_EQ(core.run(run).totals.duplicates, 1u);
}

TEST(Core, RefusesPairsThatWereNotLentToTheReporter) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.Hello(12);
  Lease lease = core.Ask(11);
  EXPECT_FALSE(core.Send(12, lease, {PairOf(0, 4)}).refused.empty());
  EXPECT_FALSE(core.Send(11, lease, {PairOf(50, 4)}).refused.empty());
  lease.id = "unknown";
  EXPECT_FALSE(core.Send(11, lease, {PairOf(0, 4)}).refused.empty());
  lease.run = "unknown";
  EXPECT_FALSE(core.Send(11, lease, {PairOf(0, 4)}).refused.empty());
  EXPECT_EQ(core.run(run).totals.counted, 0u);
}

TEST(Core, CancelsOutstandingLeasesOfAFinishedRunAndKeepsTheirPairsApart) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(TestSpec());
  core.Hello(11);
  core.Hello(12, 4);
  std::vector<Lease> leases;
  for (int i = 0; i < 60; ++i) {
    const Lease lease = core.Ask(11, 1);
    if (lease.id.empty()) break;
    core.Send(11, lease, {PairOf(lease.pairs[0], lease.pairs[0] % 2 == 0 ? 4 : 2)});
    if (i == 2) leases.push_back(core.Ask(12, 4));
  }
  // The prefix waits for the other worker's pairs; they come, except for the last.
  ASSERT_EQ(leases.size(), 1u);
  Lease& open = leases[0];
  ASSERT_EQ(open.pairs.size(), 4u);
  core.Send(12, open, {PairOf(open.pairs[0], 4), PairOf(open.pairs[1], 4)}, 1);
  core.Send(12, open, {PairOf(open.pairs[2], 4), PairOf(open.pairs[3], 4)}, 2);
  ASSERT_EQ(core.run(run).state, RunState::kFinished);
  const RunTotals before = core.run(run).totals;
  EXPECT_EQ(before.counted, before.prefix + before.after_verdict);
}

TEST(Core, KeepsLatePairsOfAStoppedRunButInNoTotal) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11, 2);
  const Lease lease = core.Ask(11, 2);
  core.Send(11, lease, {PairOf(0, 4)}, 1);
  core.Step(StopRun{9, run, "enough"});
  ASSERT_NE(core.Find<Cancel>(), nullptr);
  EXPECT_EQ(core.Find<Cancel>()->lease, lease.id);
  const ReportAck late = core.Send(11, lease, {PairOf(1, 4)}, 2);
  EXPECT_EQ(late.counted, 1);
  EXPECT_EQ(core.run(run).totals.prefix, 1u);
  EXPECT_EQ(core.run(run).totals.after_verdict, 1u);
  EXPECT_EQ(core.run(run).totals.pentanomial[4], 1);
  EXPECT_EQ(core.Send(11, lease, {PairOf(1, 4)}, 2).counted + 0, 0);
}

TEST(Core, AcknowledgesRepeatsOfPairsBeyondTheVerdict) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.Hello(12);
  core.Ask(11);  // pair 0 stays out
  const Lease beyond = core.Ask(12);
  core.SendAll(12, beyond, 4);
  core.Step(StopRun{9, run, "enough"});
  const ReportAck again = core.SendAll(12, beyond, 4);
  EXPECT_EQ(again.refused, "");
  EXPECT_EQ(again.duplicates, 1);
}

TEST(Core, TakesALeaseBackFromAWorkerThatRenewsItButBringsNothing) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(100));
  core.Hello(11);
  const Lease stalled = core.Ask(11);
  for (int i = 0; i < 8 * 60; ++i) {
    core.now += absl::Seconds(20);
    core.Step(Heartbeat{11, {stalled.id}, 1e6});
    core.Step(Tick{});
  }
  EXPECT_TRUE(core.core.LiveLeases().empty());
}

TEST(Core, PausedRunsLendNothingButStillCount) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11);
  const Lease lease = core.Ask(11);
  core.Step(PauseRun{9, run});
  EXPECT_TRUE(core.Ask(11).id.empty());
  EXPECT_EQ(core.Find<NoWork>()->reason, "every open run is paused or waits for approval");
  EXPECT_EQ(core.SendAll(11, lease, 4).counted, 1);
  core.Step(ResumeRun{9, run});
  EXPECT_FALSE(core.Ask(11).id.empty());
}

TEST(Core, TakesBackALeaseThatAReturningWorkerDoesNotHoldAnyMore) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.Hello(12);
  const Lease lease = core.Ask(11);
  core.Hello(111, 1, {"another"});  // the same worker in a new session
  ASSERT_NE(core.Find<Welcome>(), nullptr);
  EXPECT_EQ(core.Find<Welcome>()->lost_leases, std::vector<LeaseId>{"another"});
  ASSERT_NE(core.Find<CloseSession>(), nullptr);
  EXPECT_EQ(core.Find<CloseSession>()->session, 11u);
  EXPECT_EQ(core.Ask(12).pairs, lease.pairs);
}

TEST(Core, KeepsTheLeasesThatAReturningWorkerHolds) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(100));
  core.Hello(11);
  const Lease lease = core.Ask(11);
  core.Step(WorkerGone{11});
  core.Hello(111, 1, {lease.id});
  EXPECT_TRUE(core.Find<Welcome>()->lost_leases.empty());
  EXPECT_EQ(core.SendAll(111, lease, 4).counted, 1);
}

TEST(Core, TellsAnUnknownSessionToBeginAgain) {
  CoreHarness core;
  core.Step(LeaseRequest{99, 1, 1});
  ASSERT_NE(core.Find<CloseSession>(), nullptr);
  EXPECT_EQ(core.Find<CloseSession>()->status.code(), absl::StatusCode::kFailedPrecondition);
}

TEST(Core, LendsOverduePairsOfTheTailToAnotherWorkerInParallel) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(2));
  core.Hello(11);
  core.Hello(12);
  core.Hello(13);
  const Lease slow = core.Ask(11, 1);
  core.SendAll(12, core.Ask(12, 1), 2);
  EXPECT_TRUE(core.Ask(12).id.empty());
  for (int i = 0; i < 4; ++i) {
    core.now += absl::Seconds(10);
    core.Step(Heartbeat{11, {slow.id}, 0});
  }
  EXPECT_TRUE(core.Ask(11).id.empty());  // never twice to the same worker
  EXPECT_EQ(core.Ask(12).pairs, slow.pairs);
  EXPECT_TRUE(core.Ask(13).id.empty());  // two at a time are enough
}

TEST(Core, LendsNothingOnceItDrains) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.Step(DrainAll{"upgrade"});
  ASSERT_NE(core.Find<Drain>(), nullptr);
  EXPECT_TRUE(core.Ask(11).id.empty());
  core.Step(CreateRun{3, MatchSpec(10), "late"});
  EXPECT_EQ(core.Find<ErrorReply>()->status.code(), absl::StatusCode::kUnavailable);
}

TEST(Core, BoundsTheLeasesOfOneWorker) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(1000));
  core.Hello(11);
  for (size_t i = 0; i < limits::kMaxLeasesPerWorker; ++i) EXPECT_FALSE(core.Ask(11).id.empty());
  EXPECT_TRUE(core.Ask(11).id.empty());
  EXPECT_NE(core.Find<NoWork>()->reason.find("16 leases"), std::string::npos);
}

TEST(Core, RefusesAHelloThatBreaksABound) {
  CoreHarness core;
  core.Step(WorkerHello{1, "w", "label", 0, "1", "b", {}});
  ASSERT_NE(core.Find<CloseSession>(), nullptr);
  core.Step(WorkerHello{1, "w w", "label", 1, "1", "b", {}});
  ASSERT_NE(core.Find<CloseSession>(), nullptr);
  core.Step(WorkerHello{1, std::string(65, 'w'), "label", 1, "1", "b", {}});
  ASSERT_NE(core.Find<CloseSession>(), nullptr);
}

}  // namespace
}  // namespace rookery::coordinator

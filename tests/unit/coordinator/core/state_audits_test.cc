// Quarantine, voids, audits, residuals.
#include <gtest/gtest.h>

#include "coordinator/stats/replaced_pairs.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using testing::GameOf;
using testing::MatchSpec;
using testing::PairOf;

RunSpec Audited(uint64_t pairs) {
  RunSpec spec = MatchSpec(pairs);
  spec.audit_share = 1;
  return spec;
}

PairResult Forged(uint64_t index) {
  return {index, GameOf(GameResult::kWhiteWins, index, 0, 666),
          GameOf(GameResult::kBlackWins, index, 1, 666)};
}

LedgerRow RowOf(uint64_t index, int half_points, bool of_worker) {
  return {index, Summarise(PairOf(index, half_points)), false, of_worker};
}

TEST(StateAudits, QuarantineTakesLeasesBackAndRefusesReports) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.Hello(12);
  const Lease lease = core.Ask(11);
  core.Step(SetQuarantine{9, "worker11", "overheats", "ada"});
  ASSERT_NE(core.Find<Cancel>(), nullptr);
  EXPECT_TRUE(core.Ask(11).id.empty());
  EXPECT_EQ(core.Find<NoWork>()->reason, "this worker is in quarantine: overheats");
  EXPECT_NE(core.SendAll(11, lease, 2).refused, "");
  EXPECT_EQ(core.Ask(12).pairs, lease.pairs);
  core.Step(SetQuarantine{9, "worker11", ""});
  EXPECT_FALSE(core.Ask(11).id.empty());
}

TEST(StateAudits, LetsADrainedWorkerFinishAndLendsItNothingMore) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11);
  const Lease lease = core.Ask(11);
  SetQuarantine drain{9, "worker11", "its host is needed", "ada"};
  drain.drain = true;
  core.Step(drain);
  EXPECT_EQ(core.Find<Cancel>(), nullptr);
  EXPECT_EQ(core.CountWrites<PutWorker>(), 1u);
  EXPECT_TRUE(core.Ask(11).id.empty());
  EXPECT_EQ(core.Find<NoWork>()->reason, "this worker is drained: its host is needed");
  EXPECT_EQ(core.SendAll(11, lease, 2).refused, "");
  EXPECT_EQ(core.run(run).totals.counted, lease.pairs.size());
  core.Step(SetQuarantine{9, "worker11", ""});
  EXPECT_FALSE(core.Ask(11).id.empty());
}

TEST(StateAudits, VoidsOnlyPairsOfAWorkerInQuarantine) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.SendAll(11, core.Ask(11), 2);
  core.Step(VoidPairs{9, run, "worker11", "bad memory", false});
  ASSERT_NE(core.Find<ErrorReply>(), nullptr);
  EXPECT_EQ(core.Find<ErrorReply>()->status.code(), absl::StatusCode::kFailedPrecondition);
}

TEST(StateAudits, FoldsARunAnewWithoutVoidPairsAndWithThemAgain) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  core.Hello(11);
  core.Hello(12);
  core.SendAll(11, core.Ask(11), 4);
  core.SendAll(12, core.Ask(12), 2);
  core.SendAll(11, core.Ask(11), 4);
  ASSERT_EQ(core.run(run).totals.prefix, 3u);
  core.Step(SetQuarantine{9, "worker11", "overheats"});
  const std::vector<LedgerRow> rows = {RowOf(0, 4, true), RowOf(1, 2, false), RowOf(2, 4, true)};
  VoidPairs marked{9, run, "worker11", "", false};
  marked.rows = rows;
  core.Step(marked);
  EXPECT_EQ(core.CountWrites<MarkPairs>(), 1u);
  EXPECT_EQ(core.run(run).totals.prefix, 0u);
  EXPECT_EQ(core.run(run).totals.counted, 1u);
  EXPECT_EQ(core.run(run).totals.voided, 2u);
  EXPECT_EQ(core.Ask(12, 1).pairs, std::vector<uint64_t>{0});  // lent again, the front first
  VoidPairs back{9, run, "worker11", "", true};
  back.rows = rows;
  back.rows[0].is_void = back.rows[2].is_void = true;
  core.Step(back);
  EXPECT_EQ(core.run(run).totals.prefix, 3u);
  EXPECT_EQ(core.run(run).totals.pentanomial[4], 2);
  EXPECT_EQ(core.run(run).totals.voided, 0u);
}

// Once for each pair that was looked at, however far the front has fallen back since.
TEST(StateAudits, MovesATestsBoundsOutByWhatVoidedPairsCost) {
  CoreHarness core;
  core.AddArtifacts();
  RunSpec spec = testing::TestSpec();
  spec.sprt->elo1 = 30;
  spec.max_pairs = 1000;
  const RunId run = core.MakeRun(spec);
  const stats::Sprt sprt = *stats::Sprt::Create(*core.run(run).spec->sprt);
  for (const int session : {11, 12, 13}) core.Hello(session);
  core.SendAll(11, core.Ask(11), 4);
  core.SendAll(12, core.Ask(12), 2);
  core.SendAll(13, core.Ask(13), 0);
  ASSERT_EQ(core.run(run).totals.prefix, 3u);
  VoidPairs first{9, run, "worker11", "", false, "", true};
  first.rows = {RowOf(0, 4, true), RowOf(1, 2, false), RowOf(2, 0, false)};
  core.Step(first);
  const double price = stats::PriceOfReplacing(sprt, {1, 0, 1, 0, 1}, 1, 3);
  EXPECT_GT(price, 0);
  EXPECT_EQ(core.run(run).totals.apart, price);
  EXPECT_EQ(core.run(run).totals.looked, 3u);
  ASSERT_EQ(core.run(run).totals.prefix, 0u);
  VoidPairs second{9, run, "worker13", "", false, "", true};
  second.rows = {RowOf(0, 4, false), RowOf(1, 2, false), RowOf(2, 0, true)};
  second.rows[0].is_void = true;
  core.Step(second);
  EXPECT_EQ(core.run(run).totals.apart,
            price + stats::PriceOfReplacing(sprt, {1, 0, 1, 0, 0}, 1, 3));
  VoidPairs back{9, run, "worker13", "", true};
  back.rows = second.rows;
  back.rows[2].is_void = true;
  const double paid = core.run(run).totals.apart;
  core.Step(back);
  EXPECT_EQ(core.run(run).totals.apart, paid);  // what was looked at is not forgotten
}

TEST(StateAudits, ShowsAnEndedRunAsContestedAndKeepsItsVerdict) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(2));
  core.Hello(11);
  core.SendAll(11, core.Ask(11), 4);
  core.SendAll(11, core.Ask(11), 4);
  ASSERT_EQ(core.run(run).state, RunState::kFinished);
  core.Step(SetQuarantine{9, "worker11", "overheats"});
  VoidPairs marked{9, run, "worker11", "", false};
  marked.rows = {RowOf(0, 4, true), RowOf(1, 4, true)};
  core.Step(marked);
  EXPECT_EQ(core.run(run).totals.prefix, 2u);
  EXPECT_EQ(core.run(run).totals.pentanomial[4], 2);
  EXPECT_EQ(core.run(run).totals.contested, 2u);
}

TEST(StateAudits, AuditsPairsByAnotherWorkerWhoIsNotTold) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(Audited(100));
  core.Hello(11);
  core.SendAll(11, core.Ask(11), 2);
  EXPECT_FALSE(core.Ask(11).audit);  // never its own
  core.Hello(12);
  const Lease audit = core.Ask(12);
  ASSERT_TRUE(audit.audit);
  EXPECT_EQ(audit.pairs, std::vector<uint64_t>{0});
  EXPECT_EQ(core.SendAll(12, audit, 2).counted, 1);
  EXPECT_EQ(core.run(run).totals.audits_agreed, 1u);
  EXPECT_EQ(core.run(run).totals.counted, 1u);
}

TEST(StateAudits, LetsAThirdWorkerSettleADispute) {
  for (const bool first_is_wrong : {false, true}) {
    CoreHarness core;
    core.AddArtifacts();
    core.MakeRun(Audited(1000));
    for (const SessionId session : {11, 12, 13}) core.Hello(session);
    const Lease first = core.Ask(11);
    core.Send(11, first, {first_is_wrong ? Forged(0) : PairOf(0, 2)});
    const Lease second = core.Ask(12);
    ASSERT_TRUE(second.audit);
    core.Send(12, second, {first_is_wrong ? PairOf(0, 2) : Forged(0)});
    EXPECT_TRUE(core.effects.next.empty());
    const Lease third = core.Ask(13);
    ASSERT_TRUE(third.audit);
    core.Send(13, third, {PairOf(0, 2)});
    ASSERT_EQ(core.effects.next.size(), 1u);
    Event event = core.effects.next[0];
    auto& wrong = std::get<VoidPairs>(event);
    EXPECT_EQ(wrong.worker, first_is_wrong ? "worker11" : "worker12");
    wrong.rows = {RowOf(0, 2, first_is_wrong)};
    core.Step(event);
    EXPECT_TRUE(core.Ask(first_is_wrong ? 11 : 12).id.empty());
    EXPECT_EQ(core.CountWrites<MarkPairs>(), 0u);  // of the newest step, a refusal
  }
}

TEST(StateAudits, StopsAWorkerWhoseBuildIsAnotherOneAndNeverTheRun) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(100));
  const auto hello = [&](SessionId session, const std::string& bench) {
    core.Step(
        WorkerHello{session, fmt::format("worker{}", session % 100), "host", 1, "1.0", bench, {}});
  };
  hello(11, "1111");
  hello(12, "9999");
  EXPECT_FALSE(core.Ask(12).id.empty());  // one against one says nothing
  hello(13, "1111");
  hello(112, "9999");
  EXPECT_TRUE(core.Ask(112).id.empty());
  EXPECT_NE(core.Find<NoWork>()->reason.find("its bench is 9999, that of 2 other workers"),
            std::string::npos);
  EXPECT_FALSE(core.Ask(13).id.empty());
  EXPECT_EQ(core.run(run).state, RunState::kActive);
  hello(212, "1111");  // mended
  EXPECT_FALSE(core.Ask(212).id.empty());
}

TEST(StateAudits, NeverAuditsGamesOnTheClock) {
  CoreHarness core;
  core.AddArtifacts();
  RunSpec spec = Audited(100);
  spec.limits = {0, 0, 0, 1000, 10};
  core.MakeRun(spec);
  core.Hello(11);
  core.Hello(12);
  core.SendAll(11, core.Ask(11), 2);
  EXPECT_FALSE(core.Ask(12).audit);
}

TEST(StateAudits, PutsTheOneWorkerWhoseResultsStandOutInQuarantine) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(4000));
  for (const SessionId session : {11, 12, 13, 14}) core.Hello(session);
  Rng rng(5);
  bool caught = false;
  for (int i = 0; i < 400 && !caught; ++i) {
    for (const SessionId session : {11, 12, 13, 14}) {
      const Lease lease = core.Ask(session);
      if (lease.pairs.empty()) {
        caught = true;
        EXPECT_EQ(session, 14u);
        continue;
      }
      const int half_points = session == 14 ? 4 : static_cast<int>(2 * rng.Below(3));
      core.SendAll(session, lease, half_points);
    }
  }
  EXPECT_TRUE(caught);
}

TEST(StateAudits, AccusesNobodyWhenAllWorkersAreAlike) {
  int accused = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    CoreHarness core;
    core.AddArtifacts();
    core.MakeRun(MatchSpec(1100));
    Rng rng(seed);
    for (const SessionId session : {11, 12, 13, 14, 15}) core.Hello(session, 64);
    bool quarantine = false;
    for (int i = 0; i < 20; ++i) {
      for (const SessionId session : {11, 12, 13, 14, 15}) {
        const Lease lease = core.Ask(session, 11);
        std::vector<PairResult> pairs;
        for (const uint64_t pair : lease.pairs) {
          pairs.push_back(PairOf(pair, static_cast<int>(2 * rng.Below(3))));
        }
        if (!pairs.empty()) core.Send(session, lease, pairs);
        for (const Write& write : core.effects.writes) {
          const auto* put = std::get_if<PutWorker>(&write);
          quarantine = quarantine || (put != nullptr && !put->worker.quarantine.empty());
        }
      }
    }
    accused += quarantine ? 1 : 0;
  }
  EXPECT_LE(accused, 2);  // 1 % of the runs are allowed; three in sixty would be one in 1,000
}

}  // namespace
}  // namespace rookery::coordinator

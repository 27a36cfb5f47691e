#include <gtest/gtest.h>

#include "coordinator/core/limits.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using testing::MatchSpec;
using testing::WeightsHash;

PairResult Crashed(uint64_t index) {
  PairResult pair = testing::PairOf(index, 0);
  pair.first.end = pair.second.end = GameEnd::kCrash;
  pair.first.detail = "dev at FEN: it died by signal 11; last line: 'info depth 3'; stderr: boom";
  return pair;
}

size_t Faults(const CoreHarness& core, std::string* text) {
  size_t count = 0;
  for (const Write& write : core.effects.writes) {
    const auto* event = std::get_if<AddRunEvent>(&write);
    if (event == nullptr || event->event.kind != "fault") continue;
    ++count;
    *text = event->event.text;
  }
  return count;
}

TEST(StateReports, TellsTheEvidenceOfAFaultAFewTimesARun) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(1000));
  core.Hello(11, 64);
  std::string text;
  size_t told = 0;
  for (int i = 0; i < 40; ++i) {
    const Lease lease = core.Ask(11, 1);
    ASSERT_EQ(lease.pairs.size(), 1U);
    core.Send(11, lease, {Crashed(lease.pairs[0])});
    told += Faults(core, &text);
    if (i == 0) {
      EXPECT_EQ(told, 1U);  // of the second game nothing is known
    }
  }
  EXPECT_EQ(told, static_cast<size_t>(limits::kMaxFaultsTold));
  EXPECT_NE(text.find("game 1: crash: dev at FEN"), std::string::npos);
}

TEST(StateReports, SaysWhoLostOnTimeAndWhereAndCountsItByDevFromThenOn) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(10));
  core.Hello(11, 64);
  const Lease lease = core.Ask(11, 2);
  ASSERT_EQ(lease.pairs.size(), 2U);
  PairResult lost = testing::PairOf(0, 0);  // dev has White in the first game and loses both
  lost.first.end = lost.second.end = GameEnd::kTime;
  lost.second.detail = "1200 us of thinking, 900 us were left";
  PairResult won = testing::PairOf(1, 4);
  won.first.end = GameEnd::kTime;
  core.Send(11, lease, {lost, won});
  std::string text;
  EXPECT_EQ(Faults(core, &text), 1U);
  EXPECT_EQ(text,
            "pair 0, game 2: time: 1200 us of thinking, 900 us were left; lost by dev (Black), on "
            "worker label");
  const RunTotals& totals = core.run(run).totals;
  EXPECT_EQ(totals.ends.at(GameEnd::kTime), 3U);
  EXPECT_EQ(totals.dev_lost, (std::map<GameEnd, uint64_t>{{GameEnd::kTime, 2}}));
}

TEST(StateReports, AuditsNoRunOfEnginesWithSeveralThreads) {
  CoreHarness core;
  core.AddArtifacts();
  RunSpec spec = MatchSpec(10);
  spec.threads = 2;
  EXPECT_NE(core.MakeRun(spec), "");
  spec.audit_share = 0.5;
  EXPECT_EQ(core.MakeRun(spec), "");
  EXPECT_NE(core.Find<ErrorReply>()->status.message().find("accuse"), std::string::npos);
}

TEST(StateReports, AuditsNoRunOfAUciEngine) {
  CoreHarness core;
  core.AddArtifacts();
  core.Step(PutArtifact{1, {WeightsHash(7), 100, ArtifactKind::kEngine, 0}});
  core.Step(PutArtifact{1, {WeightsHash(8), 100, ArtifactKind::kEngineFile, 0}});
  RunSpec spec = MatchSpec(10);
  spec.dev.weights_sha256 = WeightsHash(7);
  EXPECT_NE(core.MakeRun(spec), "");
  spec.audit_share = 0.5;
  EXPECT_EQ(core.MakeRun(spec), "");
  EXPECT_NE(core.Find<ErrorReply>()->status.message().find("accuse"), std::string::npos);
  spec.audit_share = 0;
  spec.dev.weights_sha256 = WeightsHash(8);  // a program alone is no engine
  EXPECT_EQ(core.MakeRun(spec), "");
}

}  // namespace
}  // namespace rookery::coordinator

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

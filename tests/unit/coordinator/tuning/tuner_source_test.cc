#include "coordinator/tuning/tuner_source.h"

#include <gtest/gtest.h>

#include "base/status.h"
#include "coordinator/core/lease_size.h"
#include "engine/params/table.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

RunSpec TuneOf(TuneMethod method) {
  RunSpec spec = testing::MatchSpec(400);
  spec.kind = RunKind::kTune;
  spec.base = spec.dev;
  spec.tune.emplace().method = method;
  if (method == TuneMethod::kRace) {
    spec.tune->candidates = {{"start", {10, 40}}, {"more", {12, 44}}, {"less", {8, 30}}};
  }
  spec.tune->parameters = {{"tempo.mg", 10, 0, 40, 2, 0.002}, {"bishop_pair.eg", 40, 0, 90, 4, 0}};
  return spec;
}

TEST(TunerSource, ATunerResumedFromItsStateGoesOnWithTheSameNumbers) {
  const TunerSource source;
  for (const TuneMethod method :
       {TuneMethod::kRegression, TuneMethod::kSpsa, TuneMethod::kCmaEs, TuneMethod::kRace}) {
    const RunSpec spec = TuneOf(method);
    auto tuner = source.Begin(spec, 5);
    ASSERT_TRUE(tuner.ok()) << tuner.status();
    for (uint64_t pair = 0; pair < 300; ++pair) {
      (*tuner)->Tell(pair, (*tuner)->Ask(pair), static_cast<int>(pair * 7 % 5));
    }
    auto resumed = source.Resume(spec, 5, (*tuner)->Save());
    ASSERT_TRUE(resumed.ok()) << resumed.status();
    EXPECT_EQ((*resumed)->Ask(300), (*tuner)->Ask(300));
    EXPECT_EQ((*resumed)->Save(), (*tuner)->Save());
    EXPECT_EQ((*tuner)->Figures()->pairs, 300u);
    EXPECT_TRUE(absl::IsDataLoss(source.Resume(spec, 5, "x").status()));
  }
}

// Two candidates that differ in the engine's whole table: more than a tuner adjusts, and such long
// candidates that a lease holds fewer of them than the worker wants.
TEST(TunerSource, ARaceMayBeOfTheWholeTable) {
  const TunerSource source;
  CoreOptions options;
  options.candidates = &source;
  testing::CoreHarness core(options);
  core.AddArtifacts();
  RunSpec spec = TuneOf(TuneMethod::kRace);
  spec.max_pairs = 2'000;
  spec.tune->parameters.clear();
  spec.tune->candidates = {{"start", {}}, {"highest", {}}};
  for (const params::Parameter& known : params::Table()) {
    if (known.min == known.max) continue;
    TuneParameter& p = spec.tune->parameters.emplace_back();
    p = {std::string(known.name), 0, 0, 0, 1, 0.002};
    p.start = p.min = known.min;
    p.max = known.max;
    p.c_end = known.step;
    spec.tune->candidates[0].values.push_back(known.min);
    spec.tune->candidates[1].values.push_back(known.max);
  }
  const size_t parameters = spec.tune->parameters.size();
  EXPECT_GT(parameters, limits::kMaxTuneParameters);
  ASSERT_NE(core.MakeRun(spec), "") << core.Find<ErrorReply>()->status;
  core.Hello(7, 1'000);
  EXPECT_EQ(core.Ask(7, 1'000).pairs.size(), static_cast<size_t>(MostPairs(parameters)));
  const auto* grant = core.Find<LeaseGrant>();
  ASSERT_NE(grant, nullptr);
  EXPECT_EQ(grant->candidates.front().dev.size(), parameters);

  spec.tune->method = TuneMethod::kRegression;
  spec.tune->candidates.clear();
  EXPECT_EQ(core.MakeRun(spec), "");
  EXPECT_NE(Message(core.Find<ErrorReply>()->status).find("at most 400"), std::string::npos);
}

TEST(TunerSource, ParametersThatTheEngineDoesNotHaveAreRefusedByName) {
  const TunerSource source;
  RunSpec spec = TuneOf(TuneMethod::kRegression);
  spec.tune->parameters[0].name = "tempo.mq";
  EXPECT_NE(Message(source.CheckEmbedded(*spec.tune)).find("tempo.mg"), std::string::npos);
  spec = TuneOf(TuneMethod::kRegression);
  spec.tune->parameters[0].max = 41;
  EXPECT_NE(Message(source.CheckEmbedded(*spec.tune)).find("0 to 41"), std::string::npos);
  spec = TuneOf(TuneMethod::kRegression);
  EXPECT_TRUE(source.CheckEmbedded(*spec.tune).ok());
  spec.tune->parameters[1].decimals = 1;
  EXPECT_NE(Message(source.CheckEmbedded(*spec.tune)).find("whole numbers"), std::string::npos);
  spec = TuneOf(TuneMethod::kRegression);
  spec.tune->parameters[1] = spec.tune->parameters[0];
  EXPECT_NE(Message(source.Begin(spec, 1).status()).find("comes twice"), std::string::npos);
}

}  // namespace
}  // namespace rookery::coordinator

#include "coordinator/tuning/tuner_source.h"

#include <gtest/gtest.h>

#include "base/status.h"
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

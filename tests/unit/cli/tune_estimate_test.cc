#include "cli/tune_estimate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/status.h"
#include "tuner/optim/optimiser.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

v1::Run ATune(v1::TuneMethod method) {
  v1::Run run;
  run.set_kind(v1::RUN_KIND_TUNE);
  run.set_seed(9);
  run.mutable_spec()->set_max_pairs(600);
  v1::TuneSpec& tune = *run.mutable_spec()->mutable_tune();
  tune.set_method(method);
  tune.set_alpha(0.602);
  tune.set_gamma(0.101);
  tune.set_a_ratio(0.1);
  tune.set_expected_gain(10);
  for (const char* name : {"tempo.mg", "tempo.eg"}) {
    v1::TuneParameter& p = *tune.add_parameters();
    p.set_name(name);
    p.set_start(10);
    p.set_max(40);
    p.set_c_end(2);
    p.set_r_end(0.002);
  }
  return run;
}

std::vector<v1::Duel> Log(int count) {
  std::vector<v1::Duel> duels;
  Rng rng(4);
  for (int i = 0; i < count; ++i) {
    v1::Duel& duel = duels.emplace_back();
    duel.set_pair(static_cast<uint64_t>(i));
    duel.set_clock(i / 8 * 8);
    for (int side = 0; side < 2; ++side) {
      duel.mutable_candidate()->add_dev(static_cast<int>(rng.Below(20)));
      duel.mutable_candidate()->add_base(static_cast<int>(rng.Below(20)));
    }
    duel.set_counted(true);
    duel.set_half_points(static_cast<int>(rng.Below(5)));
    duel.set_worker(i % 3 == 0 ? "bad" : "good");
  }
  return duels;
}

TEST(TuneEstimate, APurgeGivesTheStateOfARunWithoutThatWorker) {
  for (const v1::TuneMethod method :
       {v1::TUNE_METHOD_REGRESSION, v1::TUNE_METHOD_SPSA, v1::TUNE_METHOD_CMA_ES}) {
    std::vector<v1::Duel> duels = Log(300);
    const auto purged = Estimate(ATune(method), duels, {.method = "", .without = {"bad"}});
    std::erase_if(duels, [](const v1::Duel& duel) { return duel.worker() == "bad"; });
    const auto never = Estimate(ATune(method), duels, {});
    ASSERT_TRUE(purged.ok() && never.ok());
    EXPECT_EQ(purged->SerializeAsString(), never->SerializeAsString());
    EXPECT_EQ(purged->tune().pairs(), 200u);
  }
}

// What is shown of a run rests on the pairs before the first that is still out.
TEST(TuneEstimate, ReadsUpToTheFirstPairThatIsStillOut) {
  for (const v1::TuneMethod method : {v1::TUNE_METHOD_REGRESSION, v1::TUNE_METHOD_SPSA}) {
    std::vector<v1::Duel> duels = Log(300);
    duels[200].set_counted(false);
    duels[200].clear_half_points();
    const auto read = Estimate(ATune(method), duels, {});
    duels.resize(200);
    const auto prefix = Estimate(ATune(method), duels, {});
    ASSERT_TRUE(read.ok() && prefix.ok());
    EXPECT_EQ(read->SerializeAsString(), prefix->SerializeAsString());
  }
}

TEST(TuneEstimate, AWorkerThatDidNotPlayIsNamedWithThoseThatDid) {
  for (const char* name : {"B", "nosuch", ""}) {
    const auto purged =
        Estimate(ATune(v1::TUNE_METHOD_REGRESSION), Log(30), {.method = "", .without = {name}});
    EXPECT_THAT(Message(purged.status()), HasSubstr("those that did are bad, good")) << name;
  }
}

TEST(TuneEstimate, TheMethodsReadOneLogButCmaEsItsOwnAloneAndOtherRunsAreRefused) {
  const auto spsa =
      Estimate(ATune(v1::TUNE_METHOD_REGRESSION), Log(300), {.method = "spsa", .without = {}});
  ASSERT_TRUE(spsa.ok()) << spsa.status();
  EXPECT_FALSE(spsa->tune().has_forecast());
  const auto regression = Estimate(ATune(v1::TUNE_METHOD_REGRESSION), Log(300), {});
  EXPECT_TRUE(regression->tune().has_forecast());
  const v1::Run tune = ATune(v1::TUNE_METHOD_REGRESSION);
  const auto foreign = Estimate(tune, Log(300), {.method = "cma-es", .without = {}});
  EXPECT_NE(Message(foreign.status()).find("no log but its own"), std::string::npos);
  EXPECT_NE(Message(Estimate(tune, {}, {.method = "adam", .without = {}}).status()).find("'adam'"),
            std::string::npos);
  for (const char* method : {"spsa", "regression", "cma-es"}) {
    const auto race =
        Estimate(ATune(v1::TUNE_METHOD_RACE), Log(30), {.method = method, .without = {}});
    EXPECT_THAT(Message(race.status()), HasSubstr("finished candidates instead")) << method;
  }
  EXPECT_TRUE(Estimate(ATune(v1::TUNE_METHOD_CMA_ES), Log(300), {}).ok());
  v1::Run test;
  test.set_kind(v1::RUN_KIND_TEST);
  EXPECT_FALSE(Estimate(test, {}, {}).ok());
}

}  // namespace
}  // namespace rookery::cli

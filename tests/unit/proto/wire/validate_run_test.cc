#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/status.h"
#include "proto/wire/validate.h"

namespace rookery::wire {
namespace {

using ::testing::HasSubstr;

v1::CreateRunRequest GoodRequest() {
  v1::CreateRunRequest request;
  request.set_request_id("r");
  v1::RunSpec& run = *request.mutable_run();
  run.set_kind(v1::RUN_KIND_TEST);
  run.mutable_dev()->set_name("dev");
  run.mutable_dev()->set_weights_sha256(std::string(64, 'a'));
  run.mutable_base()->set_name("base");
  run.mutable_base()->set_weights_sha256(std::string(64, 'b'));
  run.mutable_limits()->set_nodes(1000);
  run.mutable_sprt()->set_elo1(5);
  run.mutable_sprt()->set_alpha(0.05);
  run.mutable_sprt()->set_beta(0.05);
  run.set_book_sha256(std::string(64, 'c'));
  return request;
}

struct Fault {
  const char* message;
  std::function<void(v1::RunSpec&)> make;
};

TEST(ValidateRun, TakesAGoodTestAndAGoodMatch) {
  v1::CreateRunRequest request = GoodRequest();
  EXPECT_TRUE(Validate(request).ok()) << Validate(request);
  request.mutable_run()->set_kind(v1::RUN_KIND_MATCH);
  request.mutable_run()->clear_sprt();
  EXPECT_TRUE(Validate(request).ok()) << Validate(request);
}

TEST(ValidateRun, TakesSidesWithLimitsOfTheirOwnAndClocksOfPeriods) {
  v1::CreateRunRequest request = GoodRequest();
  v1::RunSpec& run = *request.mutable_run();
  run.mutable_dev()->mutable_limits()->set_depth(4);
  v1::Limits& clock = *run.mutable_base()->mutable_limits();
  clock.add_periods()->set_moves(40);
  clock.mutable_periods(0)->set_base_ms(60'000);
  clock.add_periods()->set_increment_ms(100);
  clock.set_margin_ms(20);
  run.set_reference_nps(1'000'000);
  EXPECT_TRUE(Validate(request).ok()) << Validate(request);
}

TEST(ValidateRun, NamesFieldValueAndWhatIsAllowed) {
  const std::vector<Fault> faults = {
      {"run.kind: 0 is not allowed", [](auto& run) { run.clear_kind(); }},
      {"run.kind: 9 is not allowed", [](auto& run) { run.set_kind(static_cast<v1::RunKind>(9)); }},
      {"run.title: '", [](auto& run) { run.set_title(std::string(201, 'x')); }},
      {"run.base.name: '  ' is blank", [](auto& run) { run.mutable_base()->set_name("  "); }},
      {"run.dev.name: '\u3000\u00a0' is blank",
       [](auto& run) { run.mutable_dev()->set_name("\u3000\u00a0"); }},
      {"run.dev.name: is empty", [](auto& run) { run.mutable_dev()->clear_name(); }},
      {"run.base.weights_sha256: 'ABC'",
       [](auto& run) { run.mutable_base()->set_weights_sha256("ABC"); }},
      {"run.limits: is empty", [](auto& run) { run.clear_limits(); }},
      {"run.limits.depth: 128 is not in 0 to 127",
       [](auto& run) { run.mutable_limits()->set_depth(128); }},
      {"run.limits.movetime_ms: -5", [](auto& run) { run.mutable_limits()->set_movetime_ms(-5); }},
      {"run.dev.limits: is empty", [](auto& run) { run.mutable_dev()->mutable_limits(); }},
      {"run.base.limits.nodes: -1 is not in",
       [](auto& run) { run.mutable_base()->mutable_limits()->set_nodes(-1); }},
      {"run.limits.margin_ms: 60001 is not in 0 to 60000",
       [](auto& run) { run.mutable_limits()->set_margin_ms(60'001); }},
      {"run.limits.periods: excludes base_ms",
       [](auto& run) {
         run.mutable_limits()->set_base_ms(8000);
         run.mutable_limits()->add_periods()->set_base_ms(8000);
       }},
      {"run.limits.periods[0].moves: 0 is not in 1 to 1000",
       [](auto& run) {
         for (int i = 0; i < 2; ++i) run.mutable_limits()->add_periods()->set_base_ms(8000);
       }},
      {"run.limits.periods[0]: gives no time",
       [](auto& run) { run.mutable_limits()->add_periods()->set_moves(40); }},
      {"run.limits.periods: has 17 periods",
       [](auto& run) {
         for (int i = 0; i < 17; ++i) run.mutable_limits()->add_periods();
       }},
      {"run.reference_nps: -1 is not in 0 to", [](auto& run) { run.set_reference_nps(-1); }},
      {"run.sprt.elo1: 0 is not above elo0", [](auto& run) { run.mutable_sprt()->clear_elo1(); }},
      {"run.sprt.elo1: nan", [](auto& run) { run.mutable_sprt()->set_elo1(std::nan("")); }},
      {"run.sprt.alpha: 0 is not between 0 and 1",
       [](auto& run) { run.mutable_sprt()->clear_alpha(); }},
      {"run.sprt.beta: alpha + beta is 1.1",
       [](auto& run) {
         run.mutable_sprt()->set_alpha(0.55);
         run.mutable_sprt()->set_beta(0.55);
       }},
      {"run.sprt.elo0: -2000 is not in -1000 to 1000",
       [](auto& run) {
         run.mutable_sprt()->set_model(v1::ELO_MODEL_LOGISTIC);
         run.mutable_sprt()->set_elo0(-2000);
       }},
      {"run.sprt.model: 7 is unknown",
       [](auto& run) { run.mutable_sprt()->set_model(static_cast<v1::EloModel>(7)); }},
      {"run.sprt: is set, but only a test has bounds",
       [](auto& run) { run.set_kind(v1::RUN_KIND_MATCH); }},
      {"run.max_pairs: ", [](auto& run) { run.set_max_pairs(uint64_t{1} << 50); }},
      {"run.hash_kib: 1 is not in 64", [](auto& run) { run.set_hash_kib(1); }},
      {"run.max_moves: -1 is not in 0", [](auto& run) { run.set_max_moves(-1); }},
      {"run.adjudication.resign_score_cp: -1",
       [](auto& run) { run.mutable_adjudication()->set_resign_score_cp(-1); }},
  };
  for (const Fault& fault : faults) {
    v1::CreateRunRequest request = GoodRequest();
    fault.make(*request.mutable_run());
    EXPECT_THAT(Message(Validate(request)), HasSubstr(fault.message));
  }
}

TEST(ValidateRun, TakesALeagueAndNamesWhatIsWrongWithOne) {
  v1::CreateRunRequest request = GoodRequest();
  v1::RunSpec& run = *request.mutable_run();
  run.set_kind(v1::RUN_KIND_LEAGUE);
  run.clear_sprt();
  run.clear_dev();
  run.clear_base();
  v1::LeagueSpec& league = *run.mutable_league();
  league.set_pairs(10);
  EXPECT_THAT(Message(Validate(request)), HasSubstr("run.league.engines: 0 given"));
  for (const char* name : {"a", "b"}) {
    v1::EngineSpec& engine = *league.add_engines();
    engine.set_name(name);
    engine.set_weights_sha256(std::string(64, *name));
  }
  EXPECT_TRUE(Validate(request).ok()) << Validate(request);
  league.mutable_engines(1)->clear_weights_sha256();
  EXPECT_THAT(Message(Validate(request)), HasSubstr("run.league.engines[1].weights_sha256"));
  v1::CreateRunRequest match = GoodRequest();
  *match.mutable_run()->mutable_league() = league;
  EXPECT_THAT(Message(Validate(match)), HasSubstr("run.league"));
}

TEST(ValidateRun, BoundsRequestIdsPagesAndReasons) {
  v1::CreateRunRequest request = GoodRequest();
  request.set_request_id(std::string(65, 'x'));
  EXPECT_FALSE(Validate(request).ok());
  request.set_request_id("ok");
  request.clear_run();
  EXPECT_EQ(Message(Validate(request)), "run: is missing");
  v1::ListRunsRequest list;
  list.set_page_size(1'000'000);  // clipped, not refused
  EXPECT_TRUE(Validate(list).ok());
  list.set_page_size(-1);
  EXPECT_FALSE(Validate(list).ok());
  v1::StopRunRequest stop;
  stop.set_name("runs/a");
  stop.set_reason(std::string(501, 'x'));
  EXPECT_FALSE(Validate(stop).ok());
}

}  // namespace
}  // namespace rookery::wire

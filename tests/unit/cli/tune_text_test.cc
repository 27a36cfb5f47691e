#include "cli/tune_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/duel_log.h"

namespace rookery::cli {
namespace {

using testing::HasSubstr;

v1::Run ATune() {
  v1::Run run;
  run.set_name("runs/abc");
  run.set_kind(v1::RUN_KIND_TUNE);
  for (const auto& [name, value] : {std::pair("tempo.mg", 12.0), {"tempo.eg", 41.0}}) {
    v1::TuneParameter& p = *run.mutable_spec()->mutable_tune()->add_parameters();
    p.set_name(name);
    p.set_start(10);
    p.set_max(40);
    p.set_c_end(2);
    v1::TunedParameter& one = *run.mutable_tune()->add_parameters();
    one.set_name(name);
    one.set_value(value);
    one.set_sd(1);
    one.set_shipped(static_cast<int>(std::min(value, 40.0)));
    one.set_at_bound(value > 40);
  }
  run.mutable_tune()->set_has_forecast(true);
  run.mutable_tune()->set_gain(8);
  run.mutable_tune()->set_gain_low(3);
  run.mutable_tune()->set_gain_high(13);
  run.mutable_tune()->set_noise_floor(0.9);
  return run;
}

TEST(TuneText, ShowsParametersInStepsWithBandsThoseThatMovedMostFirst) {
  const std::vector<std::string> lines = TuneLines(ATune(), 5);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_THAT(lines[0], HasSubstr("forecast +8.0 [+3.0, +13.0] Elo, noise floor 0.9"));
  EXPECT_THAT(lines[1], HasSubstr("tempo.eg"));
  EXPECT_THAT(lines[1], HasSubstr("+15.50 c +- 0.98  at bound"));
  EXPECT_THAT(lines[2], HasSubstr("+1.00 c"));
  EXPECT_EQ(TuneLines(ATune(), 1).size(), 2u);
}

TEST(TuneText, JsonSaysNullWhileNothingCanBeForecast) {
  v1::Run run = ATune();
  EXPECT_EQ(TuneJson(run)["gain"], 8);
  EXPECT_EQ(TuneJson(run)["parameters"][1]["in_steps"], 15.5);
  EXPECT_EQ(TuneJson(run)["parameters"][1]["at_bound"], true);
  run.mutable_tune()->set_has_forecast(false);
  EXPECT_TRUE(TuneJson(run)["gain"].is_null());
}

TEST(TuneText, TheDuelLogHoldsWhatWasPlayedOnBothSides) {
  v1::Duel duel;
  duel.set_pair(7);
  duel.set_clock(3);
  for (const int value : {12, 9}) duel.mutable_candidate()->add_dev(value);
  for (const int value : {8, 11}) duel.mutable_candidate()->add_base(value);
  EXPECT_EQ(
      DuelHeading(ATune()),
      "pair,clock,worker,half_points,tempo.mg:dev,tempo.eg:dev,tempo.mg:base,tempo.eg:base\n");
  EXPECT_EQ(DuelCsv(duel), "7,3,,,12,9,8,11\n");
  duel.set_counted(true);
  duel.set_half_points(4);
  duel.set_worker("w1");
  EXPECT_EQ(DuelCsv(duel), "7,3,w1,4,12,9,8,11\n");
  const auto json = nlohmann::json::parse(DuelJson(ATune(), duel));
  EXPECT_EQ(json["dev"]["tempo.mg"], 12);
  EXPECT_EQ(json["base"]["tempo.eg"], 11);
  EXPECT_EQ(json["half_points"], 4);
}

}  // namespace
}  // namespace rookery::cli

#include "cli/run_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace rookery::cli {
namespace {

using testing::HasSubstr;

v1::Run DecidedTest() {
  v1::Run run;
  run.set_name("runs/k3v9x0ab12");
  run.set_kind(v1::RUN_KIND_TEST);
  run.set_state(v1::RUN_STATE_FINISHED);
  run.set_title("king safety");
  run.set_seed(18446744073709551615U);
  v1::RunSpec& spec = *run.mutable_spec();
  spec.mutable_dev()->set_name("default");
  spec.mutable_dev()->set_weights_sha256(std::string(64, 'a'));
  spec.mutable_base()->set_name("default,-king");
  spec.mutable_base()->set_weights_sha256(std::string(64, 'b'));
  spec.mutable_limits()->set_nodes(5000);
  spec.mutable_sprt()->set_elo1(5);
  spec.mutable_sprt()->set_alpha(0.05);
  spec.mutable_sprt()->set_beta(0.05);
  spec.set_max_pairs(20000);
  v1::Progress& progress = *run.mutable_progress();
  progress.set_verdict(v1::VERDICT_ACCEPTED);
  progress.set_llr(2.95);
  progress.set_lower(-2.94);
  progress.set_upper(2.94);
  progress.set_pairs(1234);
  progress.mutable_pentanomial()->set_ll(1);
  progress.mutable_pentanomial()->set_dd(1200);
  progress.mutable_pentanomial()->set_ww(33);
  progress.set_elo(12.34);
  progress.set_elo_low(4.5);
  progress.set_elo_high(20.1);
  progress.set_elo_known(true);
  progress.set_los(0.99);
  return run;
}

TEST(RunJson, HasTheFieldsThatScriptsRelyOn) {
  const nlohmann::ordered_json json = RunJson(DecidedTest());
  EXPECT_EQ(json["run"], "k3v9x0ab12");
  EXPECT_EQ(json["verdict"], "accepted");
  EXPECT_EQ(json["llr"], 2.95);
  EXPECT_EQ(json["pairs"], 1234);
  EXPECT_EQ(json["pentanomial"], nlohmann::json({1, 0, 1200, 0, 33}));
  EXPECT_EQ(json["games"], 2468);
  EXPECT_EQ(json["seed"], "18446744073709551615");
  EXPECT_EQ(json["sprt"]["model"], "normalized");
}

TEST(RunJson, SaysNullWhereNothingIsKnown) {
  v1::Run run = DecidedTest();
  run.mutable_progress()->set_elo_known(false);
  EXPECT_TRUE(RunJson(run)["elo"].is_null());
  EXPECT_TRUE(RunJson(run)["ended"].is_null());
  run.set_kind(v1::RUN_KIND_MATCH);
  EXPECT_TRUE(RunJson(run)["llr"].is_null());
  EXPECT_TRUE(RunJson(run)["sprt"].is_null());
}

TEST(ResultBlock, HoldsWhatACommitMessageNeeds) {
  const std::string block = ResultBlock(DecidedTest());
  EXPECT_THAT(block, HasSubstr("Rookery test: accepted\n"));
  EXPECT_THAT(block, HasSubstr("default (weights aaaaaaaaaaaa)"));
  EXPECT_THAT(block, HasSubstr("5000 nodes a move"));
  EXPECT_THAT(block, HasSubstr("normalized Elo [0, 5], alpha 0.05, beta 0.05"));
  EXPECT_THAT(block, HasSubstr("2.95 (-2.94, 2.94)"));
  EXPECT_THAT(block, HasSubstr("+12.3 [+4.5, +20.1] (95 %)"));
  EXPECT_THAT(block, HasSubstr("2,468 (1,234 pairs)"));
  EXPECT_THAT(block, HasSubstr("LL 1, LD 0, DD 1200, WD 0, WW 33"));
  EXPECT_THAT(block, HasSubstr("k3v9x0ab12"));
}

TEST(ResultBlock, HasNoEndOfAnEloIntervalWhereTheModelEnds) {
  v1::Run run = DecidedTest();
  const auto block = [&](double elo, double low, double high) {
    run.mutable_progress()->set_elo(elo);
    run.mutable_progress()->set_elo_low(low);
    run.mutable_progress()->set_elo_high(high);
    return ResultBlock(run);
  };
  EXPECT_THAT(block(318.9, 177.9, 1000),
              HasSubstr("Elo:         +318.9, at least +177.9 (95 %)\n"));
  EXPECT_THAT(block(1199.8, 300, 1199.8), HasSubstr("Elo:         at least +300.0 (95 %)\n"));
  EXPECT_THAT(block(-20, -1000, -3.04), HasSubstr("Elo:         -20.0, at most -3.0 (95 %)\n"));
  EXPECT_THAT(block(12, -1000, 1000), HasSubstr("Elo:         not known yet\n"));
  run.mutable_progress()->set_always_valid_low(-101.2);
  run.mutable_progress()->set_always_valid_high(1199.8);
  EXPECT_EQ(AnyTimeText(run.progress()), "Elo at least -101.2");
  block(1199.8, 300, 1199.8);
  EXPECT_EQ(ListedElo(run), "-");
  const auto json = RunJson(run);
  EXPECT_TRUE(json.at("elo").is_null());
  EXPECT_EQ(json.at("elo_low"), 300);
  EXPECT_TRUE(json.at("elo_high").is_null());
  EXPECT_EQ(json.at("always_valid_low"), -101.2);
  EXPECT_TRUE(json.at("always_valid_high").is_null());
}

TEST(ResultBlock, CountsOneThingAsOne) {
  v1::Run run = DecidedTest();
  v1::Progress& progress = *run.mutable_progress();
  progress.set_pairs(1);
  progress.set_pairs_void(1);
  progress.set_contested(1);
  progress.set_audits_agreed(1);
  const std::string block = ResultBlock(run);
  EXPECT_THAT(block, HasSubstr("2 (1 pair)"));
  EXPECT_THAT(block, HasSubstr("1 pair of workers in quarantine"));
  EXPECT_THAT(block, HasSubstr("1 pair that the verdict counts is void now"));
  EXPECT_THAT(block, testing::Not(HasSubstr("1 pairs")));
}

TEST(ResultBlock, SaysHowManyGamesWereRepeatedIfAny) {
  v1::Run run = DecidedTest();
  EXPECT_THAT(ResultBlock(run), testing::Not(HasSubstr("Repeated")));
  run.mutable_progress()->set_repeated_games(1);
  EXPECT_THAT(ResultBlock(run),
              HasSubstr("\nRepeated:    1 game equals an earlier game of the run\n"));
  run.mutable_progress()->set_repeated_games(1200);
  EXPECT_THAT(ResultBlock(run),
              HasSubstr("\nRepeated:    1,200 games equal an earlier game of the run\n"));
}

TEST(ExitOfRun, FollowsVerdictStateAndKind) {
  v1::Run run = DecidedTest();
  EXPECT_EQ(ExitOfRun(run), Exit::kDone);
  run.mutable_progress()->set_verdict(v1::VERDICT_REJECTED);
  EXPECT_EQ(ExitOfRun(run), Exit::kFailed);
  run.mutable_progress()->set_verdict(v1::VERDICT_UNDECIDED);
  EXPECT_EQ(ExitOfRun(run), Exit::kUndecided);
  run.set_kind(v1::RUN_KIND_MATCH);
  EXPECT_EQ(ExitOfRun(run), Exit::kDone);
  run.set_state(v1::RUN_STATE_STOPPED);
  EXPECT_EQ(ExitOfRun(run), Exit::kUndecided);
  run.set_state(v1::RUN_STATE_FAILED);
  EXPECT_EQ(ExitOfRun(run), Exit::kFailed);
}

TEST(ListedElo, OfATuneIsTheGainThatItsPageShows) {
  v1::Run run = DecidedTest();
  EXPECT_EQ(ListedElo(run), "+12.3");
  run.set_kind(v1::RUN_KIND_TUNE);
  EXPECT_EQ(ListedElo(run), "-");
  run.mutable_tune()->set_has_forecast(true);
  run.mutable_tune()->set_gain(7.04);
  EXPECT_EQ(ListedElo(run), "+7.0");
}

TEST(LimitsText, NamesWhatIsSet) {
  v1::Limits limits;
  limits.set_base_ms(8000);
  limits.set_increment_ms(80);
  EXPECT_EQ(LimitsText(limits), "8+0.08 s");
  limits.set_depth(6);
  EXPECT_EQ(LimitsText(limits), "depth 6, 8+0.08 s");
}

}  // namespace
}  // namespace rookery::cli

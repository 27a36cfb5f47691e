#include "cli/calc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/calc_text.h"
#include "cli/program.h"
#include "coordinator/stats/bound_scales.h"

namespace rookery::cli {
namespace {

using testing::HasSubstr;

struct Ran {
  Exit exit;
  std::string out;
  std::string err;
};

Ran RunWith(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  Printer printer(&out, &err, {});
  FakeClock clock;
  Context context;
  context.printer = &printer;
  context.clock = &clock;
  context.environment = [](const std::string&) { return std::nullopt; };
  context.entropy = [] { return uint64_t{1}; };
  const Exit exit = RunProgram(arguments, context);
  return {exit, out.str(), err.str()};
}

TEST(CalcSprt, PrintsTheFixedFieldsAsJson) {
  const Ran ran = RunWith({"calc", "sprt", "--pentanomial", "177,1629,3083,1780,221", "--elo0", "0",
                           "--elo1", "3", "--beta", "0.1", "--json"});
  EXPECT_EQ(ran.exit, Exit::kDone);
  const auto object = nlohmann::json::parse(ran.out);
  EXPECT_NEAR(object.at("llr").get<double>(), 2.9128569036, 1e-6);
  EXPECT_NEAR(object.at("upper").get<double>(), 2.8903717579, 1e-9);
  EXPECT_NEAR(object.at("nelo").get<double>(), 10.01104557, 1e-8);
  EXPECT_EQ(object.at("verdict"), "accepted");
  EXPECT_EQ(object.at("model"), "normalized");
  for (const char* field : {"lower", "elo", "elo_low", "elo_high", "los"}) {
    EXPECT_TRUE(object.at(field).is_number()) << field;
  }
}

TEST(CalcSprt, EndsWithZeroWhateverTheVerdict) {
  for (const char* counts : {"30,120,250,80,20", "0,0,0,0,0", "20,80,250,120,30"}) {
    EXPECT_EQ(RunWith({"calc", "sprt", "--pentanomial", counts, "--elo1", "50", "--json"}).exit,
              Exit::kDone);
  }
}

TEST(CalcSprt, TakesTrinomialAndBayes) {
  const Ran ran = RunWith({"calc", "sprt", "--trinomial", "68526,128429,68965", "--elo0", "0",
                           "--elo1", "2", "--model", "bayes", "--json"});
  EXPECT_NEAR(nlohmann::json::parse(ran.out).at("llr").get<double>(), -1.2626425841, 1e-3);
}

TEST(CalcSprt, SaysNullWhereThereIsNothingToSay) {
  const Ran ran = RunWith({"calc", "sprt", "--pentanomial", "0,0,0,0,0", "--json"});
  const auto object = nlohmann::json::parse(ran.out);
  EXPECT_TRUE(object.at("elo").is_null());
  EXPECT_TRUE(object.at("los").is_null());
  EXPECT_EQ(object.at("llr"), 0);
}

TEST(CalcSprt, RefusesBadInputByName) {
  const auto error = [](const std::string& flag, const std::string& value) {
    const Ran ran = RunWith({"calc", "sprt", "--pentanomial", "1,2,3,4,5", flag, value});
    EXPECT_EQ(ran.exit, Exit::kUsage);
    EXPECT_EQ(ran.out, "");
    return ran.err;
  };
  EXPECT_THAT(error("--pentanomial", "1,2,3,4"), HasSubstr("pentanomial"));
  EXPECT_THAT(error("--elo0", "7"), HasSubstr("elo1"));
  EXPECT_THAT(error("--alpha", "0"), HasSubstr("alpha"));
  EXPECT_THAT(error("--beta", "nan"), HasSubstr("beta"));
  EXPECT_THAT(error("--model", "glicko"), HasSubstr("model"));
  EXPECT_THAT(error("--trinomial", "1,1,1"), HasSubstr("odd"));
}

TEST(CalcSprt, NamesTheCellOfABadCount) {
  const auto error = [](const std::string& counts) {
    const Ran ran = RunWith({"calc", "sprt", "--pentanomial", counts});
    EXPECT_EQ(ran.exit, Exit::kUsage);
    return ran.err;
  };
  EXPECT_THAT(error("1,2,-3,4,5"), HasSubstr("pentanomial DD: -3 is negative"));
  EXPECT_THAT(error("1,2,3,4,5.5"), HasSubstr("pentanomial WW: '5.5' is not a whole number"));
  EXPECT_THAT(error("1,99999999999999999999,3,4,5"), HasSubstr("pentanomial LD"));
  EXPECT_THAT(error("1,2,3,4,5,6"), HasSubstr("6 fields; 5 are needed"));
}

TEST(CalcSprt, IsReadableWithoutJson) {
  const Ran ran = RunWith({"calc", "sprt", "--pentanomial", "20,80,250,120,30"});
  EXPECT_THAT(ran.out, HasSubstr("Verdict  undecided"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("nan")));
}

TEST(CalcSprt, TakesLooksEveryFewPairsWithAndWithoutCorrection) {
  std::vector<std::string> arguments = {"calc",          "sprt",   "--pentanomial",
                                        "6,40,80,60,14", "--elo1", "30",
                                        "--batch-pairs", "64",     "--json"};
  const auto plain = nlohmann::json::parse(RunWith(arguments).out);
  arguments.push_back("--overshoot-corrected");
  const auto corrected = nlohmann::json::parse(RunWith(arguments).out);
  EXPECT_EQ(corrected["llr"], plain["llr"]);
  EXPECT_NE(corrected["elo_low"], plain["elo_low"]);
  const Ran without = RunWith(
      {"calc", "sprt", "--pentanomial", "6,40,80,60,14", "--elo1", "30", "--overshoot-corrected"});
  EXPECT_EQ(without.exit, Exit::kUsage);
  EXPECT_THAT(without.err, HasSubstr("overshoot_corrected: needs batch_pairs"));
}

TEST(CalcElo, GivesTheFiguresOfAFixedMatch) {
  const Ran ran = RunWith({"calc", "elo", "--pentanomial", "34,54,63,64,75", "--json"});
  const auto object = nlohmann::json::parse(ran.out);
  EXPECT_NEAR(object.at("elo").get<double>(), 55.57978042, 1e-8);
  EXPECT_NEAR(object.at("elo_high").get<double>(), 55.57978042 + 27.65342951, 1e-8);
  EXPECT_NEAR(object.at("pairs_ratio").get<double>(), 1.579545, 1e-6);
  EXPECT_EQ(object.at("games"), 580);
  EXPECT_THAT(RunWith({"calc", "elo", "--trinomial", "0,10,0"}).out, HasSubstr("Elo    0.00"));
}

TEST(CalcElo, WantsCountsThatAddUp) {
  EXPECT_EQ(RunWith({"calc", "elo"}).exit, Exit::kUsage);
  const auto run = [](const char* games) {
    return RunWith({"calc", "elo", "--trinomial", games, "--pentanomial", "0,1,0,1,0"});
  };
  EXPECT_EQ(run("1,2,1").exit, Exit::kDone);
  EXPECT_THAT(run("1,1,1").err, HasSubstr("3 games are odd"));
  EXPECT_THAT(run("2,2,2").err, HasSubstr("6 games, but pentanomial: 2 pairs"));
  EXPECT_THAT(run("0,2,2").err, HasSubstr("6 half points, but pentanomial: 4"));
  EXPECT_THAT(run("2,0,2").err, HasSubstr("0 draws"));
}

TEST(CalcElo, HasNoNumberWhereTheModelEnds) {
  const Ran text = RunWith({"calc", "elo", "--pentanomial", "0,0,0,0,20"});
  EXPECT_THAT(text.out, ::testing::Not(HasSubstr("1199")));
  const auto json =
      nlohmann::json::parse(RunWith({"calc", "elo", "--pentanomial", "0,0,0,0,20", "--json"}).out);
  EXPECT_TRUE(json.at("elo").is_null());
  EXPECT_TRUE(json.at("elo_high").is_null());
  const Ran sprt = RunWith({"calc", "sprt", "--pentanomial", "0,0,0,0,20"});
  EXPECT_THAT(sprt.out, ::testing::Not(HasSubstr("1000.")));
}

TEST(CalcSprt, SaysBoundsOnEveryScale) {
  const auto scales = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"calc", "sprt", "--json", "--elo0", "0", "--elo1", "4"});
    return nlohmann::json::parse(RunWith(arguments).out).value("elo1_scales", nlohmann::json());
  };
  // From pairs alone BayesElo has no draws to go by, unless they are said.
  EXPECT_TRUE(scales({"--pentanomial", "20,80,250,120,30"}).at("bayes").is_null());
  const auto said = scales({"--pentanomial", "20,80,250,120,30", "--draw-ratio", "0.6"});
  EXPECT_NEAR(said.at("normalized").get<double>(), 4, 1e-12);
  EXPECT_GT(said.at("bayes").get<double>(), said.at("logistic").get<double>());
  // Without results they come from the draws alone.
  EXPECT_TRUE(scales({"--pentanomial", "0,0,0,0,0"}).is_null());
  EXPECT_TRUE(
      scales({"--pentanomial", "0,0,0,0,0", "--draw-ratio", "0.6"}).at("logistic").is_number());
  // BayesElo is tested as the logistic Elo that is shown.
  const auto bayes = scales({"--trinomial", "591,2163,716", "--model", "bayes"});
  EXPECT_EQ(bayes.at("bayes"), 4);
  const std::string logistic = std::to_string(bayes.at("logistic").get<double>());
  const auto llr = [](const std::string& elo1, const std::string& model) {
    return nlohmann::json::parse(RunWith({"calc", "sprt", "--trinomial", "591,2163,716", "--elo0",
                                          "0", "--elo1", elo1, "--model", model, "--json"})
                                     .out)
        .at("llr")
        .get<double>();
  };
  EXPECT_NEAR(llr("4", "bayes"), llr(logistic, "logistic"), 1e-6);
}

TEST(CalcSprt, TestsBayesEloOfPairsWhereDrawsAreSaid) {
  const auto ask = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"calc", "sprt", "--elo0", "0", "--elo1", "4", "--model", "bayes"});
    return RunWith(more);
  };
  const Ran ran = ask({"--pentanomial", "20,80,250,120,30", "--draw-ratio", "0.6", "--json"});
  const auto object = nlohmann::json::parse(ran.out);
  EXPECT_EQ(object.at("elo1_scales").at("bayes"), 4);
  EXPECT_TRUE(object.at("legacy_llr").is_null());
  const Ran logistic =
      RunWith({"calc", "sprt", "--elo0", "0", "--model", "logistic", "--json", "--pentanomial",
               "20,80,250,120,30", "--elo1",
               std::to_string(object.at("elo1_scales").at("logistic").get<double>())});
  EXPECT_NEAR(object.at("llr").get<double>(),
              nlohmann::json::parse(logistic.out).at("llr").get<double>(), 1e-5);
  EXPECT_THAT(ask({"--pentanomial", "20,80,250,120,30"}).err, HasSubstr("--draw-ratio beside"));
  EXPECT_THAT(ask({"--pentanomial", "20,80,250,120,30", "--draw-ratio", "0.99"}).err,
              HasSubstr("draw_ratio: 0.99 leaves no room"));
  // What fishtest printed of such games then.
  const Ran games = ask({"--trinomial", "591,2163,716", "--json"});
  EXPECT_NEAR(nlohmann::json::parse(games.out).at("legacy_llr").get<double>(),
              stats::LegacyBayesLlr({591, 2163, 716}, 0, 4), 1e-12);
  EXPECT_THAT(ask({"--trinomial", "591,2163,716"}).out, HasSubstr("as published before 2020: "));
  EXPECT_THAT(ask({"--trinomial", "591,2163,716", "--batch-pairs", "8"}).err,
              HasSubstr("batch_pairs: 8 say nothing of single games"));
}

TEST(CalcText, HasNoNegativeZero) {
  EXPECT_EQ(Fixed(-0.004, 2), "0.00");
  EXPECT_EQ(Fixed(-0.0, 0), "0");
  EXPECT_EQ(Fixed(-0.006, 2), "-0.01");
  EXPECT_EQ(Fixed(-10, 1), "-10.0");
  EXPECT_EQ(Fixed(0.5, 1), "0.5");
}

TEST(CalcPlan, SaysCostInPairsHoursAndEnergy) {
  const Ran ran = RunWith({"calc", "plan", "--elo0", "0", "--elo1", "5", "--true-elo", "0,2.5",
                           "--seconds-per-game", "36", "--watts", "10", "--json"});
  EXPECT_EQ(ran.exit, Exit::kDone);
  const auto object = nlohmann::json::parse(ran.out);
  ASSERT_EQ(object.at("points").size(), 2u);
  const auto& middle = object.at("points")[1];
  EXPECT_NEAR(middle.at("expected_games").get<double>(), 41861, 1);
  EXPECT_NEAR(middle.at("core_hours").get<double>(), 418.61, 0.01);
  EXPECT_NEAR(middle.at("kwh").get<double>(), 4.1861, 1e-4);
  EXPECT_NEAR(object.at("points")[0].at("pass_probability").get<double>(), 0.05, 1e-9);
}

TEST(CalcPlan, RefusesBadInputByName) {
  const auto error = [](const std::string& flag, const std::string& value) {
    const Ran ran = RunWith({"calc", "plan", flag, value});
    EXPECT_EQ(ran.exit, Exit::kUsage) << flag;
    return ran.err;
  };
  EXPECT_THAT(error("--draw-ratio", "1.5"), HasSubstr("draw_ratio"));
  EXPECT_THAT(error("--true-elo", "inf"), HasSubstr("true_elo"));
  EXPECT_THAT(error("--watts", "5"), HasSubstr("seconds_per_game"));
  EXPECT_THAT(error("--elo1", "-1"), HasSubstr("elo1"));
}

TEST(CalcElimination, SaysWhatSeveralCandidatesResultsMean) {
  const std::vector<std::string> question = {
      "calc",     "elimination",          "--elo1",   "20",
      "--result", "new=0,100,400,300,50", "--result", "a=b=50,300,400,100,0",
      "--result", "slow=2,15,50,20,3",    "--json"};
  const Ran first = RunWith(question);
  EXPECT_EQ(first.exit, Exit::kDone);
  auto object = nlohmann::json::parse(first.out);
  EXPECT_EQ(object.at("candidates"), 3);
  EXPECT_EQ(object.at("goal"), "first");
  EXPECT_TRUE(object.at("finished").get<bool>());
  EXPECT_TRUE(object.at("next").is_null());
  EXPECT_EQ(object.at("results")[0].at("state"), "accepted");
  EXPECT_EQ(object.at("results")[1].at("name"), "a=b");
  EXPECT_EQ(object.at("results")[2].at("state"), "left");
  EXPECT_GT(object.at("results")[2].at("llr").get<double>(), 0);
  EXPECT_EQ(object.at("results")[1].at("state"), "rejected");
  EXPECT_NEAR(object.at("upper").get<double>(), std::log(0.95 / (0.05 / 3)), 1e-12);
  std::vector<std::string> each = question;
  each.insert(each.end(), {"--goal", "all"});
  object = nlohmann::json::parse(RunWith(each).out);
  EXPECT_NEAR(object.at("upper").get<double>(), std::log(0.95 / (0.05 / 2)), 1e-12);
  EXPECT_EQ(object.at("results")[1].at("state"), "rejected");
  EXPECT_EQ(object.at("results")[2].at("state"), "running");
  EXPECT_EQ(object.at("results")[2].at("pairs"), 90);
  EXPECT_EQ(object.at("next"), "slow");
  each.erase(each.begin() + 10);  // --json
  EXPECT_THAT(RunWith(each).out, HasSubstr("Play next: slow"));
}

// However they are listed, the best of those over the bound is the first.
TEST(CalcElimination, AcceptsTheBestOfSeveralOverTheBound) {
  const Ran ran = RunWith({"calc", "elimination", "--elo1", "20", "--result", "b=0,100,400,300,50",
                           "--result", "best=0,50,400,400,50", "--json"});
  const auto object = nlohmann::json::parse(ran.out);
  EXPECT_EQ(object.at("results")[0].at("state"), "left");
  EXPECT_EQ(object.at("results")[1].at("state"), "accepted");
}

TEST(CalcElimination, SaysWhatItWillCost) {
  const Ran ran = RunWith(
      {"calc", "elimination", "--candidates", "4", "--elo1", "80", "--families", "30", "--json"});
  EXPECT_EQ(ran.exit, Exit::kDone);
  const auto object = nlohmann::json::parse(ran.out);
  EXPECT_LT(object.at("pairs").get<double>(), object.at("separate_pairs").get<double>());
  EXPECT_EQ(object.at("games").get<double>(), 2 * object.at("pairs").get<double>());
  for (const char* field : {"saved", "family_error", "found", "accepted_better"}) {
    EXPECT_TRUE(object.at(field).is_number()) << field;
  }
  EXPECT_THAT(
      RunWith({"calc", "elimination", "--candidates", "4", "--elo1", "80", "--families", "30"}).out,
      HasSubstr("by separate tests"));
}

TEST(CalcElimination, RefusesByName) {
  const auto refused = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"calc", "elimination"});
    const Ran ran = RunWith(arguments);
    EXPECT_EQ(ran.exit, Exit::kUsage);
    return ran.err;
  };
  EXPECT_THAT(refused({"--result", "a"}), HasSubstr("result: 'a' must be NAME="));
  EXPECT_THAT(refused({"--result", "a=1,2,3"}), HasSubstr("result of 'a': pentanomial"));
  EXPECT_THAT(refused({"--result", "a=1,-2,3,4,5"}), HasSubstr("result of 'a'"));
  EXPECT_THAT(refused({"--result", "a=1,2,3,4,5", "--result", "a=1,2,3,4,5"}),
              HasSubstr("'a' is given twice"));
  EXPECT_THAT(refused({"--candidates", "0"}), HasSubstr("'0' is no whole number from 1 to 10000"));
  EXPECT_THAT(refused({"--candidates", "-1"}), HasSubstr("'-1' is no whole number"));
  EXPECT_THAT(refused({"--better", "9"}), HasSubstr("better: 9"));
  EXPECT_THAT(refused({"--like", "0,0,50,0,0"}), HasSubstr("like: all 50 pairs ended alike"));
  EXPECT_THAT(refused({"--result", "a=1,2,3,4,5", "--candidates", "4"}), HasSubstr("excludes"));
  EXPECT_THAT(refused({"--elo1", "0"}), HasSubstr("elo1"));
  EXPECT_THAT(refused({"--alpha", "2"}), HasSubstr("alpha"));
  EXPECT_THAT(refused({"--like", "1,2"}), HasSubstr("pentanomial"));
  EXPECT_THAT(refused({"--elo1", "0.01"}), HasSubstr("families"));
}

}  // namespace
}  // namespace rookery::cli

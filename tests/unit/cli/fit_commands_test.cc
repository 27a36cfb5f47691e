// The commands as one types them: data made, weights fitted, faults told.
#include "cli/fit_commands.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.h"
#include "engine/params/weights.h"
#include "tests/support/stockfish_binpack_bytes.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

struct Ran {
  Exit exit;
  std::string out;
  std::string err;
};

Ran Invoke(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  Printer printer(&out, &err, {});
  FakeClock clock;
  Interrupt interrupt;
  Context context;
  context.printer = &printer;
  context.clock = &clock;
  context.interrupt = &interrupt;
  context.environment = [](const std::string&) { return std::nullopt; };
  context.version = "rookery 1.2.3";
  context.entropy = [] { return uint64_t{1}; };
  const Exit exit = RunProgram(arguments, context);
  return {exit, out.str(), err.str()};
}

class FitCommandTest : public ::testing::Test {
 protected:
  FitCommandTest() { std::filesystem::create_directories(folder_); }
  ~FitCommandTest() override { std::filesystem::remove_all(folder_); }

  // Some games of next to no thinking.
  Ran MakeData(const std::string& games) {
    return Invoke({"data", "generate", "--games", games, "--nodes", "20", "--max-opening-score",
                   "400", "--out", data_});
  }

  const std::string folder_ = rookery::testing::TempPath("folder");
  const std::string data_ = folder_ + "/data.epd";
  const std::string weights_ = folder_ + "/weights.toml";
};

TEST_F(FitCommandTest, WritesOverNothingThatItReads) {
  const std::string position = "4k3/8/8/8/8/8/8/4K2R w K - c9 \"1-0\";\n";
  std::ofstream(data_) << position;
  std::ofstream(weights_) << "tempo.mg = 3\n";
  const Ran over_data = Invoke({"fit", data_, "--out", data_});
  EXPECT_EQ(over_data.exit, Exit::kUsage);
  EXPECT_NE(over_data.err.find("the positions"), std::string::npos) << over_data.err;
  EXPECT_EQ(Invoke({"fit", data_, "--start", weights_, "--out", weights_}).exit, Exit::kUsage);
  EXPECT_EQ(Invoke({"data", "harvest", data_, "--out", folder_ + "/./data.epd"}).exit,
            Exit::kUsage);
  EXPECT_EQ(Invoke({"tune", "--params", data_, "--out", data_}).exit, Exit::kUsage);
  EXPECT_EQ(Invoke({"tune", "--params", data_, "--log", data_}).exit, Exit::kUsage);
  EXPECT_EQ(std::filesystem::file_size(data_), position.size());
}

TEST_F(FitCommandTest, PlaysNothingByAFleetIntoAFileThatIsThere) {
  std::ofstream(data_) << "# something of the user's\n";
  const Ran ran = Invoke({"data", "generate", "--fleet", "--games", "2", "--out", data_});
  EXPECT_NE(ran.exit, Exit::kDone);
  EXPECT_NE(ran.err.find("is there already"), std::string::npos) << ran.err;
  EXPECT_EQ(std::filesystem::file_size(data_), 26);
}

TEST_F(FitCommandTest, ReadsNoFileTwice) {
  ASSERT_EQ(MakeData("6").exit, Exit::kDone);
  const std::string link = folder_ + "/link.epd";
  std::filesystem::create_symlink(data_, link);
  for (const std::string& again : {data_, folder_ + "/./data.epd", link}) {
    const Ran ran = Invoke({"fit", data_, again, "--out", weights_});
    EXPECT_EQ(ran.exit, Exit::kUsage);
    EXPECT_NE(ran.err.find("name it once"), std::string::npos) << ran.err;
  }
}

TEST_F(FitCommandTest, FitsBothPhasesOfATerm) {
  ASSERT_EQ(MakeData("6").exit, Exit::kDone);
  const Ran ran =
      Invoke({"--json", "fit", data_, "--param", "mat_pawn", "--threads", "1", "--out", weights_});
  ASSERT_EQ(ran.exit, Exit::kDone) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out)["weights"].size(), 2);
}

TEST_F(FitCommandTest, ATuneIsJudgedBeforeItIsPlanned) {
  const Ran many = Invoke({"tune", "--method", "cma-es", "--group", "mobility", "--plan"});
  EXPECT_EQ(many.exit, Exit::kUsage);
  EXPECT_NE(many.err.find("at most 40"), std::string::npos) << many.err;
  for (const char* what : {"--param", "--group", "--params"}) {
    const Ran race =
        Invoke({"tune", "--method", "race", "--candidate", "catalogue", what, "tempo", "--plan"});
    EXPECT_EQ(race.exit, Exit::kUsage) << what;
    EXPECT_NE(race.err.find(what), std::string::npos) << race.err;
  }
  const Ran log = Invoke({"tune", "--param", "tempo", "--log", folder_ + "/duels.txt"});
  EXPECT_EQ(log.exit, Exit::kUsage);
  EXPECT_NE(log.err.find(".csv or .json"), std::string::npos) << log.err;
}

TEST_F(FitCommandTest, PlansAreJsonWhereThatIsAsked) {
  const Ran improve = Invoke({"--json", "improve", "--group", "king", "--budget", "2000", "--out",
                              folder_ + "/improved", "--plan"});
  ASSERT_EQ(improve.exit, Exit::kDone) << improve.err;
  const auto plan = nlohmann::json::parse(improve.out);
  EXPECT_EQ(plan["data_games"].get<int>() + plan["tune_games"].get<int>() +
                plan["most_verify_games"].get<int>(),
            2000);
  EXPECT_GT(plan["tuned_parameters"], 0);
  const Ran tune = Invoke({"--json", "tune", "--param", "tempo", "--plan"});
  EXPECT_EQ(nlohmann::json::parse(tune.out)["parameters"], 2);
}

TEST_F(FitCommandTest, AnUnwatchedTuneWritesNothingAtItsEnd) {
  for (const char* flag : {"--out", "--log", "--params-out"}) {
    const Ran ran = Invoke({"tune", "--param", "tempo", "--no-watch", flag, folder_ + "/x.csv"});
    EXPECT_EQ(ran.exit, Exit::kUsage) << flag;
    EXPECT_NE(ran.err.find("--no-watch"), std::string::npos) << ran.err;
  }
}

TEST_F(FitCommandTest, FitsAGroupToGeneratedPositionsAndWritesTheWeights) {
  ASSERT_EQ(MakeData("12").exit, Exit::kDone);
  const Ran fitted = Invoke({"--json", "fit", data_, "--group", "material", "--test-share", "0.2",
                             "--threads", "1", "--out", weights_});
  ASSERT_EQ(fitted.exit, Exit::kDone) << fitted.err;
  const auto json = nlohmann::json::parse(fitted.out);
  EXPECT_GT(json["train"]["positions"], 100);
  EXPECT_TRUE(json["games_known"]);
  EXPECT_LE(json["train"]["log_loss_after"], json["train"]["log_loss_before"]);
  ASSERT_EQ(json["losses"].size(), json["steps"].get<size_t>());
  EXPECT_EQ(json["losses"][0]["train"], json["train"]["log_loss_before"]);
  EXPECT_EQ(json["losses"][0]["test"], json["test"]["log_loss_before"]);
  EXPECT_EQ(json["weights"][0]["group"], "material");
  EXPECT_TRUE(json["fit"].is_null());
  const auto written = params::LoadWeights(weights_);
  ASSERT_TRUE(written.ok()) << written.status();
  EXPECT_EQ(params::Identity(*written), json["identity"]);
  EXPECT_EQ(written->Get("castled.mg").value(), params::Weights().Get("castled.mg").value());
}

TEST_F(FitCommandTest, ContinuesDataWhereItEnded) {
  ASSERT_EQ(MakeData("3").exit, Exit::kDone);
  ASSERT_EQ(MakeData("6").exit, Exit::kDone);
  const auto continued = std::filesystem::file_size(data_);
  std::filesystem::remove(data_);
  ASSERT_EQ(MakeData("6").exit, Exit::kDone);
  EXPECT_EQ(std::filesystem::file_size(data_), continued);
}

TEST_F(FitCommandTest, ShowsATableForPeople) {
  ASSERT_EQ(MakeData("6").exit, Exit::kDone);
  const Ran fitted = Invoke({"fit", data_, "--param", "mat_pawn.mg", "--all", "--out", weights_});
  ASSERT_EQ(fitted.exit, Exit::kDone) << fitted.err;
  EXPECT_NE(fitted.out.find("mat_pawn.mg"), std::string::npos);
  EXPECT_NE(fitted.out.find("rookery test --dev " + weights_), std::string::npos);
}

TEST_F(FitCommandTest, ReadsBinpacks) {
  Rng rng(5);
  std::string games;
  for (int game = 0; game < 40; ++game) {
    const chess::Position start = chess::Position::Start();
    std::vector<test::ScoredMove> moves = test::RandomMoves(start, 60, rng);
    moves.back().score = 32002;
    games += test::StockfishGame(start, moves, static_cast<int>(rng.Below(3)) - 1);
  }
  std::ofstream(data_, std::ios::binary) << test::StockfishChunk(games);
  const Ran fitted = Invoke({"--json", "fit", "--format", "stockfish-binpack", data_, "--group",
                             "material", "--threads", "1", "--out", weights_});
  ASSERT_EQ(fitted.exit, Exit::kDone) << fitted.err;
  const auto json = nlohmann::json::parse(fitted.out);
  EXPECT_EQ(json["train"]["games"].get<int>() + json["test"]["games"].get<int>(), 40);
  EXPECT_EQ(json["withheld"], 40);
  EXPECT_TRUE(json["games_known"]);
}

TEST_F(FitCommandTest, NamesWhatIsWrong) {
  EXPECT_NE(Invoke({"fit", "x", "--group", "kings", "--out", weights_}).err.find("kings"),
            std::string::npos);
  const Ran name = Invoke({"fit", "x", "--param", "mat_pwn.mg", "--out", weights_});
  EXPECT_EQ(name.exit, Exit::kUsage);
  EXPECT_NE(name.err.find("mat_pawn.mg"), std::string::npos);
  const Ran constant = Invoke({"fit", "x", "--group", "search", "--out", weights_});
  EXPECT_NE(constant.err.find("no group of the evaluation"), std::string::npos);
  EXPECT_NE(Invoke({"fit", "/nowhere.epd", "--out", weights_}).exit, Exit::kDone);
  std::ofstream(data_) << "4k3/8/8/8/8/8/4P3/4K3 w - - [2]\n";
  const Ran line = Invoke({"fit", data_, "--out", weights_});
  EXPECT_EQ(line.exit, Exit::kUsage);
  EXPECT_NE(line.err.find(data_ + ":1: result '[2]'"), std::string::npos) << line.err;
  EXPECT_FALSE(std::filesystem::exists(weights_));
}

TEST_F(FitCommandTest, HarvestWritesNothingOfAFileWithoutGames) {
  std::ofstream(data_) << "no game at all\n";
  const std::string harvested = folder_ + "/harvested.epd";
  const Ran ran = Invoke({"data", "harvest", data_, "--out", harvested});
  EXPECT_EQ(ran.exit, Exit::kFailed);
  EXPECT_NE(ran.err.find("no calm position"), std::string::npos) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(harvested));
}

TEST_F(FitCommandTest, HarvestTakesResultAndScoreFromAGame) {
  std::ofstream(data_) << "[Result \"1-0\"]\n\n1. e4 {+0.35/12 0.1s} e5 {-0.20/12 0.1s} "
                          "2. Nf3 {+0.30/12 0.1s} Nc6 {-0.25/11 0.1s} 1-0\n";
  const std::string harvested = folder_ + "/harvested.epd";
  const Ran ran = Invoke({"data", "harvest", data_, "--out", harvested});
  ASSERT_EQ(ran.exit, Exit::kDone) << ran.err;
  std::ostringstream text;
  text << std::ifstream(harvested).rdbuf();
  EXPECT_NE(text.str().find("c9 1-0; ce "), std::string::npos) << text.str();
}

}  // namespace
}  // namespace rookery::cli

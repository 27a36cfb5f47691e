// Whole command lines against a scripted coordinator: what is sent, what is printed, exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "base/file.h"
#include "cli/program.h"
#include "tests/support/wire/fake_coordinator.h"

namespace rookery::cli {
namespace {

using testing::HasSubstr;

constexpr const char* kBook =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n";

v1::Run RunIn(v1::RunState state, v1::Verdict verdict) {
  v1::Run run;
  run.set_name("runs/abc123");
  run.set_kind(v1::RUN_KIND_TEST);
  run.set_state(state);
  run.mutable_progress()->set_verdict(verdict);
  run.mutable_progress()->set_llr(1.5);
  run.mutable_progress()->set_lower(-2.94);
  run.mutable_progress()->set_upper(2.94);
  run.mutable_progress()->set_pairs(2);
  return run;
}

class Commands : public testing::Test {
 protected:
  Commands() {
    folder_ = testing::TempDir() + "rookery_cli_" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    EXPECT_TRUE(MakeFolders(folder_).ok());
    EXPECT_TRUE(WriteFileAtomically(folder_ + "/book.epd", kBook).ok());
    coordinator_.set_run(RunIn(v1::RUN_STATE_ACTIVE, v1::VERDICT_UNDECIDED));
  }

  Exit Run(std::vector<std::string> arguments) {
    out_.str("");
    err_.str("");
    Printer printer(&out_, &err_, {});
    Context context;
    context.printer = &printer;
    context.clock = &clock_;
    context.interrupt = &interrupt_;
    context.environment = [](const std::string&) { return std::nullopt; };
    context.entropy = [] { return uint64_t{7}; };
    arguments.insert(arguments.begin(), {"--coordinator", coordinator_.address()});
    return RunProgram(arguments, context);
  }

  // A test of the default weights against a set without king terms, with the small book.
  std::vector<std::string> Test(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {
        "test", "--dev", "default", "--base", "default,-king", "--book", folder_ + "/book.epd"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  std::string folder_;
  FakeCoordinator coordinator_;
  Interrupt interrupt_;
  FakeClock clock_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(Commands, TestUploadsWhatItNeedsAndEndsWithOneObject) {
  coordinator_.set_watches({{{RunIn(v1::RUN_STATE_ACTIVE, v1::VERDICT_UNDECIDED),
                              RunIn(v1::RUN_STATE_FINISHED, v1::VERDICT_ACCEPTED)},
                             grpc::Status::OK}});
  EXPECT_EQ(Run(Test({"--nodes", "1000", "--elo1", "10", "--seed", "9", "--max-pairs", "2",
                      "--title", "t", "--json"})),
            Exit::kDone);
  const auto json = nlohmann::json::parse(out_.str());
  EXPECT_EQ(json["run"], "abc123");
  EXPECT_EQ(json["verdict"], "accepted");
  const v1::RunSpec& spec = coordinator_.created().run();
  EXPECT_EQ(spec.limits().nodes(), 1000);
  EXPECT_EQ(spec.sprt().elo1(), 10);
  EXPECT_EQ(spec.sprt().model(), v1::ELO_MODEL_NORMALIZED);
  EXPECT_EQ(spec.seed(), 9U);
  EXPECT_EQ(spec.max_pairs(), 2U);
  EXPECT_EQ(spec.title(), "t");
  EXPECT_EQ(spec.base().name(), "default,-king");
  EXPECT_NE(spec.base().weights_sha256(), spec.dev().weights_sha256());
  EXPECT_EQ(coordinator_.created().request_id().size(), 20U);
  EXPECT_EQ(coordinator_.uploads().at(v1::ARTIFACT_KIND_WEIGHTS).size(), 2U);
  EXPECT_EQ(coordinator_.uploads().at(v1::ARTIFACT_KIND_BOOK).front(), kBook);
}

TEST_F(Commands, TestSaysTheVerdictByItsExitCode) {
  coordinator_.set_watches(
      {{{RunIn(v1::RUN_STATE_FINISHED, v1::VERDICT_REJECTED)}, grpc::Status::OK},
       {{RunIn(v1::RUN_STATE_FINISHED, v1::VERDICT_UNDECIDED)}, grpc::Status::OK}});
  EXPECT_EQ(Run(Test()), Exit::kFailed);
  EXPECT_THAT(out_.str(), HasSubstr("Rookery test: rejected"));
  EXPECT_EQ(Run(Test()), Exit::kUndecided);
}

TEST_F(Commands, WatchingGoesOnAfterTheCoordinatorCameBack) {
  const grpc::Status gone(grpc::StatusCode::UNAVAILABLE, "restarting");
  coordinator_.set_watches(
      {{{RunIn(v1::RUN_STATE_ACTIVE, v1::VERDICT_UNDECIDED)}, gone},
       {{RunIn(v1::RUN_STATE_FINISHED, v1::VERDICT_ACCEPTED)}, grpc::Status::OK}});
  EXPECT_EQ(Run({"runs", "watch", "abc123"}), Exit::kDone);
  EXPECT_EQ(coordinator_.watch_calls(), 2U);
  EXPECT_THAT(err_.str(), HasSubstr("The coordinator is back."));
}

TEST_F(Commands, CtrlCLeavesTheRunAndSaysHowToWatchItAgain) {
  coordinator_.set_on_watch([this] { EXPECT_TRUE(interrupt_.Request()); });
  EXPECT_EQ(Run(Test()), Exit::kInterrupted);
  EXPECT_THAT(err_.str(), HasSubstr("runs watch abc123"));
  EXPECT_EQ(coordinator_.stop_reason(), "");
}

TEST_F(Commands, NoWatchPrintsTheIdAlone) {
  EXPECT_EQ(Run(Test({"--no-watch"})), Exit::kDone);
  EXPECT_EQ(out_.str(), "abc123\n");
  EXPECT_EQ(coordinator_.watch_calls(), 0U);
}

TEST_F(Commands, MatchAsksForPairsAndSetsNoBounds) {
  EXPECT_EQ(Run({"match", "--games", "4", "--dev", "default", "--book", folder_ + "/book.epd",
                 "--tc", "8+0.08", "--no-watch"}),
            Exit::kDone);
  EXPECT_EQ(coordinator_.created().run().max_pairs(), 2U);
  EXPECT_FALSE(coordinator_.created().run().has_sprt());
  EXPECT_EQ(coordinator_.created().run().limits().increment_ms(), 80);
  EXPECT_EQ(Run({"match", "--games", "5", "--dev", "default"}), Exit::kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("ask for 6"));
}

TEST_F(Commands, FaultsOfInputAreToldBeforeAnythingIsSent) {
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/bad.toml", "mat_pawnn.mg = 3\n").ok());
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/bad.epd", std::string(kBook) + "no fen\n").ok());
  EXPECT_EQ(Run({"test", "--dev", folder_ + "/bad.toml"}), Exit::kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("bad.toml:1"));
  EXPECT_EQ(Run({"test", "--dev", folder_ + "/missing.toml"}), Exit::kUsage);
  EXPECT_EQ(Run({"test", "--dev", "default", "--book", folder_ + "/bad.epd"}), Exit::kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("bad.epd:3"));
  EXPECT_EQ(Run(Test({"--max-pairs", "3"})), Exit::kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("too few for 3 pairs"));
  EXPECT_EQ(Run(Test({"--elo0", "5", "--elo1", "0"})), Exit::kUsage);
  EXPECT_EQ(Run(Test({"--tc", "fast"})), Exit::kUsage);
  EXPECT_TRUE(coordinator_.uploads().empty());
}

TEST_F(Commands, ErrorsOfTheCoordinatorKeepTheirWordsAndGetTheirExitCode) {
  EXPECT_EQ(Run({"runs", "show", "nothere"}), Exit::kFailed);
  EXPECT_THAT(err_.str(), HasSubstr("run 'runs/nothere' is unknown"));
  coordinator_.set_create_status({grpc::StatusCode::PERMISSION_DENIED, "no token"});
  EXPECT_EQ(Run(Test()), Exit::kNotAllowed);
}

TEST_F(Commands, RunsAreListedShownStoppedAndExported) {
  EXPECT_EQ(Run({"runs", "list"}), Exit::kDone);
  EXPECT_THAT(out_.str(), HasSubstr("abc123"));
  EXPECT_EQ(Run({"runs", "show", "abc123", "--json"}), Exit::kDone);
  EXPECT_EQ(nlohmann::json::parse(out_.str())["state"], "active");
  EXPECT_EQ(Run({"runs", "stop", "abc123", "--reason", "enough"}), Exit::kDone);
  EXPECT_EQ(coordinator_.stop_reason(), "enough");
  EXPECT_EQ(Run({"runs", "pgn", "abc123"}), Exit::kDone);
  EXPECT_EQ(out_.str(), "[Event \"a\"]\n\n*\n");
  EXPECT_EQ(Run({"runs", "pgn", "abc123", "--out", folder_ + "/games.pgn"}), Exit::kDone);
  EXPECT_EQ(*ReadFile(folder_ + "/games.pgn"), "[Event \"a\"]\n\n*\n");
  EXPECT_EQ(out_.str(), "");
}

TEST_F(Commands, WorkersAreListed) {
  EXPECT_EQ(Run({"workers", "list"}), Exit::kDone);
  EXPECT_THAT(out_.str(), HasSubstr("desk"));
  EXPECT_EQ(Run({"workers", "list", "--json"}), Exit::kDone);
  EXPECT_EQ(nlohmann::json::parse(out_.str())["workers"][0]["worker"], "w1");
}

TEST_F(Commands, NobodyThereIsExitCodeFive) {
  Printer printer(&out_, &err_, {});
  Context context;
  context.printer = &printer;
  context.clock = &clock_;
  context.interrupt = &interrupt_;
  context.environment = [](const std::string&) { return std::nullopt; };
  EXPECT_EQ(RunProgram({"--coordinator", "127.0.0.1:1", "runs", "list"}, context),
            Exit::kUnreachable);
  EXPECT_THAT(err_.str(), HasSubstr("127.0.0.1:1"));
}

}  // namespace
}  // namespace rookery::cli

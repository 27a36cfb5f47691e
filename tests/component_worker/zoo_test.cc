// Every animal of the zoo against one that behaves: each mode ends a game with its own cause, in
// bounded time, and leaves no process behind.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <thread>

#include "engine/chess/notation.h"
#include "engine/search/engine.h"
#include "worker/match/pair_runner.h"
#include "worker/player/uci_player.h"

namespace rookery::worker {
namespace {

using ::testing::HasSubstr;

UciEngine Animal(const std::string& mode) {
  UciEngine engine;
  engine.name = mode;
  engine.program = ROOKERY_ZOO;
  engine.arguments = {mode};
  engine.timeouts = {.start_ms = 3000,
                     .ready_ms = 3000,
                     .search_ms = 1000,
                     .overrun_ms = 100,
                     .stop_ms = 200,
                     .quit_ms = 300};
  return engine;
}

// In the environment of all that this test starts: other tests keep animals of their own.
std::string Brand() { return fmt::format("ROOKERY_ZOO_OF={}", ::getpid()); }

// Zoo engines of this process that are alive, children that they forked included.
int CountAnimals() {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::error_code error;
    const auto program = std::filesystem::read_symlink(entry.path() / "exe", error);
    if (error || program.string().find(ROOKERY_ZOO) != 0) continue;
    std::ifstream environment(entry.path() / "environ");
    std::string variable;
    while (std::getline(environment, variable, '\0')) count += variable == Brand() ? 1 : 0;
  }
  return count;
}

class ZooTest : public ::testing::Test {
 protected:
  ZooTest() {
    static std::string brand;
    brand = Brand();
    ::putenv(brand.data());
    limits_.each.per_move.nodes = 1;
    limits_.max_moves = 3;
  }

  // White is the animal.
  absl::StatusOr<PlayedGame> Play(const std::string& mode) {
    auto animal = StartUciPlayer(Animal(mode), &clock_);
    if (!animal.ok()) return animal.status();
    auto tame = StartUciPlayer(Animal("ok"), &clock_);
    if (!tame.ok()) return tame.status();
    auto game =
        PlayGame({animal->get(), tame->get(), 1}, chess::Position::Start(), limits_, clock_, stop_);
    (*animal)->BeginQuit();
    (*tame)->BeginQuit();
    return game;
  }

  RealClock clock_;
  GameLimits limits_;
  std::atomic<bool> stop_ = false;
};

TEST_F(ZooTest, OddButReadableAnswersPlayOn) {
  for (const char* mode : {"ok",           "chatty_start", "crlf",       "tabs",
                           "blanks",       "nul",          "no_info",    "late_score",
                           "bad_numbers",  "multipv",      "bounds",     "twice",
                           "ponder",       "long_line",    "flood",      "stderr_flood",
                           "ignores_quit", "forks_child",  "slow_ready", "ready_twice",
                           "early_move",   "many_options", "no_name",    "crashes_at_quit",
                           "prefix",       "unicode",      "long_pv",    "trailing",
                           "slow_bytes"}) {
    const auto game = Play(mode);
    ASSERT_TRUE(game.ok()) << mode << ": " << game.status();
    EXPECT_EQ(game->end, GameEnd::kAdjudicatedLength) << mode << ": " << game->detail;
    ASSERT_EQ(game->moves.size(), 6u) << mode;
    const int score =
        std::string(mode) == "no_info" || std::string(mode) == "long_line" ? kNoScore : 31;
    EXPECT_EQ(game->scores_cp[0], score) << mode;
  }
}

TEST_F(ZooTest, MatesAreScoresBeyondTheBound) {
  EXPECT_EQ(Play("mate")->scores_cp[0], search::kMateScore - 3);
  EXPECT_EQ(Play("mated")->scores_cp[0], -search::kMateScore + 4);
}

TEST_F(ZooTest, EachFaultHasItsEndAndEvidence) {
  struct Case {
    const char* mode;
    GameEnd end;
    const char* evidence;
    size_t plies;
  };
  for (const Case& one :
       std::vector<Case>{{"illegal", GameEnd::kIllegalMove, "bestmove e2e5", 0},
                         {"san", GameEnd::kIllegalMove, "bestmove Nf3", 0},
                         {"upper", GameEnd::kIllegalMove, "bestmove E2E4", 0},
                         {"none", GameEnd::kIllegalMove, "(none)", 0},
                         {"null", GameEnd::kIllegalMove, "0000", 0},
                         {"empty", GameEnd::kIllegalMove, "bestmove", 0},
                         {"crash", GameEnd::kCrash, "knight on the rim", 2},
                         {"exit", GameEnd::kCrash, "exit status 3", 2},
                         {"exit_after_move", GameEnd::kCrash, "exit status 0", 2},
                         {"half_line", GameEnd::kCrash, "exit status 0", 2},
                         {"segv", GameEnd::kCrash, "killed by signal 11", 2},
                         {"killed", GameEnd::kCrash, "killed by signal 9", 2},
                         {"dies_in_line", GameEnd::kCrash, "exit status 4", 2},
                         {"stopped", GameEnd::kStall, "no answer in time", 2},
                         {"blank_flood", GameEnd::kStall, "no answer in time", 0},
                         {"endless_line", GameEnd::kStall, "no answer in time", 0},
                         {"no_promotion", GameEnd::kIllegalMove, "bestmove e7e8", 0},
                         {"off_board", GameEnd::kIllegalMove, "bestmove e2e9", 0},
                         {"close_stdout", GameEnd::kCrash, "closed its output", 0},
                         {"close_stdin", GameEnd::kCrash, "", 2},
                         {"hang", GameEnd::kStall, "no answer in time", 0},
                         {"chatter", GameEnd::kStall, "no answer in time", 0}}) {
    SCOPED_TRACE(one.mode);
    const auto game = Play(one.mode);
    ASSERT_TRUE(game.ok()) << game.status();
    EXPECT_EQ(Name(game->end), Name(one.end)) << game->detail;
    EXPECT_EQ(game->result, GameResult::kBlackWins);
    EXPECT_EQ(game->moves.size(), one.plies);
    EXPECT_THAT(game->detail, HasSubstr(one.evidence));
  }
}

TEST_F(ZooTest, ScoresBeyondAllMeasureAreCut) {
  EXPECT_EQ(Play("huge_score")->scores_cp[0], search::kMateBound);
  EXPECT_GT(Play("huge_mate")->scores_cp[0], search::kMateBound);
}

// Engines say on their output why they quit.
TEST_F(ZooTest, LastWordsAreEvidence) {
  const auto game = Play("last_words");
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_THAT(game->detail, HasSubstr("exit status 1; last lines: 'info string ERROR: no network "
                                      "nn.bin', 'info string ERROR: ending now', 'info depth 1'"));
}

TEST_F(ZooTest, FaultsThatLoseNothingAreNoted) {
  const std::map<std::string, PlayerFault> faults = {{"twice", PlayerFault::kStrayMove},
                                                     {"early_move", PlayerFault::kStrayMove},
                                                     {"bad_numbers", PlayerFault::kMalformedInfo}};
  for (const char* mode : {"ok", "twice", "early_move", "bad_numbers", "multipv", "tabs", "mate"}) {
    auto animal = *StartUciPlayer(Animal(mode), &clock_);
    auto tame = *StartUciPlayer(Animal("ok"), &clock_);
    const auto game =
        PlayGame({animal.get(), tame.get(), 1}, chess::Position::Start(), limits_, clock_, stop_);
    ASSERT_TRUE(game.ok()) << mode << game.status();
    const std::vector<PlayerNote> notes = animal->TakeNotes();
    EXPECT_TRUE(animal->TakeNotes().empty()) << mode;
    EXPECT_TRUE(tame->TakeNotes().empty()) << mode;
    if (!faults.contains(mode)) {
      EXPECT_TRUE(notes.empty()) << mode << ": " << Text(notes.front().fault);
      continue;
    }
    ASSERT_EQ(notes.size(), 1u) << mode;
    EXPECT_EQ(notes.front().fault, faults.at(mode)) << mode;
    EXPECT_GE(notes.front().count, 1) << mode;
    EXPECT_FALSE(notes.front().evidence.empty()) << mode;
  }
}

// Between games an engine is only started again: nothing is scored for it.
TEST_F(ZooTest, AnEngineThatFailsBetweenGamesPlaysOn) {
  for (const char* mode : {"hangs_at_newgame", "dies_at_newgame"}) {
    UciEngine engine = Animal(mode);
    engine.timeouts.ready_ms = 200;
    auto animal = *StartUciPlayer(engine, &clock_);
    auto tame = *StartUciPlayer(Animal("ok"), &clock_);
    for (int i = 0; i < 3; ++i) {
      const auto game =
          PlayGame({animal.get(), tame.get(), 1}, chess::Position::Start(), limits_, clock_, stop_);
      ASSERT_TRUE(game.ok()) << mode << game.status();
      EXPECT_EQ(Name(game->end), Name(GameEnd::kAdjudicatedLength)) << mode << game->detail;
      const std::vector<PlayerNote> notes = animal->TakeNotes();
      ASSERT_EQ(notes.size(), i == 0 ? 0u : 1u) << mode << " game " << i;
      if (notes.empty()) continue;
      const bool hung = std::string(mode) == "hangs_at_newgame";
      EXPECT_EQ(notes.front().fault,
                hung ? PlayerFault::kHungBetweenGames : PlayerFault::kDiedBetweenGames);
      EXPECT_THAT(notes.front().evidence, HasSubstr(hung ? "no answer in time" : "exit status 9"));
    }
  }
}

TEST_F(ZooTest, ACrashNamesItsSignal) {
  EXPECT_THAT(Play("crash")->detail, HasSubstr("killed by signal 6"));
}

TEST_F(ZooTest, LateAndSilentEnginesLoseOnTime) {
  limits_.each.per_move.nodes = 0;
  limits_.each.clock = SuddenDeath(200, 0);
  for (const char* mode : {"late", "hang", "chatter"}) {
    const int64_t before = clock_.MonotonicNanos();
    const auto game = Play(mode);
    ASSERT_TRUE(game.ok()) << mode << game.status();
    EXPECT_EQ(Name(game->end), Name(GameEnd::kTime)) << mode << ": " << game->detail;
    EXPECT_EQ(game->result, GameResult::kBlackWins) << mode;
    EXPECT_LT((clock_.MonotonicNanos() - before) / 1'000'000, 3000) << mode;
  }
}

TEST_F(ZooTest, AnEngineThatCannotStartIsTheRunsError) {
  for (const auto& [mode, evidence] :
       std::vector<std::pair<std::string, std::string>>{{"no_uciok", "no answer in time"},
                                                        {"exit_at_start", "exit status 7"},
                                                        {"no_readyok", "no answer in time"}}) {
    UciEngine engine = Animal(mode);
    engine.timeouts.start_ms = 300;
    const auto player = StartUciPlayer(engine, &clock_);
    EXPECT_EQ(player.status().code(), absl::StatusCode::kFailedPrecondition) << mode;
    EXPECT_THAT(std::string(player.status().message()), HasSubstr(evidence)) << mode;
  }
  UciEngine missing = Animal("ok");
  missing.program = "/nowhere/engine";
  EXPECT_TRUE(absl::IsNotFound(StartUciPlayer(missing, &clock_).status()));
  missing.program = "/etc/passwd";
  EXPECT_TRUE(absl::IsPermissionDenied(StartUciPlayer(missing, &clock_).status()));
}

TEST_F(ZooTest, OptionsAreCheckedAgainstWhatTheEngineDeclares) {
  const auto start = [&](const std::string& name, const std::string& value) {
    UciEngine engine = Animal("ok");
    engine.options = {{name, value}};
    return StartUciPlayer(engine, &clock_).status();
  };
  EXPECT_TRUE(start("hash", "64").ok());
  EXPECT_TRUE(start("Style", "Very Solid").ok());
  EXPECT_TRUE(start("Use Type Book", "true").ok());
  EXPECT_TRUE(start("Clear Hash", "").ok());
  EXPECT_TRUE(start("Odd", "900").ok());
  EXPECT_THAT(std::string(start("Hash", "4096").message()), HasSubstr("1 to 1024"));
  EXPECT_THAT(std::string(start("Style", "Mild").message()), HasSubstr("Very Solid, Wild"));
  EXPECT_THAT(std::string(start("Contempt", "1").message()), HasSubstr("doesn't have it"));
}

TEST_F(ZooTest, AnEngineThatDiedPlaysItsNextGame) {
  auto animal = *StartUciPlayer(Animal("exit"), &clock_);
  auto tame = *StartUciPlayer(Animal("ok"), &clock_);
  for (int i = 0; i < 2; ++i) {
    const auto game =
        PlayGame({animal.get(), tame.get(), 1}, chess::Position::Start(), limits_, clock_, stop_);
    ASSERT_TRUE(game.ok()) << game.status();
    EXPECT_EQ(Name(game->end), Name(GameEnd::kCrash));
    EXPECT_EQ(game->moves.size(), 2u);
  }
}

TEST_F(ZooTest, StopEndsASearchAtOnce) {
  auto animal = *StartUciPlayer(Animal("hang"), &clock_);
  auto tame = *StartUciPlayer(Animal("ok"), &clock_);
  std::promise<void> never;
  std::thread stopper([&] {
    never.get_future().wait_for(std::chrono::milliseconds(50));
    animal->Stop();
  });
  const int64_t before = clock_.MonotonicNanos();
  const auto game =
      PlayGame({animal.get(), tame.get(), 1}, chess::Position::Start(), limits_, clock_, stop_);
  stopper.join();
  EXPECT_TRUE(absl::IsCancelled(game.status()));
  EXPECT_LT((clock_.MonotonicNanos() - before) / 1'000'000, 500);
}

TEST_F(ZooTest, NoProcessIsLeftBehind) {
  auto alive = StartUciPlayer(Animal("ok"), &clock_);
  ASSERT_TRUE(alive.ok()) << alive.status();
  EXPECT_EQ(CountAnimals(), 1);  // or the count below would show nothing
  alive->reset();
  for (const char* mode :
       {"ok", "ignores_quit", "forks_child", "forks_session", "hang", "close_stdin"}) {
    static_cast<void>(Play(mode));
  }
  EXPECT_EQ(CountAnimals(), 0);
}

}  // namespace
}  // namespace rookery::worker

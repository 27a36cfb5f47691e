#include "cli/game_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/chess/notation.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

using worker::TournamentGame;

class GameLogTest : public ::testing::Test {
 protected:
  GameLogTest() : path_(rookery::testing::TempPath("log")) { std::filesystem::remove(path_); }

  TournamentGame Game(uint64_t id) {
    TournamentGame game;
    game.plan = schedule_.At(id);
    game.started = absl::FromUnixMillis(1'700'000'000'123);
    game.played.result = GameResult::kBlackWins;
    game.played.end = GameEnd::kTime;
    game.played.elapsed_ms = 77;
    game.played.overrun_us = 5;
    game.played.detail = "late \"by\" far";
    if (id % 2 == 1) {
      for (const char* text : {"d2d4", "d7d5"}) {
        game.opening.moves.push_back(*chess::ParseUci(game.opening.position, text));
        game.opening.position.Play(game.opening.moves.back());
      }
    }
    chess::Position position = game.opening.position;
    for (const char* text : {"e2e4", "e7e5", "a2a3"}) {
      game.played.moves.push_back(*chess::ParseUci(position, text));
      position.Play(game.played.moves.back());
      game.played.records.push_back({12, 3, 456, 7890, 1000, {5, 6, 7, 8, 9, "e2e4"}});
    }
    game.played.records[1].score_cp.reset();
    game.notes[1] = {{worker::PlayerFault::kStrayMove, 3, "bestmove e2e4"}};
    return game;
  }

  std::vector<TournamentGame> ReadAll() {
    std::vector<TournamentGame> games;
    auto log = GameLog::Continue(path_, [&](TournamentGame game) {
      games.push_back(std::move(game));
      return absl::OkStatus();
    });
    EXPECT_TRUE(log.ok()) << log.status();
    return games;
  }

  const std::string path_;
  const std::vector<std::string> names_ = {"a", "b"};
  Schedule schedule_ = *Schedule::Create({.rounds = 50});
};

TEST_F(GameLogTest, BeginsAnewOnlyAfterATornFirstLineOrWhereAskedTo) {
  {
    ASSERT_TRUE(GameLog::Create(path_, {"spec", {}, 0, 0}).ok());
  }
  const auto whole = std::filesystem::file_size(path_);
  for (size_t bytes = 1; bytes < whole; bytes += 7) {
    std::filesystem::resize_file(path_, bytes);
    EXPECT_TRUE(absl::IsNotFound(GameLog::ReadHeader(path_).status())) << bytes;
    ASSERT_TRUE(GameLog::Create(path_, {"spec", {}, 0, 0}).ok()) << bytes;
    EXPECT_EQ(std::filesystem::file_size(path_), whole);
  }
  EXPECT_TRUE(absl::IsAlreadyExists(GameLog::Create(path_, {"other", {}, 0, 0}).status()));
  EXPECT_EQ(GameLog::ReadHeader(path_)->fingerprint, "spec");
  EXPECT_TRUE(GameLog::Create(path_, {"other", {}, 0, 0}, true).ok());
  EXPECT_EQ(GameLog::ReadHeader(path_)->fingerprint, "other");
  std::ofstream(path_) << "somebody's notes";
  EXPECT_TRUE(absl::IsInvalidArgument(GameLog::ReadHeader(path_).status()));
  EXPECT_TRUE(absl::IsAlreadyExists(GameLog::Create(path_, {"spec", {}, 0, 0}).status()));
}

TEST_F(GameLogTest, RefusesWhatIsNoFile) {
  EXPECT_TRUE(absl::IsInvalidArgument(GameLog::ReadHeader("/dev/zero").status()));
}

TEST_F(GameLogTest, GivesBackWhatWasWritten) {
  {
    auto log = GameLog::Create(path_, {"spec", {"-x", "y"}, 10, 20});
    ASSERT_TRUE(log.ok()) << log.status();
    ASSERT_TRUE(log->Append(GameToJson(Game(3), names_, true)).ok());
  }
  const auto header = GameLog::ReadHeader(path_);
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header->fingerprint, "spec");
  EXPECT_EQ(header->arguments, (std::vector<std::string>{"-x", "y"}));
  EXPECT_EQ(header->pgn_offset, 10);
  const std::vector<TournamentGame> games = ReadAll();
  ASSERT_EQ(games.size(), 1u);
  const TournamentGame wanted = Game(3);
  EXPECT_EQ(games[0].plan.id, 3u);
  EXPECT_EQ(games[0].started, wanted.started);
  EXPECT_EQ(games[0].played.end, GameEnd::kTime);
  EXPECT_EQ(games[0].opening.start, wanted.opening.start);
  EXPECT_EQ(games[0].opening.moves, wanted.opening.moves);
  EXPECT_EQ(games[0].opening.position, wanted.opening.position);
  EXPECT_EQ(games[0].played.moves, wanted.played.moves);
  EXPECT_EQ(games[0].played.detail, wanted.played.detail);
  EXPECT_EQ(games[0].played.overrun_us, 5);
  EXPECT_EQ(games[0].played.records[0].score_cp, 12);
  EXPECT_EQ(games[0].played.records[1].score_cp, std::nullopt);
  EXPECT_EQ(games[0].played.records[2].figures.line, "e2e4");
  EXPECT_TRUE(games[0].notes[0].empty());
  ASSERT_EQ(games[0].notes[1].size(), 1u);
  EXPECT_EQ(games[0].notes[1][0].fault, worker::PlayerFault::kStrayMove);
  EXPECT_EQ(games[0].notes[1][0].count, 3);
  EXPECT_EQ(games[0].notes[1][0].evidence, "bestmove e2e4");
}

TEST_F(GameLogTest, CutsATornLineOffAndGoesOn) {
  {
    auto log = GameLog::Create(path_, {"spec", {}, 0, 0});
    ASSERT_TRUE(log->Append(GameToJson(Game(0), names_, false)).ok());
    ASSERT_TRUE(log->Append(GameToJson(Game(1), names_, false)).ok());
  }
  const auto size = std::filesystem::file_size(path_);
  std::filesystem::resize_file(path_, size - 10);
  {
    auto log = GameLog::Continue(path_, [](const TournamentGame&) { return absl::OkStatus(); });
    ASSERT_TRUE(log->Append(GameToJson(Game(1), names_, false)).ok());
  }
  EXPECT_EQ(std::filesystem::file_size(path_), size);
  EXPECT_EQ(ReadAll().size(), 2u);
}

TEST_F(GameLogTest, IsWrittenByOneMatchAtATime) {
  const auto log = GameLog::Create(path_, {"spec", {}, 0, 0});
  ASSERT_TRUE(log.ok());
  const auto go_on = [](const TournamentGame&) { return absl::OkStatus(); };
  const absl::Status second = GameLog::Continue(path_, go_on).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(second)) << second;
  EXPECT_TRUE(absl::IsFailedPrecondition(GameLog::Create(path_, {}).status()));
}

TEST_F(GameLogTest, RefusesFilesThatAreNone) {
  EXPECT_TRUE(absl::IsNotFound(GameLog::ReadHeader(path_).status()));
  std::ofstream(path_) << "{\"seed\": 1}\n";
  EXPECT_TRUE(absl::IsInvalidArgument(GameLog::ReadHeader(path_).status()));
  EXPECT_TRUE(absl::IsAlreadyExists(GameLog::Create(path_, {}).status()));
  EXPECT_FALSE(GameLog::Create("/nowhere/x", {}).ok());
}

TEST_F(GameLogTest, NamesTheLineThatCannotBeRead) {
  {
    auto log = GameLog::Create(path_, {"spec", {}, 0, 0});
  }
  std::ofstream(path_, std::ios::app) << "{\"game\":0}\n";
  const auto log = GameLog::Continue(path_, [](const TournamentGame&) { return absl::OkStatus(); });
  EXPECT_NE(std::string(log.status().message()).find(":2:"), std::string::npos) << log.status();
}

}  // namespace
}  // namespace rookery::cli

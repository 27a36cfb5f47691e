#include "worker/match/tournament.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/mutex.h"

#include "tests/unit/worker/match/scripted_player.h"

namespace rookery::worker {
namespace {

class Recorder : public TournamentEvents {
 public:
  bool OnGame(const TournamentGame& game) override {
    EXPECT_TRUE(games.insert({game.plan.id, game.plan}).second) << game.plan.id;
    return games.size() < enough;
  }
  std::map<uint64_t, ScheduledGame> games;
  size_t enough = 1'000'000;
};

class TournamentTest : public ::testing::Test {
 protected:
  TournamentTest() {
    options_.threads = 3;
    options_.limits.max_moves = 2;
    options_.clock = &clock_;
    options_.opening = [](const ScheduledGame&) { return chess::Position::Start(); };
    for (const char* name : {"a", "b", "c"}) {
      options_.contestants.push_back({name, Make(name), {}, false});
    }
  }

  static PlayerFactory Make(std::string name) {
    return [name]() -> absl::StatusOr<std::unique_ptr<Player>> {
      return std::make_unique<ScriptedPlayer>(name);
    };
  }

  absl::Status Play(const ScheduleOptions& plan) {
    Schedule schedule = *Schedule::Create(plan);
    for (uint64_t id = 0; id < played_.size(); ++id) {
      if (played_[id]) schedule.Record(schedule.At(id), GameResult::kDraw);
    }
    return PlayTournament(options_, schedule, played_, events_, stop_);
  }

  FakeClock clock_;
  TournamentOptions options_;
  Recorder events_;
  std::vector<bool> played_;
  std::atomic<bool> stop_ = false;
};

TEST_F(TournamentTest, PlaysEveryGameOnce) {
  const auto status = Play({.engines = 3, .rounds = 10});
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(events_.games.size(), 60u);
}

TEST_F(TournamentTest, LeavesOutWhatWasPlayed) {
  played_ = {true, false, true, true};
  const auto status = Play({.engines = 3, .rounds = 2});
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(events_.games.size(), 9u);
  EXPECT_TRUE(events_.games.contains(1));
  EXPECT_FALSE(events_.games.contains(2));
}

TEST_F(TournamentTest, WaitsForTheRoundThatDecidesTheNext) {
  const auto status = Play({.format = Format::kSwiss, .engines = 3, .rounds = 3, .games = 2});
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(events_.games.size(), 6u);
}

TEST_F(TournamentTest, GoesOnWithinASwissRound) {
  played_ = {true, true, true};
  const auto status = Play({.format = Format::kSwiss, .engines = 3, .rounds = 3, .games = 2});
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(events_.games.size(), 3u);
}

TEST_F(TournamentTest, EndsWhenTheCallbackHasEnough) {
  events_.enough = 5;
  const auto status = Play({.engines = 3, .rounds = 100});
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(events_.games.size(), 5u);
}

TEST_F(TournamentTest, APlayerThatCannotBeMadeIsItsError) {
  options_.contestants[1].make = []() -> absl::StatusOr<std::unique_ptr<Player>> {
    return absl::NotFoundError("no engine");
  };
  EXPECT_TRUE(absl::IsNotFound(Play({.engines = 3})));
}

TEST_F(TournamentTest, ABrokenOpeningIsItsError) {
  options_.opening = [](const ScheduledGame&) -> absl::StatusOr<chess::Position> {
    return absl::InvalidArgumentError("book.epd:1: nonsense");
  };
  EXPECT_TRUE(absl::IsInvalidArgument(Play({.engines = 3})));
}

TEST_F(TournamentTest, StopsWhenItIsTold) {
  stop_ = true;
  options_.contestants[0].make = Make("a");
  const auto status = Play({.engines = 3, .rounds = 100'000});
  EXPECT_TRUE(absl::IsCancelled(status)) << status;
  EXPECT_LT(events_.games.size(), 600'000u);
}

TEST_F(TournamentTest, EachSideHasItsOwnLimits) {
  std::set<int64_t> told;
  Mutex mutex;
  for (int i = 0; i < 3; ++i) {
    options_.contestants[static_cast<size_t>(i)].limits.per_move.nodes = 100 + i;
    options_.contestants[static_cast<size_t>(i)].make =
        [&, i]() -> absl::StatusOr<std::unique_ptr<Player>> {
      auto player = std::make_unique<ScriptedPlayer>("x");
      player->Does([&, i](const MoveLimits& limits) {
        MutexLock lock(&mutex);
        EXPECT_EQ(limits.own.nodes, 100 + i);
        told.insert(limits.own.nodes);
        return absl::OkStatus();
      });
      return player;
    };
  }
  EXPECT_TRUE(Play({.engines = 3}).ok());
  EXPECT_EQ(told.size(), 3u);
}

}  // namespace
}  // namespace rookery::worker

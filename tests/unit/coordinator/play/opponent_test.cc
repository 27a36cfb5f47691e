#include "coordinator/play/opponent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "coordinator/play/table.h"

namespace rookery::coordinator {
namespace {

class OpponentTest : public ::testing::Test {
 protected:
  RealClock clock_;  // read only for limits of time, of which there are none
  Opponent opponent_{&clock_};
};

TEST_F(OpponentTest, AnswersWithALegalMoveAtEveryLevel) {
  const chess::Game game = *GameOf("", "e2e4");
  for (int level = 1; level < Opponent::kLevels; ++level) {
    const auto move = opponent_.Move(game, level, 7);
    ASSERT_TRUE(move.ok()) << move.status();
    EXPECT_TRUE(game.position().IsLegal(*move)) << level;
  }
}

TEST_F(OpponentTest, GivesMateInOneFromTheLevelsThatDontPlayAtRandom) {
  const chess::Game game = *GameOf("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "");
  const auto move = opponent_.Move(game, 5, 7);
  ASSERT_TRUE(move.ok());
  chess::Game after = game;
  after.Play(*move);
  ASSERT_TRUE(after.End().has_value());
  EXPECT_EQ(after.End()->end, GameEnd::kCheckmate);
}

TEST_F(OpponentTest, PlaysTheSameGameAgainFromTheSameSeed) {
  const chess::Game game = *GameOf("", "d2d4 d7d5");
  for (const int level : {1, 4}) {
    EXPECT_EQ(*opponent_.Move(game, level, 3), *opponent_.Move(game, level, 3));
  }
}

TEST_F(OpponentTest, RefusesLevelsAndGamesThatThereAreNot) {
  const chess::Game game = *GameOf("", "");
  EXPECT_EQ(opponent_.Move(game, 0, 1).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(opponent_.Move(game, 9, 1).status().code(), absl::StatusCode::kInvalidArgument);
  const chess::Game mate = *GameOf("", "f2f3 e7e5 g2g4 d8h4");
  EXPECT_EQ(opponent_.Move(mate, 3, 1).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST_F(OpponentTest, RefusesWhoComesWhenTheQueueIsFullAndServesTheOthers) {
  const chess::Game game = *GameOf("", "");
  std::atomic<int> served{0};
  std::atomic<int> refused{0};
  std::vector<std::thread> people;
  for (int person = 0; person < 40; ++person) {
    people.emplace_back([&, person] {
      const auto move = opponent_.Move(game, 6, static_cast<uint64_t>(person));
      if (move.ok()) ++served;
      if (absl::IsResourceExhausted(move.status())) ++refused;
    });
  }
  for (std::thread& person : people) person.join();
  EXPECT_EQ(served + refused, 40);
  EXPECT_GE(served, static_cast<int>(Opponent::kMostWaiting));
}

TEST_F(OpponentTest, LevelsThinkMoreAndPlayAtRandomLessAsTheyRise) {
  for (int level = 2; level <= Opponent::kLevels; ++level) {
    EXPECT_GT(Opponent::StrengthOf(level).nodes, Opponent::StrengthOf(level - 1).nodes);
    EXPECT_LE(Opponent::StrengthOf(level).random, Opponent::StrengthOf(level - 1).random);
  }
}

}  // namespace
}  // namespace rookery::coordinator

#include "tuner/fit/quiet.h"

#include <gtest/gtest.h>

#include "base/clock.h"
#include "engine/chess/notation.h"

namespace rookery::fit {
namespace {

chess::Position At(std::string_view fen) { return chess::ParseFen(fen).value(); }

class QuietTest : public testing::Test {
 protected:
  FakeClock clock_;
  QuietFinder finder_{params::Weights(), &clock_};
};

TEST_F(QuietTest, LeavesACalmPositionAsItIs) {
  const chess::Position position = At("4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1");
  EXPECT_EQ(finder_.Resolve(position), position);
}

TEST_F(QuietTest, PlaysOutWhatHangs) {
  const auto calm = finder_.Resolve(At("4k3/pp3ppp/8/3q4/4P3/8/PP3PPP/4K3 w - - 0 1"));
  ASSERT_TRUE(calm.has_value());
  EXPECT_EQ(chess::ToFen(*calm), "4k3/pp3ppp/8/3P4/8/8/PP3PPP/4K3 b - - 0 1");
}

TEST_F(QuietTest, HasNoAnswerInCheck) {
  EXPECT_FALSE(finder_.Resolve(At("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")).has_value());
}

TEST_F(QuietTest, DoesNotDependOnWhatWasAskedBefore) {
  const chess::Position position = At("r3k3/pp3ppp/2n5/3q4/4P3/2N5/PP3PPP/R3K3 w Qq - 0 1");
  const auto first = finder_.Resolve(position);
  finder_.Resolve(At("4k3/pp3ppp/8/3q4/4P3/8/PP3PPP/4K3 w - - 0 1"));
  finder_.Resolve(position);
  EXPECT_EQ(finder_.Resolve(position), first);
}

GameRecord ShortGame() {
  GameRecord game;
  chess::Position position = game.start;
  for (const char* text : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6"}) {
    const chess::Move move = chess::ParseUci(position, text).value();
    game.moves.push_back(move);
    game.scores_cp.emplace_back(position.side() == chess::Color::kWhite ? 20 : -20);
    position.Play(move);
  }
  game.result = 1;
  game.number = 5;
  return game;
}

std::vector<LabelledPosition> HarvestAll(const GameRecord& game, const HarvestOptions& options,
                                         QuietFinder& finder) {
  std::vector<LabelledPosition> found;
  EXPECT_TRUE(Harvest(game, options, finder, [&found](const LabelledPosition& position, int) {
                found.push_back(position);
                return absl::OkStatus();
              }).ok());
  return found;
}

TEST_F(QuietTest, HarvestsEachCalmPositionOnceWithItsLabels) {
  const auto found = HarvestAll(ShortGame(), {}, finder_);
  ASSERT_GE(found.size(), 5);
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].result, 1);
    EXPECT_EQ(found[i].score_cp, 20);  // White's view, whoever moved
    EXPECT_EQ(found[i].game, 5);
    for (size_t j = 0; j < i; ++j) EXPECT_NE(found[i].position.key(), found[j].position.key());
  }
}

TEST_F(QuietTest, LeavesOutTheBeginningTheDecidedAndTheUnsaid) {
  GameRecord game = ShortGame();
  const size_t all = HarvestAll(game, {}, finder_).size();
  EXPECT_EQ(HarvestAll(game, {.skip_plies = 1}, finder_).size(), all - 1);
  game.scores_cp[0] = std::nullopt;
  EXPECT_EQ(HarvestAll(game, {}, finder_).size(), all - 1);
  game.scores_cp[0] = 2000;
  EXPECT_EQ(HarvestAll(game, {}, finder_).size(), all - 1);
  game.scores_cp[0] = 900;  // far from what the evaluation says
  EXPECT_EQ(HarvestAll(game, {}, finder_).size(), all - 1);
}

}  // namespace
}  // namespace rookery::fit

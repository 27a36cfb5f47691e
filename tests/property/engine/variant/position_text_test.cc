// Positions of random games, and text spoiled at random, from fixed seeds.
#include "engine/variant/position_text.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "engine/variant/player.h"

namespace rookery::variant {
namespace {

const Board& TheBoard() { return Board::Standard(); }

TEST(VariantTextProperty, ReadsBackEveryPositionOfRandomGames) {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Rng rng(seed);
    Game game(TheBoard(), StartPosition(TheBoard()), 60);
    while (!game.outcome().has_value()) {
      const std::string text = PositionText(game.position());
      const auto parsed = ParsePosition(TheBoard(), text);
      ASSERT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
      ASSERT_TRUE(IsSame(*parsed, game.position())) << text;
      if (game.moves().empty()) {
        game.Pass();
      } else {
        game.Play(Choose(TheBoard(), game, PlayerKind::kRandom, rng));
      }
    }
  }
}

TEST(VariantTextProperty, AcceptsSpoiledTextOnlyIfItCanPlayIt) {
  constexpr std::string_view kBytes = "SENWKQRBNPpO0189,/.:+- xz";
  const std::string start = PositionText(StartPosition(TheBoard()));
  Rng rng(11);
  int accepted = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string text = start;
    for (uint64_t changes = 1 + rng.Below(3); changes > 0; --changes) {
      text[rng.Below(text.size())] = kBytes[rng.Below(kBytes.size())];
    }
    const auto position = ParsePosition(TheBoard(), text);
    if (!position.ok()) continue;
    ++accepted;
    Game game(TheBoard(), *position, position->round);
    PlayOut(TheBoard(), PlayerKind::kRandom, rng, game);
  }
  EXPECT_GT(accepted, 10);
}

}  // namespace
}  // namespace rookery::variant

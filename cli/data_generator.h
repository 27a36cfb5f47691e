// Labelled positions by self-play of one set of weights: random openings that a quick search calls
// about even, a search of so many nodes a move, and of each game the calm positions with the
// result and the search's score. Game i follows from the seed and i alone, and games are written in
// order, so the file doesn't depend on the number of slots, can be broken off at any time and goes
// on where it ended.
// Called from one thread, works in several.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "base/clock.h"
#include "engine/params/weights.h"
#include "tuner/fit/quiet.h"

namespace rookery::cli {

struct DataRecipe {
  uint64_t seed = 1;
  uint64_t games = 1000;
  int64_t nodes = 1000;  // a move
  int plies = 8;         // random ones before a game; every other game has one more
  int most_opening_cp = 150;
  int slots = 1;
  params::Weights weights;
  fit::HarvestOptions harvest;
};
inline constexpr uint64_t kMostDataGames = 100'000'000;
inline constexpr int kMostDataSlots = 256;
inline constexpr int64_t kMostDataNodes = 10'000'000;

// What the file begins with: everything that decides its content but the number of games.
std::string RecipeLine(const DataRecipe& recipe);

struct GameData {
  uint64_t game = 0;
  int positions = 0;
  std::string lines;  // EPD, each with its line break
};

// Games `first` to recipe.games - 1, in order, from the calling thread. An error of `on_game` ends
// the work and is returned; Cancelled once `stop` is set.
absl::Status GenerateData(const DataRecipe& recipe, uint64_t first, Clock& clock,
                          const std::atomic<bool>& stop,
                          const std::function<absl::Status(const GameData&)>& on_game);

}  // namespace rookery::cli

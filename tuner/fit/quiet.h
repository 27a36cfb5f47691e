// Calm positions out of games: what an evaluation can be asked about. A position is resolved by a
// quiescence search; the position at the end of its line counts, if its plain evaluation is what
// that search came to. One thread per finder.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "engine/chess/position.h"
#include "engine/params/weights.h"
#include "engine/search/engine.h"
#include "tuner/fit/labelled_position.h"

namespace rookery::fit {

class QuietFinder {
 public:
  // The clock isn't owned, and never read for anything that decides.
  QuietFinder(const params::Weights& weights, Clock* clock);

  // The calm position that the captures of a quiescence search lead to, often the same one. None
  // in check, or if a hash table's knowledge or a draw stands in for an evaluation.
  std::optional<chess::Position> Resolve(const chess::Position& position);

  // The plain evaluation, White's view.
  int Evaluate(const chess::Position& position);

 private:
  search::Engine engine_;
};

// A game as it was played. Scores are the mover's, one a move; none: not said, or a mate.
struct GameRecord {
  chess::Position start = chess::Position::Start();
  std::vector<chess::Move> moves;
  std::vector<std::optional<int>> scores_cp;
  double result = 0.5;  // White's
  uint64_t number = 0;
};

struct HarvestOptions {
  int skip_plies = 0;        // after the start
  int most_score_cp = 1500;  // beyond it a game is decided and says little
  int most_gap_cp = 400;     // between search and evaluation: tactics that no weight can know
};

// The calm positions of a game, none twice, with the ply that each comes from.
using OnQuiet = std::function<absl::Status(const LabelledPosition&, int ply)>;
absl::Status Harvest(const GameRecord& game, const HarvestOptions& options, QuietFinder& finder,
                     const OnQuiet& on_quiet);

}  // namespace rookery::fit

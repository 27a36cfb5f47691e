#include "tuner/fit/quiet.h"

#include <cstdlib>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "base/check.h"
#include "base/status.h"
#include "engine/chess/game.h"

namespace rookery::fit {
namespace {

constexpr int64_t kHashBytes = 64 << 10;

search::EngineOptions OptionsOf(const params::Weights& weights) {
  search::EngineOptions options;
  options.weights = weights;
  options.hash_bytes = kHashBytes;
  return options;
}

bool WhiteMoves(const chess::Position& position) { return position.side() == chess::Color::kWhite; }

}  // namespace

QuietFinder::QuietFinder(const params::Weights& weights, Clock* clock)
    : engine_(OptionsOf(weights), clock) {}

std::optional<chess::Position> QuietFinder::Resolve(const chess::Position& position) {
  if (position.in_check()) return std::nullopt;
  const search::QuietLine line = engine_.Quiesce(position);
  chess::Position calm = position;
  for (const chess::Move move : line.moves) calm.Play(move);
  if (calm.in_check()) return std::nullopt;
  const int evaluation = engine_.Evaluate(calm);
  const int from_root = calm.side() == position.side() ? evaluation : -evaluation;
  if (from_root != line.score) return std::nullopt;
  return calm;
}

int QuietFinder::Evaluate(const chess::Position& position) {
  const int mover = engine_.Evaluate(position);
  return WhiteMoves(position) ? mover : -mover;
}

absl::Status Harvest(const GameRecord& game, const HarvestOptions& options, QuietFinder& finder,
                     const OnQuiet& on_quiet) {
  ROOKERY_CHECK(game.scores_cp.size() == game.moves.size());
  absl::flat_hash_set<uint64_t> seen;
  chess::Position position = game.start;
  for (size_t i = 0; i < game.moves.size(); position.Play(game.moves[i]), ++i) {
    const std::optional<int> mover = game.scores_cp[i];
    if (static_cast<int>(i) < options.skip_plies || !mover) continue;
    if (std::abs(*mover) > options.most_score_cp) continue;
    const std::optional<chess::Position> calm = finder.Resolve(position);
    if (!calm || !seen.insert(calm->key()).second) continue;
    const int score = WhiteMoves(position) ? *mover : -*mover;
    if (std::abs(score - finder.Evaluate(*calm)) > options.most_gap_cp) continue;
    const LabelledPosition labelled{*calm, game.result, score, game.number};
    ROOKERY_RETURN_IF_ERROR(on_quiet(labelled, static_cast<int>(i)));
  }
  return absl::OkStatus();
}

}  // namespace rookery::fit

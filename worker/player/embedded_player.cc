#include "worker/player/embedded_player.h"

namespace rookery::worker {

EmbeddedPlayer::EmbeddedPlayer(const EmbeddedPlayerOptions& options, Clock* clock)
    : name_(options.name),
      team_(search::EngineOptions{.weights = options.weights, .hash_bytes = options.hash_bytes},
            clock, options.threads) {}

absl::Status EmbeddedPlayer::NewGame(uint64_t seed) {
  stopped_ = false;
  team_.NewGame(seed);
  return absl::OkStatus();
}

absl::StatusOr<MoveReply> EmbeddedPlayer::Think(const chess::Game& game, const MoveLimits& limits) {
  if (stopped_.load(std::memory_order_relaxed)) return absl::CancelledError("stopped");
  const search::SearchResult result = team_.Search(game, limits.own, {});
  // A move of a search that was cut short must not count.
  if (stopped_.load(std::memory_order_relaxed)) return absl::CancelledError("stopped");
  MoveReply reply;
  reply.move = result.best;
  reply.score_cp = result.score;
  reply.depth = result.depth;
  reply.nodes = result.nodes;
  return reply;
}

void EmbeddedPlayer::Stop() {
  stopped_ = true;
  team_.Stop();
}

}  // namespace rookery::worker

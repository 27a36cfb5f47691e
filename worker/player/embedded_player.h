// The embedded engine as a player: a search in the caller's thread, no process and no pipe. With
// several threads it starts the others for each move; then the same game needn't come out twice.
// One thread at a time; Stop from any thread.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/clock.h"
#include "engine/params/weights.h"
#include "engine/uci/team.h"
#include "worker/player/player.h"

namespace rookery::worker {

struct EmbeddedPlayerOptions {
  std::string name;
  params::Weights weights;
  int64_t hash_bytes = 1 << 20;  // of all threads together
  int threads = 1;               // 1 to uci::kMostThreads
};

class EmbeddedPlayer : public Player {
 public:
  // The clock isn't owned; it is read only for limits that need time.
  EmbeddedPlayer(const EmbeddedPlayerOptions& options, Clock* clock);

  const std::string& name() const override { return name_; }
  absl::Status NewGame(uint64_t seed) override;
  absl::StatusOr<MoveReply> Think(const chess::Game& game, const MoveLimits& limits) override;
  void Stop() override;

 private:
  std::string name_;
  uci::Team team_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace rookery::worker

// One side of a game as the match runner sees it: the embedded engine in process, or a UCI
// process behind a line transport. One thread at a time per player.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/chess/game.h"
#include "engine/search/engine.h"

namespace rookery::worker {

struct MoveReply {
  chess::Move move;
  std::optional<int> score_cp;  // mover's view; none where the engine said none
  int depth = 0;
  int64_t nodes = 0;
};

class Player {
 public:
  virtual ~Player() = default;
  virtual const std::string& name() const = 0;
  // Forgets the last game.
  virtual absl::Status NewGame(uint64_t seed) = 0;
  // Thinks about the game's current position. An error is the player's own failure, never the
  // position's: the runner turns its code into the game's end.
  virtual absl::StatusOr<MoveReply> Think(const chess::Game& game,
                                          const search::SearchLimits& limits) = 0;
  // From any thread: makes Think return soon.
  virtual void Stop() = 0;
};

}  // namespace rookery::worker

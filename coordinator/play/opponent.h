// The embedded engine as a learner's opponent. It thinks on one thread of its own with a low
// priority, one move at a time and never beyond a level's nodes, so that neither the core's thread
// nor workers on the same machine wait for it; whoever comes when the queue is full is refused.
// Any thread; Move blocks its caller until the move is there, at most a second or so a place in the
// queue. Weak levels think less and choose any legal move now and then.
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <thread>

#include "absl/status/statusor.h"
#include "base/bounded_queue.h"
#include "base/clock.h"
#include "engine/chess/game.h"

namespace rookery::coordinator {

class Opponent {
 public:
  static constexpr int kLevels = 8;  // 1 is the weakest
  static constexpr size_t kMostWaiting = 8;

  // What a level may do for a move.
  struct Strength {
    int64_t nodes;
    double random;  // share of moves that are drawn among the legal ones
  };
  static Strength StrengthOf(int level);

  // The clock isn't owned.
  explicit Opponent(Clock* clock);
  ~Opponent();

  // A legal move. The same game, level and seed give the same move. InvalidArgument for a level
  // that there isn't, FailedPrecondition for a game that has ended, ResourceExhausted if the queue
  // is full, Unavailable once the opponent stops.
  absl::StatusOr<chess::Move> Move(const chess::Game& game, int level, uint64_t seed);

 private:
  struct Request {
    chess::Game game;
    int level;
    uint64_t seed;
    std::shared_ptr<std::promise<chess::Move>> answer;
  };
  void Main();

  Clock* const clock_;
  BoundedQueue<Request> waiting_{kMostWaiting};
  std::thread thread_;
};

}  // namespace rookery::coordinator

#include "coordinator/play/opponent.h"

#include <sys/resource.h>

#include <array>
#include <chrono>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "base/status.h"
#include "engine/chess/movegen.h"
#include "engine/search/engine.h"

namespace rookery::coordinator {
namespace {

constexpr int kNiceness = 10;
constexpr std::chrono::seconds kPatience{1};  // between two looks at whether the queue is closed
constexpr std::array<Opponent::Strength, Opponent::kLevels> kStrengths{{{50, 0.5},
                                                                        {100, 0.3},
                                                                        {200, 0.15},
                                                                        {500, 0.05},
                                                                        {2'000, 0},
                                                                        {10'000, 0},
                                                                        {50'000, 0},
                                                                        {250'000, 0}}};

chess::Move Choose(search::Engine& engine, const chess::Game& game, int level, uint64_t seed) {
  const Opponent::Strength strength = Opponent::StrengthOf(level);
  Rng rng(Mix64(seed ^ game.position().key()));
  chess::MoveList moves;
  chess::GenerateLegal(game.position(), moves);
  if (rng.Chance(strength.random)) return moves[rng.Below(moves.size())];
  engine.NewGame(seed);
  search::SearchLimits limits;
  limits.nodes = strength.nodes;
  return engine.Search(game, limits).best;
}

}  // namespace

Opponent::Strength Opponent::StrengthOf(int level) {
  return kStrengths[static_cast<size_t>(level - 1)];
}

Opponent::Opponent(Clock* clock) : clock_(clock), thread_([this] { Main(); }) {}

Opponent::~Opponent() {
  waiting_.Close();
  thread_.join();
}

absl::StatusOr<chess::Move> Opponent::Move(const chess::Game& game, int level, uint64_t seed) {
  if (level < 1 || level > kLevels) {
    return InvalidArgument("level: {} is not from 1 to {}", level, kLevels);
  }
  if (game.End().has_value()) {
    return Error(absl::StatusCode::kFailedPrecondition, "the game has ended: no move is left");
  }
  auto answer = std::make_shared<std::promise<chess::Move>>();
  std::future<chess::Move> move = answer->get_future();
  if (!waiting_.TryPush(Request{game, level, seed, std::move(answer)})) {
    if (waiting_.closed()) {
      return Error(absl::StatusCode::kUnavailable, "the coordinator stops; try again soon");
    }
    return Error(absl::StatusCode::kResourceExhausted,
                 "{} others wait for a move; try again in a few seconds", kMostWaiting);
  }
  return move.get();  // always answered: the thread empties the queue before it ends
}

void Opponent::Main() {
  ::setpriority(PRIO_PROCESS, 0, kNiceness);  // on Linux, of this thread alone
  search::Engine engine({}, clock_);
  while (true) {
    std::vector<Request> next = waiting_.PopSome(1, kPatience);
    if (next.empty() && waiting_.closed()) return;
    for (Request& request : next) {
      request.answer->set_value(Choose(engine, request.game, request.level, request.seed));
    }
  }
}

}  // namespace rookery::coordinator

// Plays the two games of a pair with two players. The same code in worker and CLI.
// One thread per runner; `stop` may be set from any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "base/pairing/outcome.h"
#include "base/pairing/pair_plan.h"
#include "engine/chess/game.h"
#include "worker/player/player.h"

namespace rookery::worker {

// Adjudication by score, with the semantics of shared golden tables (docs/guides). 0: off.
struct Adjudication {
  int draw_move_number = 0;
  int draw_move_count = 0;
  int draw_score_cp = 0;
  int resign_move_count = 0;
  int resign_score_cp = 0;
  bool resign_two_sided = false;
};

struct GameLimits {
  search::SearchLimits per_move;  // nodes, depth, movetime
  int64_t base_ms = 0;            // clock; 0: none
  int64_t increment_ms = 0;
  int max_moves = 400;  // full moves; then the game is drawn by length
  Adjudication adjudication;
  chess::RuleProfile rules;
};

struct PlayedGame {
  GameResult result = GameResult::kDraw;
  GameEnd end = GameEnd::kStalemate;
  std::vector<chess::Move> moves;
  std::vector<int> scores_cp;  // one a move, mover's view; kNoScore where there was none
  std::string digest;          // 32 bytes: SHA-256 of the opening's FEN, newline, packed moves
  int64_t nodes = 0;
  int64_t elapsed_ms = 0;
  std::string detail;
};
inline constexpr int kNoScore = 100'000;

struct PlayedPair {
  uint64_t pair_index = 0;
  PlayedGame first;   // dev has White
  PlayedGame second;  // base has White
};

// Two bytes a move, as proto Game.moves says.
std::string PackMoves(const std::vector<chess::Move>& moves);

// Cancelled if `stop` was set: nothing of the pair counts then.
absl::StatusOr<PlayedPair> PlayPair(Player& dev, Player& base, const chess::Position& opening,
                                    const PairPlan& plan, uint64_t pair_index,
                                    const GameLimits& limits, Clock& clock,
                                    const std::atomic<bool>& stop);

}  // namespace rookery::worker

// Plays the two games of a pair with two players. The same code in worker and CLI.
// One thread per runner; `stop` may be set from any thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "base/pairing/outcome.h"
#include "base/pairing/pair_plan.h"
#include "engine/chess/game.h"
#include "engine/openings/opening.h"
#include "worker/match/adjudicator.h"
#include "worker/match/game_clock.h"
#include "worker/match/packed_moves.h"
#include "worker/match/time_control.h"
#include "worker/player/player.h"

namespace rookery::worker {

// What one side may use.
struct SideLimits {
  search::SearchLimits per_move;  // nodes, depth, movetime
  TimeControl clock;
};

struct GameLimits {
  SideLimits each;      // of both sides, unless a seat has its own
  int max_moves = 400;  // full moves played; then the game is drawn by length; 0: no limit
  Adjudication adjudication;
  chess::RuleProfile rules;
};

// One move as it was played, for PGN comments and live boards.
struct MoveRecord {
  std::optional<int> score_cp;
  int depth = 0;
  int64_t nodes = 0;
  int64_t thinking_us = 0;
  int64_t left_us = -1;  // on the mover's clock afterwards; -1: no clock
  SearchFigures figures = {};
};

struct PlayedGame {
  GameResult result = GameResult::kDraw;
  GameEnd end = GameEnd::kStalemate;
  std::vector<chess::Move> moves;   // the players', not the opening's
  std::vector<int> scores_cp;       // one a move, mover's view; kNoScore where there was none
  std::vector<uint32_t> times_ms;   // thought about each move
  std::vector<uint32_t> clocks_ms;  // left to the mover after it, or kNoClock; none without clocks
  std::vector<MoveRecord> records;  // one a move
  std::string digest;  // 32 bytes: SHA-256 of the opening's last FEN, newline, packed moves
  int64_t nodes = 0;
  int64_t elapsed_ms = 0;
  int64_t overrun_us = 0;  // of a move that lost on time, beyond what was left
  std::string detail;      // evidence where a player failed, at most kMaxDetail bytes
};
inline constexpr int kNoScore = 100'000;
inline constexpr size_t kMaxDetail = 2000;
inline constexpr uint32_t kNoClock = UINT32_MAX;  // of a mover that has none

struct PlayedPair {
  uint64_t pair_index = 0;
  PlayedGame first;   // dev has White
  PlayedGame second;  // base has White
};

// A game after a move, or at its end, as it is told on the runner's thread. Nothing is owned.
struct GameSoFar {
  int number;  // 1 or 2 of the pair
  const std::vector<chess::Move>& moves;
  const PlayedGame& said;  // scores, times and clocks of these moves
  bool over;
};
using OnMove = std::function<void(const GameSoFar&)>;

// One game. Cancelled if `stop` was set; any other error means that the game can't be played.
struct GameSeats {
  Player* white;
  Player* black;
  uint64_t seed;
  const SideLimits* white_limits = nullptr;  // not owned; null: the game's
  const SideLimits* black_limits = nullptr;
  const OnMove* on_move = nullptr;  // not owned; null: nobody is told
  int number = 1;
};
absl::StatusOr<PlayedGame> PlayGame(const GameSeats& seats, const openings::Opening& opening,
                                    const GameLimits& limits, Clock& clock,
                                    const std::atomic<bool>& stop);

// Who plays what. Nothing in it is owned.
struct PairSetup {
  Player* dev;
  Player* base;
  openings::Opening opening;
  PairPlan plan;
  uint64_t pair_index = 0;
  const SideLimits* dev_limits = nullptr;  // null: the game's
  const SideLimits* base_limits = nullptr;
  OnMove on_move = {};
};
// Cancelled if `stop` was set: nothing of the pair counts then.
absl::StatusOr<PlayedPair> PlayPair(const PairSetup& setup, const GameLimits& limits, Clock& clock,
                                    const std::atomic<bool>& stop);

}  // namespace rookery::worker

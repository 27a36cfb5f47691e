// One side of a game as the match runner sees it: the embedded engine in process, or a UCI
// process behind a line transport. One thread at a time per player.
//
// A failed status is the player's own failure, never the position's; its code says which:
//   InvalidArgument    it answered with an illegal move
//   DeadlineExceeded   it didn't answer in the time that it was allowed
//   Unavailable        it died or closed its pipes
//   Aborted            it stopped reacting (no readyok)
//   Cancelled          Stop was called; nothing of the game counts
// From NewGame any other code means that no game can be played: an error of the run.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/chess/game.h"
#include "engine/search/engine.h"

namespace rookery::worker {

// What one move may cost: the mover's own limits and clock, and the opponent's clock where there
// is one (UCI engines are told both).
struct MoveLimits {
  search::SearchLimits own;
  int64_t opponent_time_left_ms = -1;
  int64_t opponent_increment_ms = 0;
  int64_t margin_ms = 0;  // by which a move may overstep its time without losing
};

// What an engine may say of its search beside score, depth and nodes; 0 and empty where it didn't.
struct SearchFigures {
  int selective_depth = 0;
  int64_t nodes_per_second = 0;
  int hash_permill = 0;
  int64_t tablebase_hits = 0;
  int64_t said_ms = -1;  // its own measure of the time; -1: none
  std::string line;      // its principal variation as it wrote it, at most kMaxLineText bytes
};
inline constexpr size_t kMaxLineText = 512;

struct MoveReply {
  chess::Move move;
  std::optional<int> score_cp;  // mover's view; none where the engine said none
  int depth = 0;
  int64_t nodes = 0;
  // Time that counts against the mover's clock; none: the runner's own measurement stands.
  std::optional<int64_t> thinking_us;
  SearchFigures figures = {};
};

// What a player did wrong without losing a game by it.
enum class PlayerFault {
  kHungBetweenGames,  // and was started again
  kDiedBetweenGames,  // likewise
  kStrayMove,         // a bestmove that nobody had asked for, or a second one
  kMalformedInfo,     // the report that counts holds a field that can't be read
};
inline constexpr std::array kAllPlayerFaults = {
    PlayerFault::kHungBetweenGames, PlayerFault::kDiedBetweenGames, PlayerFault::kStrayMove,
    PlayerFault::kMalformedInfo};
std::string_view Name(PlayerFault fault);  // "hung_between_games" ...
std::string_view Text(PlayerFault fault);  // for people: "hung between games"

struct PlayerNote {
  PlayerFault fault;
  int64_t count = 1;
  std::string evidence;  // of the first; bounded
};

class Player {
 public:
  virtual ~Player() = default;
  virtual const std::string& name() const = 0;
  // Forgets the last game.
  virtual absl::Status NewGame(uint64_t seed) = 0;
  // Thinks about the game's current position.
  virtual absl::StatusOr<MoveReply> Think(const chess::Game& game, const MoveLimits& limits) = 0;
  // What came up since the last call, one note a fault at most.
  virtual std::vector<PlayerNote> TakeNotes() { return {}; }
  // From any thread: makes Think return soon, now or when it is next called before NewGame.
  virtual void Stop() = 0;
  // Begins the player's end without waiting, so that several end at once. Afterwards only the
  // destructor is called.
  virtual void BeginQuit() {}
};

// Makes the same player again for every thread that wants one. Called from any thread.
using PlayerFactory = std::function<absl::StatusOr<std::unique_ptr<Player>>()>;

}  // namespace rookery::worker

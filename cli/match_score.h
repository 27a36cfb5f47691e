// What the games of a match come to so far: results between any two engines, by games and by
// pairs, and how games ended. A function of the games, in whatever order they come. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/pairing/outcome.h"
#include "base/pairing/schedule.h"
#include "coordinator/stats/counts.h"
#include "worker/player/player.h"

namespace rookery::cli {

// From the first one's view.
struct MeetingScore {
  stats::Trinomial games = {};   // all
  stats::Trinomial paired = {};  // those whose pair is complete
  stats::Pentanomial pairs = {};
  int64_t split_pairs = 0;  // of the middle cell: one win each
  int64_t drawn_pairs = 0;  // of the middle cell: two draws

  void Add(const MeetingScore& other);
  MeetingScore Reversed() const;
  // Points a game, 0..1; of no games 1/2.
  double Share() const;
};

// How an engine's games ended.
struct EngineEnds {
  std::map<GameEnd, int64_t> all;
  int64_t timeouts = 0;  // games that it lost by its flag
  int64_t crashes = 0;   // ... by ending or no longer reacting
  int64_t illegal = 0;
  std::map<worker::PlayerFault, int64_t> faults;  // that lost no game
};

class MatchScore {
 public:
  explicit MatchScore(size_t engines) : engines_(engines), ends_(engines) {}

  void Add(const ScheduledGame& game, GameResult result, GameEnd end);
  // True if it is the engine's first one of its kind.
  bool AddFault(int engine, const worker::PlayerNote& note);

  int64_t games() const { return games_; }
  bool PairIsComplete(uint64_t pair) const { return !halves_.contains(pair); }
  MeetingScore Between(int first, int second) const;
  MeetingScore Of(int engine) const;
  const EngineEnds& EndsOf(int engine) const { return ends_[static_cast<size_t>(engine)]; }
  const std::map<GameEnd, int64_t>& ends() const { return all_ends_; }
  // Wins, losses and draws of White.
  const std::array<int64_t, 3>& white() const { return white_; }
  size_t engines() const { return engines_; }

 private:
  MeetingScore& Slot(const ScheduledGame& game);

  size_t engines_;
  int64_t games_ = 0;
  std::map<std::pair<int, int>, MeetingScore> meetings_;  // (first, second) of the schedule
  std::map<uint64_t, int> halves_;  // pairs with one game of two: half points of the first
  std::vector<EngineEnds> ends_;
  std::map<GameEnd, int64_t> all_ends_;
  std::array<int64_t, 3> white_ = {};
};

}  // namespace rookery::cli

// Who meets whom, with which colours: the plan of a match of two engines or of many. Games have
// numbers; a number says everything else, so nothing but the results of rounds that decide later
// ones is kept, and an interrupted match goes on from the set of numbers that were played.
//
// Round robin and gauntlet are known from the start (At computes a game in O(engines), nothing is
// stored). Swiss and knockout are known round by round: the next one when every game of the last
// has its result. Pure; one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/pairing/outcome.h"

namespace rookery {

enum class Format { kRoundRobin, kGauntlet, kSwiss, kKnockout };
// "round-robin", "gauntlet", "swiss", "knockout".
absl::StatusOr<Format> ParseFormat(std::string_view text);
std::string_view Name(Format format);

struct ScheduleOptions {
  Format format = Format::kRoundRobin;
  int engines = 2;
  uint64_t rounds = 1;   // a knockout has as many as it needs
  int games = 2;         // of an encounter, by twos from one opening with colours exchanged
  int seeds = 1;         // of a gauntlet: the first ones, who meet all that follow them
  bool swap = true;      // colours change from game to game; else the first has White always
  bool reverse = false;  // Black and White exchanged
};
inline constexpr int kMaxEngines = 256;
inline constexpr int kMaxGamesOfEncounter = 1000;
inline constexpr uint64_t kMaxRounds = 100'000'000;

struct ScheduledGame {
  uint64_t id = 0;         // from 0
  uint64_t encounter = 0;  // from 0
  uint64_t pair = 0;       // from 0: two games of an encounter that share an opening
  uint64_t round = 0;      // from 0
  int game = 0;            // of the encounter, from 0
  int first = 0;           // engines, by their place in the list
  int second = 0;
  bool first_is_white = true;
  bool paired = true;  // its pair has a second game

  int white() const { return first_is_white ? first : second; }
  int black() const { return first_is_white ? second : first; }
};

class Schedule {
 public:
  // InvalidArgument names what is out of range.
  static absl::StatusOr<Schedule> Create(const ScheduleOptions& options);
  ~Schedule();
  Schedule(Schedule&&) noexcept;
  Schedule& operator=(Schedule&&) noexcept;

  const ScheduleOptions& options() const { return options_; }
  // Games that are known now: 0 to known() - 1.
  uint64_t known() const { return known_; }
  // Nothing will be known beyond those.
  bool complete() const { return complete_; }
  // The number of games as far as it can be told (a knockout's without tie-breaks).
  uint64_t total() const;
  ScheduledGame At(uint64_t id) const;  // id < known()

  // Tells a result; once for each game. May make further games known.
  void Record(const ScheduledGame& game, GameResult result);

  // Knockout, when complete: the winner's place in the list; else -1.
  int winner() const { return winner_; }

 private:
  struct Rounds;  // of Swiss and knockout

  explicit Schedule(const ScheduleOptions& options);
  uint64_t EncountersOfRound() const;
  void Pair(uint64_t encounter, ScheduledGame& game) const;
  void NextRound();
  void NextSwissRound();
  void NextKnockoutRound();

  ScheduleOptions options_;
  uint64_t known_ = 0;
  bool complete_ = true;
  int winner_ = -1;
  std::unique_ptr<Rounds> rounds_;  // null for formats that are known from the start
};

}  // namespace rookery

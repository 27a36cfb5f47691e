// A league's rating table: computed once from the cells, shown by page, CLI and API.
// Pure functions and values; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/core/league_table.h"
#include "coordinator/core/types.h"
#include "coordinator/stats/ratings.h"

namespace rookery::coordinator {

struct LeagueRow {
  int engine = 0;  // place in the spec's list
  int rank = 0;    // from 1; those with the same points and no rating share none
  stats::PlayerStatus status = stats::PlayerStatus::kUnplayed;
  std::optional<double> rating;  // Elo, the mean being 0; of who only won or lost a bound
  std::optional<double> error;   // 95 %, from pairs
  uint64_t wins = 0;
  uint64_t draws = 0;
  uint64_t losses = 0;
  std::optional<int> grade;
  int64_t grade_points = 0;
  bool grade_settled = false;
  uint64_t forfeits = 0;

  uint64_t games() const { return wins + draws + losses; }
  double points() const { return static_cast<double>(wins) + 0.5 * static_cast<double>(draws); }
};

// Two engines that have met, `first` before `second` in the list; games of the first.
struct LeagueMeeting {
  int first = 0;
  int second = 0;
  uint64_t pairs = 0;
  uint64_t wins = 0;
  uint64_t draws = 0;
  uint64_t losses = 0;
};

inline constexpr size_t kMostInSuperiority = 64;

struct LeagueFigures {
  std::vector<LeagueRow> rows;  // best first
  std::vector<LeagueMeeting> meetings;
  // P(row is stronger than column), in the order of `rows`, from the joint covariance; none of an
  // engine with itself, or with one that can't be compared. Empty of more than kMostInSuperiority.
  std::vector<std::vector<std::optional<double>>> superiority;
  double white_advantage = 0;
  int round = 0;  // of a Swiss: the one that is played, from 1
};

LeagueFigures ComputeLeague(const LeagueSpec& spec, const LeagueTable& table);

}  // namespace rookery::coordinator

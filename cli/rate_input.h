// Games of PGN files, or results of many at once, as input of a rating fit. One thread.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "coordinator/stats/ratings.h"

namespace rookery::cli {

inline constexpr std::string_view kResultsHeader = "white,black,wins,draws,losses";

// Collects games by their tags White, Black and Result; moves are read, for a broken game is not
// counted, and forgotten.
class RateInput {
 public:
  // ResourceExhausted beyond the most players or games. Broken games are counted, the first few
  // described in `faults`.
  absl::Status Read(std::istream& pgn, const std::string& name);
  // Results without games: the line kResultsHeader, then one line for each two players as White
  // and Black, with White's wins, draws and losses. InvalidArgument names line and field.
  absl::Status ReadResults(std::istream& csv, const std::string& name);

  // With what was read so far.
  stats::RatingInput Input() const;
  const std::vector<std::string>& names() const { return names_; }
  int64_t games() const { return games_; }
  int64_t unfinished() const { return unfinished_; }
  int64_t broken() const { return broken_; }
  int64_t pairs() const { return pairs_; }
  const std::vector<std::string>& faults() const { return faults_; }
  // Points of the grade system, by player, over the games in the order of the files. Results have
  // no order: with them there are none.
  bool graded() const { return graded_; }
  const std::vector<int64_t>& grade_points() const { return grade_points_; }

 private:
  // A finished game, as far as it can be the first of a pair.
  struct Seen {
    uint32_t white = 0;
    uint32_t black = 0;
    int points = 0;       // of White: loss 0, draw 1, win 2
    std::string opening;  // what both games of a pair share; empty: never of a pair
  };
  uint32_t PlayerOf(const std::string& name);
  void Count(const Seen& game);

  std::vector<std::string> names_;
  std::vector<int64_t> grade_points_;
  std::map<std::string, uint32_t> index_;
  std::map<std::pair<uint32_t, uint32_t>, stats::Meeting> meetings_;
  std::map<std::pair<uint32_t, uint32_t>, stats::PairedMeeting> paired_;
  std::optional<Seen> before_;
  int64_t games_ = 0;
  int64_t unfinished_ = 0;
  int64_t broken_ = 0;
  int64_t pairs_ = 0;
  bool graded_ = true;
  std::vector<std::string> faults_;
};

}  // namespace rookery::cli

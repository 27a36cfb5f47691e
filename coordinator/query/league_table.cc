#include "coordinator/query/league_table.h"

#include <algorithm>
#include <map>
#include <utility>

#include "coordinator/stats/grades.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/standing_order.h"

namespace rookery::coordinator {
namespace {

// Games by their result, seen from White and from the first engine.
void AddMeetings(const LeagueCell& cell, stats::RatingInput& input) {
  const auto first = static_cast<uint32_t>(cell.seats.first);
  const auto second = static_cast<uint32_t>(cell.seats.second);
  stats::Meeting with_white{first, second};
  stats::Meeting with_black{second, first};
  stats::PairedMeeting pairs{first, second};
  for (size_t white = 0; white < 3; ++white) {
    for (size_t black = 0; black < 3; ++black) {
      const auto count = static_cast<double>(cell.counts[white][black]);
      pairs.counts[white][black] = count;
      (white == 0 ? with_white.losses : white == 1 ? with_white.draws : with_white.wins) += count;
      // Where the first has Black, its win is White's loss.
      (black == 0 ? with_black.wins : black == 1 ? with_black.draws : with_black.losses) += count;
    }
  }
  input.meetings.push_back(with_white);
  input.meetings.push_back(with_black);
  input.pairs.push_back(pairs);
}

void AddGames(const LeagueCell& cell, std::vector<LeagueRow>& rows, LeagueMeeting& meeting) {
  const bool turned = meeting.first != cell.seats.first;
  for (size_t white = 0; white < 3; ++white) {
    for (size_t black = 0; black < 3; ++black) {
      const uint64_t count = cell.counts[white][black];
      meeting.pairs += count;
      for (const size_t points : {white, black}) {
        LeagueRow& first = rows[static_cast<size_t>(cell.seats.first)];
        LeagueRow& second = rows[static_cast<size_t>(cell.seats.second)];
        (points == 0 ? first.losses : points == 1 ? first.draws : first.wins) += count;
        (points == 0 ? second.wins : points == 1 ? second.draws : second.losses) += count;
        const size_t own = turned ? 2 - points : points;
        (own == 0 ? meeting.losses : own == 1 ? meeting.draws : meeting.wins) += count;
      }
    }
  }
}

stats::StandingKey KeyOf(const LeagueRow& row) {
  return {row.points(), static_cast<double>(row.games()), row.rating, row.engine};
}
bool Before(const LeagueRow& a, const LeagueRow& b) {
  return stats::StandsBefore(KeyOf(a), KeyOf(b));
}

std::vector<std::vector<std::optional<double>>> SuperiorityOf(const std::vector<LeagueRow>& rows,
                                                              const stats::RatingTable& fitted) {
  std::vector<std::vector<std::optional<double>>> matrix;
  if (rows.size() > kMostInSuperiority) return matrix;
  for (const LeagueRow& row : rows) {
    std::vector<std::optional<double>>& line = matrix.emplace_back();
    for (const LeagueRow& other : rows) {
      const bool self = row.engine == other.engine;
      line.push_back(self ? std::nullopt
                          : fitted.Superiority(static_cast<uint32_t>(row.engine),
                                               static_cast<uint32_t>(other.engine)));
    }
  }
  return matrix;
}

}  // namespace

LeagueFigures ComputeLeague(const LeagueSpec& spec, const LeagueTable& table) {
  LeagueFigures figures;
  figures.rows.resize(spec.engines.size());
  std::map<std::pair<int, int>, LeagueMeeting> meetings;
  stats::RatingInput input;
  input.players = spec.engines.size();
  for (const LeagueCell& cell : table.cells) {
    if (cell.pairs() == 0) continue;
    const auto [low, high] = std::minmax(cell.seats.first, cell.seats.second);
    LeagueMeeting& meeting = meetings[{low, high}];
    meeting.first = low;
    meeting.second = high;
    AddGames(cell, figures.rows, meeting);
    AddMeetings(cell, input);
  }
  for (const auto& [two, meeting] : meetings) figures.meetings.push_back(meeting);
  const absl::StatusOr<stats::RatingTable> ratings = stats::FitRatings(input, {});
  // What no ratings can be found for is shown without.
  const stats::RatingTable fitted = ratings.value_or(stats::RatingTable());
  figures.white_advantage = fitted.white_advantage;
  for (size_t i = 0; i < figures.rows.size(); ++i) {
    LeagueRow& row = figures.rows[i];
    const stats::PlayerRating player =
        i < fitted.players.size() ? fitted.players[i] : stats::PlayerRating();
    row.engine = static_cast<int>(i);
    row.status = player.status;
    row.rating = player.rating;
    if (player.sd.has_value()) row.error = stats::kZ95 * *player.sd;
    row.grade_points = table.standings[i].grade_points;
    row.grade = stats::GradeOf(row.grade_points);
    row.grade_settled = row.games() >= static_cast<uint64_t>(stats::kSettledGames);
    row.forfeits = table.standings[i].forfeits;
  }
  std::sort(figures.rows.begin(), figures.rows.end(), Before);
  for (size_t i = 0; i < figures.rows.size(); ++i) figures.rows[i].rank = static_cast<int>(i) + 1;
  figures.superiority = SuperiorityOf(figures.rows, fitted);
  if (spec.format == Format::kSwiss) {
    figures.round = static_cast<int>(table.cells.size() / (spec.engines.size() / 2));
  }
  return figures;
}

}  // namespace rookery::coordinator

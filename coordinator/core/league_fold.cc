#include "coordinator/core/league_fold.h"

#include <utility>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/stats/grades.h"

namespace rookery::coordinator {
LeagueFold::LeagueFold(const LeagueShape& shape, PlantedFault planted)
    : shape_(shape), planted_(planted), rounds_(shape) {
  table_.standings.resize(static_cast<size_t>(shape.engines));
  for (int engine = 0; engine < shape.engines; ++engine) changes_.engines.insert(engine);
  TakeCells();
}

absl::StatusOr<LeagueFold> LeagueFold::Restore(const LeagueShape& shape, LeagueTable table,
                                               bool any_void, PlantedFault planted) {
  LeagueFold fold(shape, planted);
  const auto broken = [] {
    return absl::DataLossError("the league's table is not one of such a league");
  };
  if (table.standings.size() != static_cast<size_t>(shape.engines)) return broken();
  std::vector<Seats> seats;
  for (const LeagueCell& cell : table.cells) seats.push_back(cell.seats);
  absl::StatusOr<LeagueRounds> drawn = LeagueRounds::Drawn(shape, std::move(seats));
  if (!drawn.ok()) return broken();
  // Without voids the rounds are drawn again from the results: those that were stored must come
  // out.
  while (!any_void && fold.rounds_.cells().size() < table.cells.size()) {
    for (size_t i = 0; i < fold.table_.cells.size(); ++i) fold.table_.cells[i] = table.cells[i];
    fold.EndRound();
  }
  if (!any_void && !(fold.rounds_.cells() == drawn->cells())) return broken();
  fold.rounds_ = *std::move(drawn);
  fold.table_ = std::move(table);
  fold.changes_ = {};
  return fold;
}

LeagueFold LeagueFold::Anew() const {
  LeagueFold fold(shape_, planted_);
  fold.rounds_ = rounds_;
  if (planted_ == PlantedFault::kVoidDrawsAnew && shape_.format == Format::kSwiss &&
      shape_.engines >= 4) {
    std::vector<Seats> cells = rounds_.cells();
    std::swap(cells[cells.size() - 1], cells[cells.size() - 2]);
    fold.rounds_ = *LeagueRounds::Drawn(shape_, std::move(cells));
  }
  fold.table_.cells.clear();
  fold.TakeCells();
  return fold;
}

std::shared_ptr<const LeagueTable> LeagueFold::table() const {
  if (shown_ == nullptr) shown_ = std::make_shared<const LeagueTable>(table_);
  return shown_;
}

Seats LeagueFold::SeatsOf(uint64_t index) const {
  const uint64_t cell = PlaceOf(shape_, index).cell;
  ROOKERY_CHECK(cell < table_.cells.size());
  return table_.cells[cell].seats;
}

void LeagueFold::Add(uint64_t index, const PairSummary& pair) {
  shown_.reset();
  const uint64_t number = PlaceOf(shape_, index).cell;
  ROOKERY_CHECK(number < table_.cells.size());
  LeagueCell& cell = table_.cells[number];
  const auto white = static_cast<size_t>(pair.first_points);
  const auto black = static_cast<size_t>(pair.half_points - pair.first_points);
  if (planted_ == PlantedFault::kLeagueCellSwapped) {
    ++cell.counts[2 - white][2 - black];
  } else {
    ++cell.counts[white][black];
  }
  AddGrades(cell.seats, pair);
  AddForfeits(cell.seats, pair);
  changes_.cells.insert(number);
  changes_.engines.insert(cell.seats.first);
  changes_.engines.insert(cell.seats.second);
  if (shape_.format != Format::kSwiss) return;
  const bool early = planted_ == PlantedFault::kRoundTooEarly;
  if (index + (early ? 2 : 1) == known_pairs()) EndRound();
}

void LeagueFold::AddGrades(const Seats& seats, const PairSummary& pair) {
  LeagueStanding& first = table_.standings[static_cast<size_t>(seats.first)];
  LeagueStanding& second = table_.standings[static_cast<size_t>(seats.second)];
  for (const int points : {pair.first_points, pair.half_points - pair.first_points}) {
    const stats::GradePoints after = stats::AfterGame({first.grade_points, second.grade_points},
                                                      static_cast<stats::GameScore>(points));
    first.grade_points = after.first;
    second.grade_points = after.second;
  }
}

void LeagueFold::AddForfeits(const Seats& seats, const PairSummary& pair) {
  const std::array<int, 2> points = {pair.first_points, pair.half_points - pair.first_points};
  for (size_t game = 0; game < 2; ++game) {
    if (!IsForfeit(pair.ends[game]) || points[game] == 1) continue;
    const int loser = points[game] == 0 ? seats.first : seats.second;
    ++table_.standings[static_cast<size_t>(loser)].forfeits;
  }
}

void LeagueFold::EndRound() {
  rounds_.EndRound(HalfPoints());
  TakeCells();
}

std::vector<int64_t> LeagueFold::HalfPoints() const {
  std::vector<int64_t> points;
  for (const LeagueCell& cell : table_.cells) points.push_back(cell.half_points());
  return points;
}

void LeagueFold::TakeCells() {
  for (size_t i = table_.cells.size(); i < rounds_.cells().size(); ++i) {
    table_.cells.push_back({rounds_.cells()[i], {}});
    changes_.cells.insert(i);
    changes_.round = true;
  }
}

LeagueFold::Changes LeagueFold::TakeChanges() { return std::exchange(changes_, {}); }

}  // namespace rookery::coordinator

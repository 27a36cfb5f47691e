#include "coordinator/query/league_table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

LeagueTable TableOf(const LeagueSpec& spec) {
  LeagueTable table;
  const LeagueRounds rounds(spec.shape());
  for (const Seats& seats : rounds.cells()) table.cells.push_back({seats, {}});
  table.standings.resize(spec.engines.size());
  return table;
}

TEST(LeagueTable, RanksAndAddsUp) {
  const LeagueSpec spec = *testing::LeagueRun(Format::kRoundRobin, 3, 100).league;
  LeagueTable table = TableOf(spec);
  table.cells[0].counts = {{{10, 5, 5}, {10, 30, 10}, {10, 10, 10}}};  // e1 against e2: level
  table.cells[1].counts = {{{40, 20, 10}, {10, 10, 5}, {2, 2, 1}}};    // e1 loses to e3
  table.cells[2].counts = {{{30, 20, 10}, {10, 20, 5}, {2, 2, 1}}};    // so does e2
  table.standings[2] = {450, 3};
  const LeagueFigures figures = ComputeLeague(spec, table);
  ASSERT_EQ(figures.rows.size(), 3U);
  EXPECT_EQ(figures.rows[0].engine, 2);
  EXPECT_EQ(figures.rows[0].rank, 1);
  EXPECT_EQ(figures.rows[0].grade, 27);  // 30 less one a hundred points
  EXPECT_TRUE(figures.rows[0].grade_settled);
  EXPECT_EQ(figures.rows[0].forfeits, 3U);
  EXPECT_FALSE(figures.rows[1].grade.has_value());
  uint64_t games = 0;
  double points = 0;
  double mean = 0;
  for (const LeagueRow& row : figures.rows) {
    EXPECT_EQ(row.status, stats::PlayerStatus::kRated);
    EXPECT_GT(*row.error, 0);
    games += row.games();
    points += row.points();
    mean += *row.rating / 3;
  }
  EXPECT_EQ(games, 2 * 2 * 300U);
  EXPECT_EQ(points, 2 * 300);
  EXPECT_NEAR(mean, 0, 1e-9);
  ASSERT_EQ(figures.superiority.size(), 3U);
  for (size_t a = 0; a < 3; ++a) {
    EXPECT_FALSE(figures.superiority[a][a].has_value());
    for (size_t b = 0; b < a; ++b) {
      EXPECT_NEAR(*figures.superiority[a][b] + *figures.superiority[b][a], 1, 1e-12);
      EXPECT_GT(*figures.superiority[b][a], 0.5);  // the better one has the upper row
    }
  }
  EXPECT_GT(*figures.superiority[0][1], 0.99);
  ASSERT_EQ(figures.meetings.size(), 3U);
  EXPECT_EQ(figures.meetings[0].pairs, 100U);
  EXPECT_EQ(figures.meetings[0].wins + figures.meetings[0].draws + figures.meetings[0].losses,
            200U);
}

// The second one's results against the rated point one way, so no rating of it is defined: its
// points still count.
TEST(LeagueTable, RanksByPointsWhereARatingIsNotDefined) {
  const LeagueSpec spec = *testing::LeagueRun(Format::kRoundRobin, 4, 1).league;
  LeagueTable table = TableOf(spec);
  constexpr int kStrength[] = {0, 0, 2, 1};
  for (LeagueCell& cell : table.cells) {
    const int ahead = kStrength[cell.seats.first] - kStrength[cell.seats.second];
    const size_t result = ahead > 0 ? 2 : ahead == 0 ? 1 : 0;
    cell.counts[result][result] = 1;
  }
  const LeagueFigures figures = ComputeLeague(spec, table);
  EXPECT_EQ(figures.rows[0].engine, 2);
  EXPECT_EQ(figures.rows[1].engine, 3);
  EXPECT_EQ(figures.rows[1].status, stats::PlayerStatus::kApart);
  EXPECT_FALSE(figures.rows[1].rating.has_value());
}

// Two engines, no colour effect: the rating difference is the logistic Elo of the score.
TEST(LeagueTable, RatesTwoAsTheirScoreSays) {
  const LeagueSpec spec = *testing::LeagueRun(Format::kRoundRobin, 2, 100).league;
  LeagueTable table = TableOf(spec);
  table.cells[0].counts = {{{5, 5, 5}, {5, 40, 10}, {5, 10, 15}}};
  const LeagueFigures figures = ComputeLeague(spec, table);
  const double score = figures.rows[0].points() / 200;
  EXPECT_GT(score, 0.5);
  EXPECT_NEAR(*figures.rows[0].rating - *figures.rows[1].rating,
              400 * std::log10(score / (1 - score)), 0.5);
}

TEST(LeagueTable, SaysWhatIsOnlyABoundAndWhoHasNotPlayed) {
  const LeagueSpec spec = *testing::LeagueRun(Format::kRoundRobin, 3, 2).league;
  LeagueTable table = TableOf(spec);
  const LeagueFigures before = ComputeLeague(spec, table);
  EXPECT_EQ(before.rows[0].status, stats::PlayerStatus::kUnplayed);
  EXPECT_TRUE(before.meetings.empty());
  table.cells[0].counts[2][2] = 2;
  const LeagueFigures figures = ComputeLeague(spec, table);
  EXPECT_EQ(figures.rows[0].engine, 0);
  EXPECT_EQ(figures.rows[1].engine, 1);
  EXPECT_EQ(figures.rows[1].status, stats::PlayerStatus::kOnlyLost);
  EXPECT_FALSE(figures.rows[1].error.has_value());
  EXPECT_EQ(figures.rows[2].status, stats::PlayerStatus::kUnplayed);
  EXPECT_FALSE(figures.rows[2].rating.has_value());
  EXPECT_FALSE(figures.superiority[0][1].has_value());
}

TEST(LeagueTable, AddsUpTheMeetingsOfTheSameTwoInASwiss) {
  const LeagueSpec spec = *testing::LeagueRun(Format::kSwiss, 2, 3, 4).league;
  LeagueTable table;
  table.standings.resize(2);
  table.cells.push_back({{0, 1}, {}});
  table.cells.push_back({{1, 0}, {}});
  table.cells[0].counts[2][1] = 3;  // 0 wins with White, draws with Black
  table.cells[1].counts[0][1] = 3;  // here 1 is first, and loses with White
  const LeagueFigures figures = ComputeLeague(spec, table);
  ASSERT_EQ(figures.meetings.size(), 1U);
  EXPECT_EQ(figures.meetings[0].pairs, 6U);
  EXPECT_EQ(figures.meetings[0].wins, 6U);
  EXPECT_EQ(figures.meetings[0].draws, 6U);
  EXPECT_EQ(figures.round, 2);
}

}  // namespace
}  // namespace rookery::coordinator

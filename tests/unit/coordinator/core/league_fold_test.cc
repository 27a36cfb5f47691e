#include "coordinator/core/league_fold.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace rookery::coordinator {
namespace {

PairSummary Pair(int with_white, int with_black, GameEnd first = GameEnd::kCheckmate,
                 GameEnd second = GameEnd::kCheckmate) {
  PairSummary pair;
  pair.half_points = with_white + with_black;
  pair.first_points = with_white;
  pair.ends = {first, second};
  return pair;
}

TEST(LeagueFold, CountsAPairInItsCellByColour) {
  LeagueFold fold({.engines = 3, .pairs = 2});
  fold.Add(0, Pair(2, 1));  // 0 against 1
  fold.Add(1, Pair(0, 0));  // 0 against 2
  fold.Add(3, Pair(2, 2));  // 0 against 1 again
  EXPECT_EQ(fold.current().cells[0].counts[2][1], 1U);
  EXPECT_EQ(fold.current().cells[0].counts[2][2], 1U);
  EXPECT_EQ(fold.current().cells[0].half_points(), 7);
  EXPECT_EQ(fold.current().cells[1].pairs(), 1U);
  EXPECT_EQ(fold.current().cells[2].pairs(), 0U);
}

// The example of the source texts: two of 0 points; a win takes 10 and gives 10.
TEST(LeagueFold, PassesGradePointsGameByGameAndKeepsTheirSum) {
  LeagueFold fold({.engines = 4, .pairs = 50});
  Rng rng(7);
  for (uint64_t index = 0; index < 300; ++index) {
    fold.Add(index, Pair(static_cast<int>(rng.Below(3)), static_cast<int>(rng.Below(3))));
  }
  int64_t sum = 0;
  int64_t moved = 0;
  for (const LeagueStanding& one : fold.current().standings) {
    sum += one.grade_points;
    moved += std::abs(one.grade_points);
  }
  EXPECT_EQ(sum, 0);
  EXPECT_GT(moved, 0);
}

TEST(LeagueFold, CountsForfeitsForWhoLost) {
  LeagueFold fold({.engines = 2, .pairs = 9});
  fold.Add(0, Pair(0, 2, GameEnd::kTime, GameEnd::kCrash));
  fold.Add(1, Pair(1, 1, GameEnd::kIllegalMove, GameEnd::kRepetition));  // by a lenient profile
  fold.Add(2, Pair(0, 0));
  EXPECT_EQ(fold.current().standings[0].forfeits, 1U);
  EXPECT_EQ(fold.current().standings[1].forfeits, 1U);
}

TEST(LeagueFold, DrawsTheNextRoundOfASwissWhenTheLastIsComplete) {
  LeagueFold fold({.format = Format::kSwiss, .engines = 4, .pairs = 2, .rounds = 2});
  EXPECT_EQ(fold.known_pairs(), 4U);
  (void)fold.TakeChanges();
  fold.Add(0, Pair(0, 0));
  fold.Add(1, Pair(0, 0));
  fold.Add(2, Pair(2, 2));
  EXPECT_FALSE(fold.TakeChanges().round);
  EXPECT_EQ(fold.known_pairs(), 4U);
  fold.Add(3, Pair(2, 2));
  const LeagueFold::Changes changes = fold.TakeChanges();
  EXPECT_TRUE(changes.round);
  EXPECT_EQ(changes.cells, (std::set<uint64_t>{1, 2, 3}));
  ASSERT_EQ(fold.known_pairs(), 8U);
  EXPECT_EQ(fold.SeatsOf(4), (Seats{1, 2}));  // the winners
  EXPECT_EQ(fold.SeatsOf(6), (Seats{0, 3}));
}

TEST(LeagueFold, IsTheSameAfterARestartAnywhere) {
  for (const LeagueShape& shape :
       {LeagueShape{.engines = 4, .pairs = 5},
        LeagueShape{.format = Format::kGauntlet, .engines = 5, .pairs = 7, .seeds = 2},
        LeagueShape{.format = Format::kSwiss, .engines = 7, .pairs = 3, .rounds = 5}}) {
    LeagueFold whole(shape);
    LeagueFold stopped(shape);
    Rng rng(3);
    for (uint64_t index = 0; index < LeaguePairs(shape); ++index) {
      const PairSummary pair = Pair(static_cast<int>(rng.Below(3)), static_cast<int>(rng.Below(3)));
      whole.Add(index, pair);
      stopped.Add(index, pair);
      absl::StatusOr<LeagueFold> again = LeagueFold::Restore(shape, stopped.current(), false);
      ASSERT_TRUE(again.ok()) << again.status();
      EXPECT_TRUE(again->TakeChanges().cells.empty());
      EXPECT_EQ(again->known_pairs(), whole.known_pairs());
      stopped = *std::move(again);
    }
    EXPECT_EQ(stopped.current().cells, whole.current().cells);
    EXPECT_EQ(stopped.current().standings, whole.current().standings);
  }
}

TEST(LeagueFold, RefusesATableOfAnotherLeague) {
  const LeagueFold other({.engines = 5, .pairs = 2});
  EXPECT_TRUE(absl::IsDataLoss(
      LeagueFold::Restore({.engines = 4, .pairs = 2}, other.current(), true).status()));
  LeagueShape swiss{.format = Format::kSwiss, .engines = 4, .pairs = 1, .rounds = 2};
  LeagueFold fold(swiss);
  fold.Add(0, Pair(0, 0));
  fold.Add(1, Pair(2, 2));
  LeagueTable table = fold.current();
  ASSERT_EQ(table.cells.size(), 4U);
  std::swap(table.cells[2].seats, table.cells[3].seats);
  EXPECT_TRUE(absl::IsDataLoss(LeagueFold::Restore(swiss, table, false).status()));
  EXPECT_TRUE(
      LeagueFold::Restore(swiss, table, true).ok());  // it may have been drawn by void pairs
}

TEST(LeagueFold, KeepsItsRoundsWhenItIsFoldedAnew) {
  const LeagueShape swiss{.format = Format::kSwiss, .engines = 4, .pairs = 1, .rounds = 3};
  LeagueFold before(swiss);
  before.Add(0, Pair(0, 0));  // 1 wins
  before.Add(1, Pair(2, 2));  // 2 wins
  LeagueFold fold = before.Anew();
  EXPECT_EQ(fold.known_pairs(), 4U);
  for (const LeagueCell& cell : fold.current().cells) EXPECT_EQ(cell.pairs(), 0U);
  for (const LeagueStanding& one : fold.current().standings) EXPECT_EQ(one.grade_points, 0);
  EXPECT_EQ(fold.TakeChanges().cells.size(), 4U);
  fold.Add(0, Pair(2, 2));  // 0 has won after all
  fold.Add(1, Pair(2, 2));
  EXPECT_EQ(fold.SeatsOf(2), (Seats{1, 2}));
  fold.Add(2, Pair(0, 0));
  fold.Add(3, Pair(2, 2));
  EXPECT_EQ(fold.SeatsOf(4), (Seats{0, 2}));  // both have won twice
}

}  // namespace
}  // namespace rookery::coordinator

#include "coordinator/query/history.h"

#include <gtest/gtest.h>

#include "coordinator/query/figures.h"
#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using testing::AddPairs;

using testing::ViewOf;

std::vector<int> Points(size_t count) {
  std::vector<int> points;
  for (size_t i = 0; i < count; ++i) points.push_back(i % 3 == 0 ? 4 : 2);
  return points;
}

class HistoryTest : public ::testing::Test {
 protected:
  std::unique_ptr<Store> store_ = MakeMemoryStore();
  std::shared_ptr<RunView> view_ = ViewOf(testing::MatchSpec(10'000));
  History history_{store_.get()};
};

TEST_F(HistoryTest, OfARunWithoutPairsIsEmpty) {
  AddPairs(*store_, *view_, {});
  EXPECT_TRUE(history_.Of(*view_)->points.empty());
}

TEST_F(HistoryTest, HasAPointAPairAndEndsWithTheTotals) {
  view_ = ViewOf(testing::TestSpec());
  AddPairs(*store_, *view_, Points(7));
  const auto reading = history_.Of(*view_);
  ASSERT_TRUE(reading.ok());
  const auto* points = &reading->points;
  ASSERT_EQ(points->size(), 7u);
  for (size_t i = 0; i < 7; ++i) EXPECT_EQ((*points)[i].pairs, i + 1);
  EXPECT_EQ(points->back().llr, ComputeFigures(view_).report.llr);
}

TEST_F(HistoryTest, GoesOnWhereItWasAndComesToTheSame) {
  for (int i = 0; i < 9; ++i) {
    AddPairs(*store_, *view_, Points(100));
    ASSERT_TRUE(history_.Of(*view_).ok());
  }
  History anew(store_.get());
  const std::vector<HistoryPoint> grown = history_.Of(*view_)->points;
  const std::vector<HistoryPoint> whole = anew.Of(*view_)->points;
  ASSERT_EQ(grown.size(), whole.size());
  for (size_t i = 0; i < grown.size(); ++i) {
    EXPECT_EQ(grown[i].pairs, whole[i].pairs);
    EXPECT_EQ(grown[i].elo->value, whole[i].elo->value);
  }
}

TEST_F(HistoryTest, ThinsItselfEvenlyAndStaysBounded) {
  AddPairs(*store_, *view_, Points(2'501));
  const auto reading = history_.Of(*view_);
  const auto* points = &reading->points;
  EXPECT_LE(points->size(), 501u);
  EXPECT_GE(points->size(), 250u);
  EXPECT_EQ(points->back().pairs, 2'501u);
  const uint64_t step = (*points)[1].pairs - (*points)[0].pairs;
  for (size_t i = 1; i + 1 < points->size(); ++i) {
    EXPECT_EQ((*points)[i].pairs - (*points)[i - 1].pairs, step);
  }
}

}  // namespace
}  // namespace rookery::coordinator

#include "coordinator/query/tune_history.h"

#include <gtest/gtest.h>

#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using testing::PairOf;
using testing::ViewOf;

// Sums dev's half points; has a forecast from the tenth pair on.
class SummingTuner : public Tuner {
 public:
  Candidate Ask(uint64_t pair) const override { return CandidateOf(pair); }
  void Tell(uint64_t pair, const Candidate& candidate, int half_points) override {
    EXPECT_EQ(pair, told_);
    EXPECT_EQ(candidate, CandidateOf(pair));
    ++told_;
    sum_ += half_points;
  }
  std::string Save() const override { return ""; }
  std::shared_ptr<const TuneFigures> Figures() const override {
    auto figures = std::make_shared<TuneFigures>();
    figures->pairs = told_;
    figures->has_forecast = told_ >= 10;
    figures->gain = sum_;
    figures->gain_low = sum_ - 1;
    figures->gain_high = sum_ + 1;
    return figures;
  }
  static Candidate CandidateOf(uint64_t pair) {
    return {static_cast<int64_t>(pair), {static_cast<int32_t>(pair)}, {7}};
  }

 private:
  uint64_t told_ = 0;
  double sum_ = 0;
};

class SummingSource : public CandidateSource {
 public:
  absl::Status CheckEmbedded(const TuneSpec&) const override { return absl::OkStatus(); }
  absl::StatusOr<std::unique_ptr<Tuner>> Begin(const RunSpec& /*spec*/,
                                               uint64_t /*seed*/) const override {
    return std::make_unique<SummingTuner>();
  }
  absl::StatusOr<std::unique_ptr<Tuner>> Resume(const RunSpec& /*spec*/, uint64_t /*seed*/,
                                                std::string_view /*state*/) const override {
    return absl::UnimplementedError("not here");
  }
};

RunSpec TuneSpecOf() {
  RunSpec spec = testing::MatchSpec(100'000);
  spec.kind = RunKind::kTune;
  spec.tune.emplace().parameters = {{"tempo.mg", 10, 0, 40, 2, 0.002}};
  return spec;
}

class TuneHistoryTest : public ::testing::Test {
 protected:
  // Pairs that were played, and one more that is only asked for.
  void Play(const std::vector<int>& half_points) {
    const uint64_t from = view_->run.totals.prefix;
    testing::AddPairs(*store_, *view_, half_points);
    std::vector<Write> writes;
    for (uint64_t pair = from + (from > 0 ? 1 : 0); pair <= view_->run.totals.prefix; ++pair) {
      writes.emplace_back(AddCandidate{view_->run.id, pair, SummingTuner::CandidateOf(pair)});
    }
    ASSERT_TRUE(store_->Commit(writes).ok());
  }

  std::unique_ptr<Store> store_ = MakeMemoryStore();
  SummingSource source_;
  std::shared_ptr<RunView> view_ = ViewOf(TuneSpecOf());
  TuneHistory history_{store_.get(), &source_};
};

TEST_F(TuneHistoryTest, SaysWhatWasForecastAfterEachPair) {
  Play(std::vector<int>(9, 2));
  EXPECT_TRUE(history_.Of(*view_)->empty());  // it has no forecast yet
  Play({4, 0, 2});
  const std::vector<ForecastPoint> points = *history_.Of(*view_);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[0].pairs, 10U);
  EXPECT_EQ(points[0].gain, 22);
  EXPECT_EQ(points[2].pairs, 12U);
  EXPECT_EQ(points[2].gain, 24);
  EXPECT_EQ(points[2].gain_low, 23);
  EXPECT_EQ(points[2].gain_high, 25);
}

TEST_F(TuneHistoryTest, GoesOnWhereItWasAndComesToTheSameWithinItsBound) {
  for (int i = 0; i < 6; ++i) {
    Play(std::vector<int>(117, i % 5));
    ASSERT_TRUE(history_.Of(*view_).ok());
  }
  TuneHistory anew(store_.get(), &source_);
  const std::vector<ForecastPoint> grown = *history_.Of(*view_);
  const std::vector<ForecastPoint> whole = *anew.Of(*view_);
  EXPECT_LE(grown.size(), 201U);
  EXPECT_GE(grown.size(), 100U);
  EXPECT_EQ(grown.back().pairs, 702U);
  ASSERT_EQ(grown.size(), whole.size());
  for (size_t i = 0; i < grown.size(); ++i) {
    EXPECT_EQ(grown[i].pairs, whole[i].pairs);
    EXPECT_EQ(grown[i].gain, whole[i].gain);
  }
}

TEST_F(TuneHistoryTest, BeginsAnewWherePairsWereVoided) {
  Play(std::vector<int>(20, 2));
  EXPECT_EQ(history_.Of(*view_)->back().gain, 40);
  view_->run.totals.voided = 5;
  view_->run.totals.prefix = 15;
  EXPECT_EQ(history_.Of(*view_)->back().gain, 30);
}

TEST_F(TuneHistoryTest, SaysNothingWithoutTuners) {
  Play(std::vector<int>(20, 2));
  EXPECT_TRUE(TuneHistory(store_.get(), nullptr).Of(*view_)->empty());
}

}  // namespace
}  // namespace rookery::coordinator

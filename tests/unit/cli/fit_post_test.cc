#include "cli/fit_post.h"

#include <gtest/gtest.h>

#include "proto/wire/validate.h"

namespace rookery::cli {
namespace {

using params::EgIndex;
using params::MgIndex;
using params::Term;

FitRun Sample() {
  FitRun run;
  run.report.steps = {{1, 0.6, 0.61, 3}, {2, 0.5, std::nullopt, 0.1}};
  run.report.fitted = {
      {MgIndex(Term::kMatPawn), 100, 92, 91.6, 2.5, 900, fit::Note::kNone},
      {EgIndex(Term::kMatPawn), 150, 150, 150, 0, 0, fit::Note::kNeverSeen},
      {MgIndex(Term::kCastled), 10, 60, 60, 0, 7, fit::Note::kAtBound},
  };
  run.report.train = {900, 9, 0.61, 0.5, 0.2, 0.1};
  run.report.k = 2.5;
  run.data.restless = 3;
  return run;
}

TEST(FitPost, SaysAllThatTheFitSays) {
  FitFlags flags;
  flags.start = "/home/ann/start.toml";
  const v1::PostFitRequest request = PostOf(Sample(), flags, {"a title", "data.epd"});
  EXPECT_TRUE(wire::Validate(request).ok()) << wire::Validate(request);
  const v1::FitReport& report = request.report();
  EXPECT_EQ(report.start(), "start.toml");  // where it lies is nobody's business
  EXPECT_EQ(report.train().games(), 9u);
  EXPECT_EQ(report.restless(), 3u);
  ASSERT_EQ(report.passes_size(), 2);
  EXPECT_EQ(report.passes(0).test(), 0.61);
  EXPECT_FALSE(report.passes(1).has_test());
  ASSERT_EQ(report.weights_size(), 3);
  EXPECT_EQ(report.weights(0).name(), "mat_pawn.mg");
  EXPECT_EQ(report.weights(0).group(), "material");
  EXPECT_DOUBLE_EQ(report.weights(0).move_in_errors(), -3.2);
  EXPECT_EQ(report.weights(1).note(), v1::FIT_NOTE_NEVER_SEEN);
  EXPECT_FALSE(report.weights(1).has_move_in_errors());
  EXPECT_EQ(report.weights(2).note(), v1::FIT_NOTE_AT_BOUND);
}

// The bounds of the wire leave room for a fit of every weight there is, by their own names.
TEST(FitPost, TakesTheWholeTable) {
  FitRun run = Sample();
  run.report.fitted.clear();
  for (int scalar = 0; scalar < fit::kScalars; ++scalar) {
    run.report.fitted.push_back({scalar, 1, 2, 1.0 / 3, 1.0 / 7, 1'000'000, fit::Note::kNone});
  }
  const v1::PostFitRequest request = PostOf(run, {}, {});
  EXPECT_EQ(request.report().weights_size(), fit::kScalars);
  EXPECT_TRUE(wire::Validate(request).ok()) << wire::Validate(request);
}

// The same fit is posted once: what differs from try to try isn't sent.
TEST(FitPost, IsTheSameForTheSameFit) {
  FitRun slow = Sample();
  slow.seconds = 100;
  EXPECT_EQ(PostOf(Sample(), {}, {}).SerializeAsString(), PostOf(slow, {}, {}).SerializeAsString());
}

TEST(FitPost, NamesFilesWithoutTheirFoldersAndCountsThemWhereThatIsTooLong) {
  EXPECT_EQ(DataText({"/tmp/a.epd", "b.epd"}), "a.epd, b.epd");
  EXPECT_EQ(DataText(std::vector<std::string>(100, "positions.epd")), "100 files");
  EXPECT_EQ(DataText({"a\nb"}), "a file");
  EXPECT_EQ(DataText({"\xff"}), "a file");
}

}  // namespace
}  // namespace rookery::cli

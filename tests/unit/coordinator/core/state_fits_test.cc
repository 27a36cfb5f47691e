// Fits in the core: each kept once, the newest of them, in the order in which they came.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "coordinator/core/limits.h"
#include "tests/support/coordinator_builders.h"
#include "tests/support/sample_fit.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using ::testing::HasSubstr;
using testing::SampleFit;

class FitsTest : public ::testing::Test {
 protected:
  FitId Post(const FitReport& report, const std::string& title = "a fit") {
    core_.Step(PostFit{9, title, std::make_shared<const FitReport>(report), "ann", {}});
    const auto* reply = core_.Find<TextReply>();
    return reply == nullptr ? "" : reply->text;
  }
  std::string Fault() const { return std::string(core_.Find<ErrorReply>()->status.message()); }
  const FitList& fits() const { return core_.core.fits(); }

  CoreHarness core_;
};

TEST_F(FitsTest, AreKeptWithWhoPostedThem) {
  const FitId id = Post(SampleFit());
  ASSERT_EQ(fits().size(), 1u);
  EXPECT_EQ(fits()[0]->id, id);
  EXPECT_EQ(fits()[0]->title, "a fit");
  EXPECT_EQ(fits()[0]->owner, "ann");
  EXPECT_EQ(fits()[0]->created, core_.now);
  EXPECT_EQ(fits()[0]->report, SampleFit());
  EXPECT_EQ(core_.CountWrites<AddFit>(), 1u);
  ASSERT_EQ(core_.CountWrites<AddAction>(), 1u);
  const Action& action = std::get<AddAction>(core_.effects.writes.back()).action;
  EXPECT_EQ(action.kind, "post-fit");
  EXPECT_EQ(action.target, "fits/" + id);
}

TEST_F(FitsTest, AreKeptOnce) {
  const FitId id = Post(SampleFit());
  const uint64_t revision = core_.core.fits_revision();
  EXPECT_EQ(Post(SampleFit(), "again"), id);
  EXPECT_EQ(core_.effects.writes.size(), 0u);
  EXPECT_EQ(core_.core.fits_revision(), revision);
  ASSERT_EQ(fits().size(), 1u);
  EXPECT_EQ(fits()[0]->title, "a fit");
}

TEST_F(FitsTest, GoWhenTheyAreTheOldest) {
  const FitId first = Post(SampleFit(0));
  for (int i = 1; i < static_cast<int>(limits::kMaxFits); ++i) {
    Post(SampleFit(i));
    EXPECT_EQ(core_.CountWrites<DropFit>(), 0u);
  }
  const FitId newest = Post(SampleFit(1000));
  ASSERT_EQ(core_.CountWrites<DropFit>(), 1u);
  for (const Write& write : core_.effects.writes) {
    if (const auto* drop = std::get_if<DropFit>(&write)) {
      EXPECT_EQ(drop->id, first);
    }
  }
  EXPECT_EQ(fits().size(), limits::kMaxFits);
  EXPECT_EQ(fits().back()->id, newest);
  EXPECT_EQ(Post(SampleFit(0)), first);  // it may come again
}

// The store gives them back by their times.
TEST_F(FitsTest, HaveTimesInTheOrderInWhichTheyCame) {
  Post(SampleFit(1));
  Post(SampleFit(2));  // at the same time
  core_.now -= absl::Hours(3);
  Post(SampleFit(3));
  ASSERT_EQ(fits().size(), 3u);
  EXPECT_LT(absl::ToUnixMicros(fits()[0]->created), absl::ToUnixMicros(fits()[1]->created));
  EXPECT_LT(absl::ToUnixMicros(fits()[1]->created), absl::ToUnixMicros(fits()[2]->created));
}

TEST_F(FitsTest, AreThereAfterAStart) {
  Post(SampleFit(1));
  Post(SampleFit(2));
  LoadedState loaded;
  loaded.fits = fits();
  const FitId second = fits()[1]->id;
  core_.core = Core::Load(std::move(loaded), {}, &core_.policy, Rng(1), core_.now);
  ASSERT_EQ(fits().size(), 2u);
  EXPECT_EQ(Post(SampleFit(2)), second);
  EXPECT_EQ(core_.effects.writes.size(), 0u);
}

TEST_F(FitsTest, MayHaveAThousandWeights) {
  FitReport large = SampleFit();
  large.weights.resize(1000, {std::string(24, 'n'), std::string(12, 'g'), -100, -200, -1000.0 / 3,
                              1000.0 / 7, -1000.0 / 9, 1'000'000'000});
  EXPECT_NE(Post(large), "");
}

TEST_F(FitsTest, AreRefusedWhenTooLarge) {
  EXPECT_EQ(Post(SampleFit(), std::string(limits::kMaxTitle + 1, 'x')), "");
  EXPECT_THAT(Fault(), HasSubstr("field title: 201 bytes; at most 200"));
  FitReport large = SampleFit();
  large.weights.resize(1600, {std::string(64, 'n'), std::string(64, 'g'), 1, 2, 1.0 / 3, 1.0 / 7,
                              1.0 / 9, 1'000'000});
  EXPECT_EQ(Post(large), "");
  EXPECT_THAT(Fault(), HasSubstr("at most 262144 are kept"));
  EXPECT_TRUE(fits().empty());
}

}  // namespace
}  // namespace rookery::coordinator

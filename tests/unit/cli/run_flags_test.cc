#include "cli/run_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/presets.h"

namespace rookery::cli {
namespace {

TEST(SpecOf, TakesDefaultsWhereNothingIsGiven) {
  const auto spec = SpecOf({}, v1::RUN_KIND_TEST, nullptr);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->limits().nodes(), kDefaultNodes);
  EXPECT_EQ(spec->sprt().elo0(), 0);
  EXPECT_EQ(spec->sprt().elo1(), 5);
  EXPECT_EQ(spec->priority(), 0);
}

TEST(SpecOf, LetsFlagsChangeSingleThingsOfAPreset) {
  RunFlags flags;
  flags.preset = "ltc";
  flags.bounds.elo1 = 4;
  flags.share.threads = 2;
  const auto spec = SpecOf(flags, v1::RUN_KIND_TEST, nullptr);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->limits().base_ms(), 60'000);
  EXPECT_EQ(spec->limits().nodes(), 0);
  EXPECT_EQ(spec->sprt().elo0(), 0.5);
  EXPECT_EQ(spec->sprt().elo1(), 4);
  EXPECT_EQ(spec->hash_kib(), 64 << 10);
  EXPECT_EQ(spec->threads(), 2);
}

TEST(SpecOf, DoesNotTakeACloneForTheVerificationOfATune) {
  v1::RunSpec like;
  like.set_kind(v1::RUN_KIND_TEST);
  like.mutable_sprt()->set_elo1(5);
  like.mutable_sprt()->set_alpha(0.05);
  like.mutable_sprt()->set_beta(0.05);
  for (const char* tag : {"king", "verifies-k3v9x0ab12", "verified"}) like.add_tags(tag);
  RunFlags flags;
  flags.like = "r1";
  const auto spec = SpecOf(flags, v1::RUN_KIND_TEST, &like);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_THAT(spec->tags(), testing::ElementsAre("king", "verified"));
  flags.share.tags = {"verifies-k3v9x0ab12"};  // who says so means it
  EXPECT_EQ(SpecOf(flags, v1::RUN_KIND_TEST, &like)->tags(0), "verifies-k3v9x0ab12");
}

TEST(SpecOf, ClonesARunButNotItsSeedAndOwner) {
  v1::RunSpec like;
  like.set_kind(v1::RUN_KIND_TEST);
  like.set_title("the first");
  like.set_owner("bob");
  like.set_seed(77);
  like.set_book_sha256("book");
  like.mutable_limits()->set_depth(6);
  like.mutable_sprt()->set_elo0(-3);
  like.mutable_sprt()->set_elo1(1);
  like.mutable_sprt()->set_alpha(0.05);
  like.mutable_sprt()->set_beta(0.05);
  like.add_tags("pruning");
  RunFlags flags;
  flags.like = "r1";
  flags.bounds.elo1 = 2;
  const auto spec = SpecOf(flags, v1::RUN_KIND_TEST, &like);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->title(), "the first");
  EXPECT_EQ(spec->limits().depth(), 6);
  EXPECT_EQ(spec->limits().nodes(), 0);
  EXPECT_EQ(spec->sprt().elo0(), -3);
  EXPECT_EQ(spec->sprt().elo1(), 2);
  EXPECT_EQ(spec->tags(0), "pruning");
  EXPECT_EQ(spec->book_sha256(), "book");
  EXPECT_EQ(spec->seed(), 0u);
  EXPECT_EQ(spec->owner(), "");
}

TEST(SpecOf, RefusesToCloneAMatchAsATestAndBoundsThatAreNone) {
  v1::RunSpec like;
  like.set_kind(v1::RUN_KIND_MATCH);
  EXPECT_FALSE(SpecOf({}, v1::RUN_KIND_TEST, &like).ok());
  RunFlags flags;
  flags.bounds.elo0 = 7;
  EXPECT_FALSE(SpecOf(flags, v1::RUN_KIND_TEST, nullptr).ok());
}

TEST(Presets, FollowUpAtTheOtherPresetsLimitsAndBounds) {
  RunFlags flags;
  flags.preset = "stc";
  flags.follow_up = "ltc";
  const auto spec = SpecOf(flags, v1::RUN_KIND_TEST, nullptr);
  ASSERT_TRUE(spec.ok());
  EXPECT_EQ(spec->limits().base_ms(), 10'000);
  EXPECT_EQ(spec->follow_up().limits().base_ms(), 60'000);
  EXPECT_EQ(spec->follow_up().sprt().elo1(), 2.5);
  for (const std::string& name : PresetNames()) {
    v1::RunSpec one;
    EXPECT_TRUE(ApplyPreset(name, one).ok()) << name;
  }
  v1::RunSpec none;
  EXPECT_FALSE(ApplyPreset("blitz", none).ok());
}

}  // namespace
}  // namespace rookery::cli

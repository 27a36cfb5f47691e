#include "coordinator/service/convert.h"

#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include "coordinator/core/lease_size.h"
#include "coordinator/core/limits.h"
#include "proto/wire/bounds.h"
#include "rookery/v1/workers.pb.h"
#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using testing::TestSpec;
using testing::ViewOf;

RunSpec FullSpec() {
  RunSpec spec = TestSpec();
  spec.title = "all of it";
  spec.limits = {1000, 7, 50, 8000, 80};
  spec.max_pairs = 300;
  spec.seed = uint64_t{1} << 63;
  spec.rule_profile = "fide";
  spec.max_moves = 200;
  spec.hash_kib = 2048;
  spec.decide_every = 4;
  spec.dev.limits = Limits{0, 0, 0, 0, 0, {{40, 60'000, 0}, {0, 10, 20}}, 15};
  spec.base.limits = Limits{.nodes = 500};
  spec.chess960 = true;
  spec.reference_nps = 1'000'000;
  spec.adjudication = Adjudication{40, 8, 10, 4, 600, true};
  return spec;
}

TEST(Convert, BringsASpecAcrossAndBackUnchanged) {
  const v1::RunSpec sent = ToProto(FullSpec());
  const v1::RunSpec back = ToProto(FromProto(sent));
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(sent, back)) << back.DebugString();
  EXPECT_EQ(sent.adjudication().resign_score_cp(), 600);
  EXPECT_EQ(sent.seed(), uint64_t{1} << 63);
}

TEST(Convert, TakesNoBoundsForAMatch) {
  v1::RunSpec match = ToProto(FullSpec());
  match.set_kind(v1::RUN_KIND_MATCH);
  match.clear_sprt();
  EXPECT_FALSE(FromProto(match).sprt.has_value());
}

TEST(Convert, KeepsEveryPartOfAGame) {
  v1::PairResult pair;
  pair.set_pair_index(9);
  v1::Game& game = *pair.mutable_second();
  game.set_result(v1::GAME_RESULT_BLACK_WINS);
  game.set_end(v1::GAME_END_TIME);
  game.set_moves("abcd");
  game.set_digest(std::string(32, 'x'));
  game.set_nodes(5);
  game.set_elapsed_ms(6);
  game.set_detail("flag");
  game.add_scores_cp(-30);
  game.add_scores_cp(31);
  game.add_times_ms(12);
  game.add_times_ms(4);
  game.add_clocks_ms(990);
  game.add_clocks_ms(1000);
  const PairResult result = FromProto(pair);
  EXPECT_EQ(result.index, 9u);
  EXPECT_EQ(result.second.result, GameResult::kBlackWins);
  EXPECT_EQ(result.second.end, GameEnd::kTime);
  EXPECT_EQ(result.second.moves, "abcd");
  EXPECT_EQ(result.second.digest, std::string(32, 'x'));
  EXPECT_EQ(result.second.nodes, 5);
  EXPECT_EQ(result.second.elapsed_ms, 6);
  EXPECT_EQ(result.second.detail, "flag");
  EXPECT_EQ(result.second.scores_cp, (std::vector<int32_t>{-30, 31}));
  EXPECT_EQ(result.second.times_ms, (std::vector<uint32_t>{12, 4}));
  EXPECT_EQ(result.second.clocks_ms, (std::vector<uint32_t>{990, 1000}));
}

TEST(Convert, ShowsARunWithItsFigures) {
  const auto view = ViewOf(TestSpec(), "abc");
  view->run.totals.prefix = 41;
  view->run.totals.pentanomial = {3, 5, 20, 9, 4};
  view->run.totals.ends[GameEnd::kCheckmate] = 82;
  view->pairs_lent = 6;
  const v1::Run run = ToProto(ComputeFigures(view));
  EXPECT_EQ(run.name(), "runs/abc");
  EXPECT_EQ(run.kind(), v1::RUN_KIND_TEST);
  EXPECT_EQ(run.state(), v1::RUN_STATE_ACTIVE);
  EXPECT_EQ(run.create_time().seconds(), 1'700'000'000);
  EXPECT_FALSE(run.has_end_time());
  EXPECT_EQ(run.progress().verdict(), v1::VERDICT_UNDECIDED);
  EXPECT_EQ(run.progress().pentanomial().wd(), 9);
  EXPECT_EQ(run.progress().games(), 82u);
  EXPECT_EQ(run.progress().ends(0).end(), v1::GAME_END_CHECKMATE);
  EXPECT_EQ(run.progress().pairs_lent(), 6u);
  EXPECT_TRUE(run.progress().elo_known());
}

TEST(Convert, PutsAllThatPlayNeedsIntoALease) {
  LeaseGrant grant;
  grant.request = 5;
  grant.lease.id = "lease";
  grant.lease.run = "abc";
  grant.lease.pairs = {1, 4};
  grant.lease.attempt = 2;
  grant.expires_in_seconds = 30;
  grant.spec = std::make_shared<const RunSpec>(FullSpec());
  grant.run_seed = 77;
  grant.book_lines = 1000;
  const v1::Lease lease = ToProto(grant);
  EXPECT_EQ(lease.lease(), "lease");
  EXPECT_EQ(lease.request(), 5);
  EXPECT_EQ(lease.pair_indices(1), 4u);
  EXPECT_EQ(lease.attempt(), 2);
  EXPECT_EQ(lease.plan().run(), "runs/abc");
  EXPECT_EQ(lease.plan().run_seed(), 77u);
  EXPECT_EQ(lease.plan().limits().base_ms(), 8000);
  EXPECT_EQ(lease.plan().dev().limits().periods(1).increment_ms(), 20);
  EXPECT_EQ(lease.plan().base().limits().nodes(), 500);
  EXPECT_TRUE(lease.plan().chess960());
  EXPECT_EQ(lease.plan().reference_nps(), 1'000'000);
  EXPECT_EQ(lease.plan().rule_profile(), "fide");
  EXPECT_EQ(lease.plan().adjudication().draw_move_number(), 40);
}

// Else the longest lease with candidates would never arrive.
TEST(Convert, MakesALeaseThatFitsAMessage) {
  EXPECT_EQ(MostPairs(0), limits::kMaxPairsPerLease);
  EXPECT_EQ(MostPairs(1), limits::kMaxPairsPerLease);
  EXPECT_EQ(MostPairs(1'000'000'000), 1);
  for (const size_t parameters : {limits::kMaxTuneParameters, limits::kMaxRaceParameters}) {
    v1::Lease lease;
    for (int i = 0; i < MostPairs(parameters); ++i) {
      lease.add_pair_indices(limits::kMaxPairs - 1);
      v1::Candidate& candidate = *lease.add_candidates();
      for (size_t p = 0; p < parameters; ++p) {
        candidate.add_dev(-wire::kMaxTuneValue);
        candidate.add_base(wire::kMaxTuneValue);
      }
    }
    EXPECT_LT(lease.ByteSizeLong(), static_cast<size_t>(wire::kMaxMessageBytes) * 9 / 10);
    EXPECT_GT(lease.ByteSizeLong(), static_cast<size_t>(wire::kMaxMessageBytes) / 2);
  }
}

}  // namespace
}  // namespace rookery::coordinator

#include "worker/link/convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "proto/wire/validate.h"

namespace rookery::worker {
namespace {

using ::testing::HasSubstr;

v1::CoordinatorMessage MakeLease() {
  v1::CoordinatorMessage message;
  v1::Lease& lease = *message.mutable_lease();
  lease.set_lease("L1");
  lease.set_request(4);
  lease.set_attempt(2);
  lease.add_pair_indices(7);
  v1::PlayPlan& plan = *lease.mutable_plan();
  plan.set_run("runs/r");
  plan.set_run_seed(9);
  plan.mutable_dev()->set_weights_sha256(std::string(64, 'a'));
  plan.mutable_base()->set_weights_sha256(std::string(64, 'b'));
  plan.set_book_sha256(std::string(64, 'c'));
  plan.set_book_lines(10);
  plan.mutable_limits()->set_nodes(1000);
  plan.mutable_adjudication()->set_resign_score_cp(600);
  return message;
}

TEST(ToEvent, ReadsALeaseWithDefaults) {
  const auto event = ToEvent(MakeLease());
  ASSERT_TRUE(event.ok()) << event.status();
  const Lease& lease = std::get<Lease>(**event);
  EXPECT_EQ(lease.lease, "L1");
  EXPECT_EQ(lease.attempt, 2);
  EXPECT_EQ(lease.pair_indices, std::vector<uint64_t>{7});
  EXPECT_EQ(lease.plan->limits.each.per_move.nodes, 1000);
  EXPECT_EQ(lease.plan->limits.max_moves, 400);
  EXPECT_EQ(lease.plan->limits.adjudication.resign_score_cp, 600);
  EXPECT_EQ(lease.plan->hash_kib, 1024);
  EXPECT_EQ(lease.plan->threads, 1);
}

TEST(ToEvent, TakesTheThreadsOfTheEngines) {
  v1::CoordinatorMessage message = MakeLease();
  message.mutable_lease()->mutable_plan()->set_threads(4);
  const auto event = ToEvent(message);
  ASSERT_TRUE(event.ok()) << event.status();
  EXPECT_EQ(std::get<Lease>(**event).plan->threads, 4);
  message.mutable_lease()->mutable_plan()->set_threads(100'000);
  EXPECT_TRUE(absl::IsInvalidArgument(ToEvent(message).status()));
}

TEST(ToEvent, TakesLimitsOfOneSideClocksOfPeriodsAndWhatElseSidesAreTold) {
  v1::CoordinatorMessage message = MakeLease();
  v1::PlayPlan& plan = *message.mutable_lease()->mutable_plan();
  v1::Limits& own = *plan.mutable_dev()->mutable_limits();
  own.add_periods()->set_moves(40);
  own.mutable_periods(0)->set_base_ms(60'000);
  own.add_periods()->set_increment_ms(100);
  own.set_margin_ms(20);
  plan.set_chess960(true);
  plan.set_reference_nps(1'000'000);
  const auto event = ToEvent(message);
  ASSERT_TRUE(event.ok()) << event.status();
  const PlayPlan& got = *std::get<Lease>(**event).plan;
  ASSERT_TRUE(got.dev.limits.has_value());
  const std::vector<Period> periods = {{40, 60'000, 0}, {0, 0, 100}};
  EXPECT_EQ(got.dev.limits->clock.periods, periods);
  EXPECT_EQ(got.dev.limits->clock.margin_ms, 20);
  EXPECT_EQ(got.dev.limits->per_move.nodes, 0);
  EXPECT_FALSE(got.base.limits.has_value());
  EXPECT_EQ(got.limits.each.per_move.nodes, 1000);
  EXPECT_TRUE(got.chess960);
  EXPECT_EQ(got.reference_nps, 1'000'000);
}

TEST(ToEvent, RefusesPlansThatCannotBePlayed) {
  const auto refuses = [](auto change, const std::string& what) {
    v1::CoordinatorMessage message = MakeLease();
    change(*message.mutable_lease());
    const auto event = ToEvent(message);
    EXPECT_TRUE(absl::IsInvalidArgument(event.status())) << what;
    EXPECT_THAT(std::string(event.status().message()), HasSubstr(what));
  };
  refuses([](v1::Lease& l) { l.clear_lease(); }, "lease");
  refuses([](v1::Lease& l) { l.mutable_plan()->clear_limits(); }, "nothing limits a move");
  refuses([](v1::Lease& l) { l.mutable_plan()->mutable_limits()->set_nodes(-1); }, "limits.nodes");
  refuses([](v1::Lease& l) { l.mutable_plan()->mutable_dev()->mutable_limits(); },
          "nothing limits a move");
  refuses(
      [](v1::Lease& l) {
        v1::Limits& own = *l.mutable_plan()->mutable_base()->mutable_limits();
        for (int i = 0; i < 2; ++i) own.add_periods()->set_base_ms(1);
      },
      "periods.moves");
  refuses(
      [](v1::Lease& l) {
        v1::Limits& own = *l.mutable_plan()->mutable_base()->mutable_limits();
        own.add_periods()->set_moves(40);
      },
      "gives no time");
  refuses([](v1::Lease& l) { l.mutable_plan()->set_reference_nps(-1); }, "reference_nps");
  refuses([](v1::Lease& l) { l.mutable_plan()->set_book_sha256("../x"); }, "SHA-256");
  refuses([](v1::Lease& l) { l.mutable_plan()->set_book_lines(0); }, "book_lines");
  refuses([](v1::Lease& l) { l.mutable_plan()->set_max_moves(1 << 30); }, "max_moves");
  refuses(
      [](v1::Lease& l) {
        for (int i = 0; i < 5000; ++i) l.add_pair_indices(1);
      },
      "5001");
}

v1::CoordinatorMessage LeagueLease(v1::LeagueFormat format) {
  v1::CoordinatorMessage message = MakeLease();
  v1::PlayPlan& plan = *message.mutable_lease()->mutable_plan();
  plan.clear_dev();
  plan.clear_base();
  plan.mutable_league()->set_format(format);
  plan.mutable_league()->set_pairs(5);
  for (const char* name : {"a", "b", "c"}) {
    v1::EngineSpec& engine = *plan.mutable_league()->add_engines();
    engine.set_name(name);
    engine.set_weights_sha256(std::string(64, *name));
  }
  return message;
}

TEST(ToEvent, ReadsALeague) {
  const auto event = ToEvent(LeagueLease(v1::LEAGUE_FORMAT_ROUND_ROBIN));
  ASSERT_TRUE(event.ok()) << event.status();
  const PlayPlan& plan = *std::get<Lease>(**event).plan;
  ASSERT_TRUE(plan.league.has_value());
  EXPECT_EQ(plan.league->engines.at(2).name, "c");
  EXPECT_EQ(plan.league->shape.pairs, 5U);
}

TEST(ToEvent, TakesTheSeatsOfASwissAndRefusesThoseThatThereAreNot) {
  v1::CoordinatorMessage message = LeagueLease(v1::LEAGUE_FORMAT_SWISS);
  message.mutable_lease()->mutable_plan()->mutable_league()->set_rounds(3);
  EXPECT_THAT(std::string(ToEvent(message).status().message()), HasSubstr("0 seats for 1 pairs"));
  v1::Seats& seats = *message.mutable_lease()->add_seats();
  seats.set_first(2);
  seats.set_second(1);
  const auto event = ToEvent(message);
  ASSERT_TRUE(event.ok()) << event.status();
  EXPECT_EQ(std::get<Lease>(**event).plan->league->told.at(7), (Seats{2, 1}));
  seats.set_second(3);
  EXPECT_TRUE(absl::IsInvalidArgument(ToEvent(message).status()));
}

TEST(ToEvent, SkipsKindsThatItDoesNotKnow) {
  const auto event = ToEvent(v1::CoordinatorMessage());
  ASSERT_TRUE(event.ok());
  EXPECT_FALSE(event->has_value());
}

TEST(ToProto, MakesMessagesThatTheCoordinatorTakes) {
  const WorkerIdentity identity{"w1", "host", 2, "0.1.0", "abc"};
  auto report = std::make_shared<Report>();
  report->lease = "L1";
  report->sequence = 1;
  report->run = "runs/r";
  PlayedPair pair;
  pair.first.moves = {chess::Move::FromBits(0x0123)};
  pair.first.scores_cp = {kNoScore};
  pair.first.times_ms = {7};
  pair.first.clocks_ms = {kNoClock};
  pair.first.digest = pair.second.digest = std::string(32, 'd');
  pair.second.end = GameEnd::kAdjudicatedLength;
  report->pairs = {pair};
  for (const WorkerMessage& message : std::vector<WorkerMessage>{
           Hello{{"L1"}}, LeaseRequest{5, 1}, std::shared_ptr<const Report>(report),
           Heartbeat{{"L1"}, 1e6}, Release{"L1", "shutting down"}}) {
    const absl::Status status = wire::Validate(ToProto(message, identity));
    EXPECT_TRUE(status.ok()) << message.index() << ": " << status;
  }
  const v1::Game game = ToProto(pair.first);
  EXPECT_EQ(game.moves(), std::string("\x23\x01", 2));
  EXPECT_EQ(game.scores_cp(0), kNoScore);
  EXPECT_EQ(game.times_ms(0), 7u);
  EXPECT_EQ(game.clocks_ms(0), kNoClock);
}

}  // namespace
}  // namespace rookery::worker

// The agent as a transcript: an event, then the effects that it must have, as short words.
#include "worker/agent/agent.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace rookery::worker {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

struct Words {
  std::string operator()(const Hello& m) const {
    return fmt::format("hello holding {}", fmt::join(m.held_leases, "+"));
  }
  std::string operator()(const LeaseRequest& m) const {
    return fmt::format("ask {} #{}", m.max_pairs, m.request);
  }
  std::string operator()(const std::shared_ptr<const Report>& m) const {
    return fmt::format("report {}/{} of {}", m->lease, m->sequence, m->pairs.size());
  }
  std::string operator()(const Heartbeat& m) const {
    return fmt::format("heartbeat {}", fmt::join(m.held_leases, "+"));
  }
  std::string operator()(const Release& m) const {
    return fmt::format("release {}: {}", m.lease, m.reason);
  }
  std::string operator()(const LiveGames& m) const {
    return fmt::format("live {}: {}", m.run, m.games.size());
  }
  std::string operator()(const WatchGames& e) const {
    return fmt::format("watch {} {} s", e.wish.run, e.wish.seconds);
  }
  std::string operator()(const Connect&) const { return "connect"; }
  std::string operator()(const Disconnect&) const { return "disconnect"; }
  std::string operator()(const Send& e) const { return "send " + std::visit(*this, e.message); }
  std::string operator()(const StartPair& e) const {
    return fmt::format("start {}:{}", e.lease, e.pair_index);
  }
  std::string operator()(const StopPairs& e) const { return "stop " + e.lease; }
  std::string operator()(const StoreReport& e) const {
    return fmt::format("store {}/{}", e.report->lease, e.report->sequence);
  }
  std::string operator()(const ForgetReport& e) const {
    return fmt::format("forget {}/{}", e.lease, e.sequence);
  }
  std::string operator()(const Note& e) const { return "note " + e.text; }
  std::string operator()(const Exit& e) const { return fmt::format("exit {}", e.undelivered); }
};

class AgentTest : public ::testing::Test {
 protected:
  void Make(int slots, std::vector<Report> outbox = {}) {
    AgentOptions options;
    options.slots = slots;
    agent_ = std::make_unique<Agent>(options, std::move(outbox), Rng(1));
  }

  // The effects without notes.
  std::vector<std::string> Do(Event event) {
    std::vector<std::string> words;
    notes_.clear();
    for (const Effect& effect : agent_->Step(std::move(event), now_)) {
      const std::string word = std::visit(Words(), effect);
      (word.starts_with("note ") ? notes_ : words).push_back(word);
    }
    return words;
  }
  std::vector<std::string> After(absl::Duration duration) {
    now_ += duration;
    return Do(Tick{});
  }

  void BeWelcomed(std::vector<std::string> lost = {}) {
    Do(Tick{});
    Do(Connected{});
    Do(Welcome{"1", 10, std::move(lost)});
  }

  static Lease MakeLease(std::string name, int64_t request, std::vector<uint64_t> pairs) {
    auto plan = std::make_shared<PlayPlan>();
    plan->run = "runs/r";
    return Lease{std::move(name), request, plan, std::move(pairs), 1};
  }
  static PairFinished Finished(std::string lease, uint64_t index, int64_t game_ms = 10'000) {
    PairFinished event{std::move(lease), {}};
    event.pair.pair_index = index;
    event.pair.first.elapsed_ms = event.pair.second.elapsed_ms = game_ms;
    return event;
  }

  absl::Time now_ = absl::FromUnixSeconds(3600);
  std::unique_ptr<Agent> agent_;
  std::vector<std::string> notes_;
};

TEST_F(AgentTest, GreetsAsksAndPlays) {
  Make(2);
  EXPECT_THAT(Do(Tick{}), ElementsAre("connect"));
  EXPECT_THAT(Do(Connected{}), ElementsAre("send hello holding "));
  EXPECT_THAT(Do(Welcome{"1", 10, {}}), ElementsAre("send ask 6 #1"));
  EXPECT_EQ(agent_->state(), AgentState::kIdle);
  EXPECT_THAT(Do(MakeLease("L1", 1, {5, 6, 7})),
              ElementsAre("start L1:5", "start L1:6", "send ask 3 #2"));
  EXPECT_EQ(agent_->state(), AgentState::kLeased);
  EXPECT_THAT(Do(Finished("L1", 5)), ElementsAre("start L1:7"));
}

TEST_F(AgentTest, GivesAPairASlotForEachThreadOfItsEngines) {
  Make(5);
  BeWelcomed();
  Lease wide = MakeLease("L1", 1, {1, 2, 3});
  auto plan = std::make_shared<PlayPlan>(*wide.plan);
  plan->threads = 2;
  wide.plan = plan;
  EXPECT_THAT(Do(std::move(wide)), Contains("start L1:2"));
  EXPECT_EQ(agent_->playing(), 2U);
  // A slot is free, but the older lease waits for two: a younger one doesn't take it.
  EXPECT_THAT(Do(MakeLease("L2", 2, {7})), Not(Contains(StartsWith("start"))));
  EXPECT_THAT(Do(Finished("L1", 1)), AllOf(Contains("start L1:3"), Contains("start L2:7")));
  EXPECT_EQ(agent_->playing(), 3U);
}

TEST_F(AgentTest, PlaysWhatWantsMoreThreadsThanItHasSlotsOneByOne) {
  Make(2);
  BeWelcomed();
  Lease wide = MakeLease("L1", 1, {1, 2});
  auto plan = std::make_shared<PlayPlan>(*wide.plan);
  plan->threads = 8;
  wide.plan = plan;
  EXPECT_THAT(Do(std::move(wide)), AllOf(Contains("start L1:1"), Not(Contains("start L1:2"))));
  EXPECT_THAT(Do(Finished("L1", 1)), Contains("start L1:2"));
}

TEST_F(AgentTest, ReportsAtOnceWhenALeaseIsPlayed) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5}));
  EXPECT_THAT(Do(Finished("L1", 5)), ElementsAre("store L1/1", "send report L1/1 of 1"));
  EXPECT_THAT(Do(ReportAck{"L1", 1, 1, 0, ""}), ElementsAre("forget L1/1"));
  EXPECT_THAT(Do(ReportAck{"L1", 1, 1, 0, ""}), IsEmpty());
}

TEST_F(AgentTest, ReportsHalfALeaseAfterASecond) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5, 6}));
  EXPECT_THAT(Do(Finished("L1", 5)), Not(Contains(StartsWith("store"))));
  EXPECT_EQ(agent_->next_tick(), now_ + absl::Seconds(1));
  EXPECT_THAT(After(absl::Milliseconds(999)), IsEmpty());
  EXPECT_THAT(After(absl::Milliseconds(1)), ElementsAre("store L1/1", "send report L1/1 of 1"));
  EXPECT_THAT(Do(Finished("L1", 6)), ElementsAre("store L1/2", "send report L1/2 of 1"));
}

TEST_F(AgentTest, ReportsByCountBeforeTheSecondIsOver) {
  Make(1);
  BeWelcomed();
  std::vector<uint64_t> pairs(100);
  for (size_t i = 0; i < pairs.size(); ++i) pairs[i] = i;
  Do(MakeLease("L1", 1, pairs));
  for (uint64_t i = 0; i < 31; ++i) {
    EXPECT_THAT(Do(Finished("L1", i, 1)), Not(Contains(StartsWith("store")))) << i;
  }
  EXPECT_THAT(Do(Finished("L1", 31, 1)), Contains("send report L1/1 of 32"));
}

TEST_F(AgentTest, AsksForAsManyPairsAsItsSlotsPlayInTheTimeAhead) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {1}));
  Do(NoWork{2, "", 100});
  Do(Finished("L1", 1, 50));
  // 100 ms a pair and 4 s ahead are 40 pairs, and one for the slot that is free now.
  EXPECT_THAT(After(absl::Milliseconds(100)), ElementsAre("send ask 41 #3"));
}

TEST_F(AgentTest, KeepsReportsThroughALostConnectionAndSendsThemAgain) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5, 6}));
  Do(Disconnected{"gone"});
  EXPECT_THAT(Do(Finished("L1", 5)), ElementsAre("start L1:6"));
  EXPECT_THAT(Do(Finished("L1", 6)), Contains("store L1/1"));
  EXPECT_THAT(After(absl::Seconds(1)), ElementsAre("connect"));
  EXPECT_THAT(Do(Connected{}), ElementsAre("send hello holding "));
  EXPECT_THAT(Do(Welcome{"1", 10, {}}), Contains("send report L1/1 of 2"));
  Do(Disconnected{"gone again"});
  After(absl::Seconds(1));
  Do(Connected{});
  EXPECT_THAT(Do(Welcome{"1", 10, {}}), Contains("send report L1/1 of 2"));
}

TEST_F(AgentTest, SendsReportsOfAnEarlierLifeFirst) {
  Report old;
  old.lease = "L0";
  old.sequence = 3;
  old.pairs.resize(2);
  Make(1, {old});
  Do(Tick{});
  Do(Connected{});
  EXPECT_THAT(Do(Welcome{"1", 10, {}}), ElementsAre("send report L0/3 of 2", "send ask 3 #1"));
  EXPECT_THAT(Do(ReportAck{"L0", 3, 2, 0, ""}), ElementsAre("forget L0/3"));
}

TEST_F(AgentTest, DropsARefusedReportWithALine) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5}));
  Do(Finished("L1", 5));
  EXPECT_THAT(Do(ReportAck{"L1", 1, 0, 0, "no such run"}), ElementsAre("forget L1/1"));
  EXPECT_THAT(notes_, Contains(::testing::HasSubstr("no such run")));
}

TEST_F(AgentTest, SaysWhichLeasesItHoldsAndStopsLostOnes) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5, 6}));
  Do(Disconnected{"gone"});
  After(absl::Seconds(1));
  EXPECT_THAT(Do(Connected{}), ElementsAre("send hello holding L1"));
  EXPECT_THAT(Do(Welcome{"1", 10, {"L1"}}), Contains("stop L1"));
  // The slot is free only when the pair has really stopped.
  EXPECT_THAT(Do(MakeLease("L2", 2, {5, 6})), Not(Contains(StartsWith("start"))));
  EXPECT_THAT(Do(PairStopped{"L1", 5, absl::CancelledError("")}), Contains("start L2:5"));
  EXPECT_THAT(After(absl::Seconds(10)), Contains("send heartbeat L2"));
}

TEST_F(AgentTest, ReportsWhatWasFinishedOfACancelledLease) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5, 6, 7}));
  Do(Finished("L1", 5));
  EXPECT_THAT(Do(Cancel{"L1", "the run has ended"}), Contains("send report L1/1 of 1"));
  EXPECT_THAT(Do(PairStopped{"L1", 6, absl::CancelledError("")}),
              Not(Contains(StartsWith("start"))));
}

TEST_F(AgentTest, BacksOffLongerEachTimeWithinABound) {
  Make(1);
  Do(Tick{});
  absl::Duration longest;
  for (int i = 0; i < 20; ++i) {
    Do(Disconnected{"refused"});
    const absl::Duration wait = agent_->next_tick() - now_;
    EXPECT_LE(wait, kMaxBackoff);
    longest = std::max(longest, wait);
    EXPECT_THAT(After(wait), ElementsAre("connect"));
  }
  EXPECT_GT(longest, kMaxBackoff / 2);
  EXPECT_THAT(agent_->idle_reason(), ::testing::HasSubstr("refused"));
}

TEST_F(AgentTest, WaitsAsLongAsTheCoordinatorSaysWhenThereIsNoWork) {
  Make(1);
  BeWelcomed();
  EXPECT_THAT(Do(NoWork{1, "no active run", 2000}), IsEmpty());
  EXPECT_EQ(agent_->idle_reason(), "no active run");
  EXPECT_THAT(After(absl::Milliseconds(1999)), IsEmpty());
  EXPECT_THAT(After(absl::Milliseconds(1)), ElementsAre("send ask 3 #2"));
}

TEST_F(AgentTest, AsksAgainWhenNoReplyComes) {
  Make(1);
  BeWelcomed();
  EXPECT_THAT(After(kReplyTimeout), Contains("send ask 3 #2"));
}

TEST_F(AgentTest, HangsUpWhenHelloIsNotAnswered) {
  Make(1);
  Do(Tick{});
  Do(Connected{});
  EXPECT_THAT(After(kReplyTimeout), ElementsAre("disconnect"));
  EXPECT_THAT(After(kReplyTimeout), IsEmpty());
}

TEST_F(AgentTest, GivesALeaseBackThatItCannotPlayAndWaits) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5, 6}));
  EXPECT_THAT(Do(PairStopped{"L1", 5, absl::NotFoundError("no such book")}),
              ElementsAre("send release L1: can't play runs/r: no such book"));
  EXPECT_THAT(agent_->idle_reason(), ::testing::HasSubstr("no such book"));
  Do(NoWork{2, "", 100});
  EXPECT_THAT(After(absl::Seconds(1)), ElementsAre("send ask 3 #3"));
}

TEST_F(AgentTest, PoliteStopFinishesPlayingReleasesAndDelivers) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5, 6}));
  EXPECT_THAT(Do(Stop{false}), IsEmpty());
  EXPECT_EQ(agent_->state(), AgentState::kDraining);
  EXPECT_THAT(Do(Finished("L1", 5)),
              ElementsAre("store L1/1", "send report L1/1 of 1", "send release L1: shutting down"));
  EXPECT_THAT(Do(ReportAck{"L1", 1, 1, 0, ""}), ElementsAre("forget L1/1", "exit 0"));
}

TEST_F(AgentTest, SecondStopAbandonsThePairThatIsPlaying) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5, 6}));
  Do(Stop{false});
  EXPECT_THAT(Do(Stop{true}), ElementsAre("stop L1"));
  EXPECT_THAT(Do(PairStopped{"L1", 5, absl::CancelledError("")}),
              ElementsAre("send release L1: shutting down", "exit 0"));
}

TEST_F(AgentTest, StopWaitsForDeliveryNoLongerThanItsBound) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5}));
  Do(Disconnected{"gone"});
  Do(Stop{false});
  Do(Finished("L1", 5));
  EXPECT_THAT(After(absl::Milliseconds(4999)), Not(Contains(StartsWith("exit"))));
  EXPECT_THAT(After(absl::Milliseconds(1)), Contains("exit 1"));
}

TEST_F(AgentTest, DrainFromTheCoordinatorPausesAskingUntilTheNextWelcome) {
  Make(1);
  BeWelcomed();
  Do(NoWork{1, "", 100});
  Do(Drain{"restarting"});
  EXPECT_THAT(After(absl::Seconds(1)), IsEmpty());
  Do(Disconnected{"closed"});
  After(absl::Seconds(1));
  Do(Connected{});
  EXPECT_THAT(Do(Welcome{"2", 10, {}}), ElementsAre("send ask 3 #2"));
}

TEST_F(AgentTest, KeepsReportsBackForAsLongAsABusyCoordinatorAsks) {
  Make(1);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5}));
  EXPECT_THAT(Do(Finished("L1", 5)), Contains("send report L1/1 of 1"));
  Do(Backoff{4000, "its queue is full"});
  EXPECT_THAT(After(absl::Milliseconds(2900)), Not(Contains("send report L1/1 of 1")));
  EXPECT_LE(agent_->next_tick(), now_ + absl::Milliseconds(2100));
  EXPECT_THAT(After(absl::Milliseconds(2100)), Contains("send report L1/1 of 1"));
}

TEST_F(AgentTest, SpreadsItsReturnOverTheTimeThatTheCoordinatorNamed) {
  std::vector<double> waits;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Agent agent({.slots = 1}, {}, Rng(seed));
    agent.Step(Tick{}, now_);
    agent.Step(Connected{}, now_);
    agent.Step(Welcome{"1", 10, {}, 20'000}, now_);
    agent.Step(Disconnected{"gone"}, now_);
    waits.push_back(absl::ToDoubleSeconds(agent.next_tick() - now_));
  }
  std::sort(waits.begin(), waits.end());
  EXPECT_LT(waits.back(), 20.0);
  for (size_t i = 0; i < waits.size(); ++i) {  // evenly: no crowd at any moment
    EXPECT_NEAR(waits[i], 20.0 * static_cast<double>(i) / 200, 2.5);
  }
}

TEST_F(AgentTest, WaitsAtLeastAsLongAsARefusalSays) {
  Make(1);
  BeWelcomed();
  Do(Disconnected{"busy", 5000});
  EXPECT_THAT(After(absl::Milliseconds(4900)), IsEmpty());
  EXPECT_THAT(After(absl::Seconds(1)), ElementsAre("connect"));
}

TEST_F(AgentTest, IgnoresALeaseThatIsSentTwice) {
  Make(2);
  BeWelcomed();
  Do(MakeLease("L1", 1, {5}));
  EXPECT_THAT(Do(MakeLease("L1", 1, {5})), Not(Contains(StartsWith("start"))));
}

TEST_F(AgentTest, ReleasesALeaseThatWouldHoldTooMuch) {
  Make(1);
  BeWelcomed();
  EXPECT_THAT(Do(MakeLease("L1", 1, std::vector<uint64_t>(kMaxPairsHeld + 1))),
              Contains("send release L1: too many pairs held"));
}

}  // namespace
}  // namespace rookery::worker

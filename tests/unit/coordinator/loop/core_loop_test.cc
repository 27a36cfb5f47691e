#include "coordinator/loop/core_loop.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "base/status.h"
#include "coordinator/store/memory_store.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

// Collects what the loop delivers; waits for it with a bound.
class CollectingSink : public ReplySink {
 public:
  void Deliver(const Reply& reply) override {
    MutexLock lock(&mutex_);
    replies_.push_back(reply);
    changed_.notify_all();
  }
  void OnReset(const absl::Status& why) override {
    MutexLock lock(&mutex_);
    resets_.push_back(why);
    changed_.notify_all();
  }
  template <typename T>
  std::vector<T> WaitFor(size_t count) {
    MutexLock lock(&mutex_);
    std::vector<T> found;
    const bool there = lock.WaitFor(changed_, std::chrono::seconds(10), [&] {
      found.clear();
      for (const Reply& reply : replies_) {
        if (const auto* one = std::get_if<T>(&reply)) found.push_back(*one);
      }
      return found.size() >= count;
    });
    EXPECT_TRUE(there);
    return found;
  }
  std::vector<absl::Status> WaitForResets(size_t count) {
    MutexLock lock(&mutex_);
    EXPECT_TRUE(
        lock.WaitFor(changed_, std::chrono::seconds(10), [&] { return resets_.size() >= count; }));
    return resets_;
  }

 private:
  Mutex mutex_;
  std::condition_variable changed_;
  std::vector<Reply> replies_;
  std::vector<absl::Status> resets_;
};

// A real clock that can be sent ahead.
class AheadClock : public RealClock {
 public:
  absl::Time Now() override { return RealClock::Now() + absl::Nanoseconds(ahead_.load()); }
  int64_t MonotonicNanos() override { return RealClock::MonotonicNanos() + ahead_.load(); }
  void Advance(absl::Duration time) { ahead_ += absl::ToInt64Nanoseconds(time); }

 private:
  std::atomic<int64_t> ahead_ = 0;
};

class CoreLoopTest : public ::testing::Test {
 protected:
  CoreLoopTest() {
    options_.reload_backoff = absl::Milliseconds(1);
    options_.tick = absl::Milliseconds(5);
  }
  std::unique_ptr<CoreLoop> MakeLoop() {
    auto loop = std::make_unique<CoreLoop>(CoreLoop::Parts{&store_, &clock_, &policy_, &sink_},
                                           options_, Rng(7));
    EXPECT_TRUE(loop->Start().ok());
    return loop;
  }
  void PostArtifacts(CoreLoop* loop) {
    ASSERT_TRUE(
        loop->Post(PutArtifact{1, {testing::WeightsHash(1), 1, ArtifactKind::kWeights, 0}}));
    ASSERT_TRUE(
        loop->Post(PutArtifact{2, {testing::WeightsHash(2), 1, ArtifactKind::kWeights, 0}}));
    ASSERT_TRUE(loop->Post(PutArtifact{3, {testing::BookHash(), 1, ArtifactKind::kBook, 50}}));
  }

  MemoryStore store_;
  AheadClock clock_;
  FairShare policy_;
  CollectingSink sink_;
  LoopOptions options_;
};

TEST_F(CoreLoopTest, ShowsARunToReadersBeforeItAnswersItsMaker) {
  auto loop = MakeLoop();
  PostArtifacts(loop.get());
  ASSERT_TRUE(loop->Post(CreateRun{4, testing::MatchSpec(10), "r"}));
  const RunId run = sink_.WaitFor<RunReply>(1)[0].run;
  EXPECT_TRUE(loop->View()->run_by_id.contains(run));
  EXPECT_EQ(loop->View()->runs.size(), 1u);
  EXPECT_TRUE(loop->View()->artifacts->contains(testing::BookHash()));
}

TEST_F(CoreLoopTest, AnswersNothingOfAGroupWhoseCommitFailedAndGoesOnFromTheStore) {
  auto loop = MakeLoop();
  PostArtifacts(loop.get());
  sink_.WaitFor<DoneReply>(3);
  EXPECT_TRUE(loop->health().ok());
  store_.FailCommits(2, absl::ResourceExhaustedError("disk full"));
  ASSERT_TRUE(loop->Post(CreateRun{4, testing::MatchSpec(10), "r"}));
  EXPECT_EQ(sink_.WaitForResets(1)[0].message(), "disk full");
  EXPECT_TRUE(loop->status().ok());
  EXPECT_EQ(Message(loop->health()), "the store fails: disk full");
  ASSERT_TRUE(loop->Post(CreateRun{5, testing::MatchSpec(10), "r"}));
  sink_.WaitForResets(2);
  ASSERT_TRUE(loop->Post(CreateRun{6, testing::MatchSpec(10), "r"}));
  const std::vector<RunReply> replies = sink_.WaitFor<RunReply>(1);
  EXPECT_EQ(replies[0].token, 6u);
  EXPECT_TRUE(replies[0].created);
  EXPECT_EQ(loop->View()->runs.size(), 1u);
  EXPECT_TRUE(loop->health().ok());
}

// Other changes of workers are shown twice a second.
TEST_F(CoreLoopTest, ShowsAQuarantineToReadersBeforeItAnswers) {
  options_.publish_workers_every = absl::Hours(1);
  auto loop = MakeLoop();
  ASSERT_TRUE(loop->Post(WorkerHello{1, "w", "w", 1, "1", "b", {}}));
  const auto shown = [&] { return loop->View()->workers->at(0)->info; };
  size_t answers = 0;
  for (const bool drain : {false, true}) {
    for (const char* reason : {"overheats", ""}) {
      SetQuarantine event;
      event.token = 5;
      event.worker = "w";
      event.reason = reason;
      event.drain = drain;
      ASSERT_TRUE(loop->Post(event));
      sink_.WaitFor<DoneReply>(++answers);
      EXPECT_EQ(drain ? shown().drained : shown().quarantine, reason);
    }
  }
}

// However often in a year, with nothing to commit in between.
TEST_F(CoreLoopTest, CountsFailuresInARowOnly) {
  options_.reload_tries = 3;
  auto loop = MakeLoop();
  for (size_t outage = 1; outage <= 5; ++outage) {
    store_.FailCommits(1, absl::UnavailableError("gone"));
    ASSERT_TRUE(loop->Post(PutArtifact{1, {testing::BookHash(), 1, ArtifactKind::kBook, 50}}));
    sink_.WaitForResets(outage);
    EXPECT_TRUE(loop->status().ok()) << outage;
    clock_.Advance(absl::Seconds(8));
  }
}

TEST_F(CoreLoopTest, GivesUpWithAClearMessageWhenTheStoreStaysBroken) {
  options_.reload_tries = 3;
  auto loop = MakeLoop();
  store_.FailCommits(1000, absl::ResourceExhaustedError("disk full"));
  for (int i = 0; i < 4; ++i) {
    (void)loop->Post(PutArtifact{1, {testing::BookHash(), 1, ArtifactKind::kBook, 50}});
    sink_.WaitForResets(static_cast<size_t>(i + 1));
  }
  loop->Stop();
  EXPECT_EQ(loop->status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(std::string(loop->status().message()).find("disk full"), std::string::npos);
  EXPECT_FALSE(loop->Post(Tick{}));
}

// A store whose lead another coordinator takes.
class FencedStore : public MemoryStore {
 public:
  absl::Status CheckLead() override {
    return lost.load() ? absl::FailedPreconditionError("another one leads") : absl::OkStatus();
  }
  std::atomic<bool> lost{false};
};

TEST_F(CoreLoopTest, EndsAtOnceWhenAnotherCoordinatorLeadsEvenIfItIsIdle) {
  FencedStore store;
  options_.check_lead_every = absl::Milliseconds(1);
  options_.reload_backoff = absl::Hours(1);  // a try would never end
  CoreLoop loop({&store, &clock_, &policy_, &sink_}, options_, Rng(7));
  ASSERT_TRUE(loop.Start().ok());
  PostArtifacts(&loop);
  sink_.WaitFor<DoneReply>(3);
  EXPECT_TRUE(loop.status().ok());
  store.lost = true;
  sink_.WaitForResets(1);
  loop.Stop();
  EXPECT_EQ(loop.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_FALSE(loop.Post(PutArtifact{9, {testing::WeightsHash(9), 1, ArtifactKind::kWeights, 0}}));
}

TEST_F(CoreLoopTest, FindsEverythingAgainAfterARestart) {
  auto loop = MakeLoop();
  PostArtifacts(loop.get());
  ASSERT_TRUE(loop->Post(CreateRun{4, testing::MatchSpec(10), "r"}));
  const RunId run = sink_.WaitFor<RunReply>(1)[0].run;
  ASSERT_TRUE(loop->Post(WorkerHello{1, "w", "w", 1, "1", "b", {}}));
  ASSERT_TRUE(loop->Post(LeaseRequest{1, 2, 1}));
  const Lease lease = sink_.WaitFor<LeaseGrant>(1)[0].lease;
  ASSERT_TRUE(loop->Post(Report{1, lease.id, 1, run, 1, {testing::PairOf(lease.pairs[0], 4)}}));
  sink_.WaitFor<ReportAck>(1);
  loop->Stop();
  loop = MakeLoop();
  const auto view = loop->View();
  ASSERT_EQ(view->runs.size(), 1u);
  EXPECT_EQ(view->runs[0]->run.totals.counted, 1u);
  EXPECT_EQ(view->runs[0]->run.totals.prefix, 1u);
  EXPECT_EQ(view->workers->size(), 1u);
  EXPECT_EQ(view->workers->at(0)->info.pairs, 1u);
}

}  // namespace
}  // namespace rookery::coordinator

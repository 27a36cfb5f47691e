#include "coordinator/notify/delivery_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;

const absl::Time kStart = absl::FromUnixSeconds(1'000);

DeliveryQueue::Item Item(const RunId& run) { return {run, {"http://" + run, {}, ""}}; }

class DeliveryQueueTest : public ::testing::Test {
 protected:
  void Add(size_t webhook, const RunId& run) {
    EXPECT_EQ(queue_.Add(webhook, Item(run), now_), std::nullopt);
  }
  std::string Taken(size_t webhook) {
    const auto job = queue_.Take(now_);
    if (!job.has_value() || job->webhook != webhook) return "";
    queue_.Done(*job, Delivery::kTaken, now_);
    return job->posting.url;
  }

  absl::Time now_ = kStart;
  DeliveryQueue queue_{3};
};

TEST_F(DeliveryQueueTest, IsEmptyAtFirst) {
  EXPECT_EQ(queue_.Take(now_), std::nullopt);
  EXPECT_EQ(queue_.NextDue(), absl::InfiniteFuture());
}

TEST_F(DeliveryQueueTest, TellsAWebhookInTheOrderInWhichRunsEnded) {
  Add(1, "a");
  Add(1, "b");
  EXPECT_EQ(Taken(1), "http://a");
  EXPECT_EQ(Taken(1), "http://b");
  EXPECT_EQ(queue_.waiting(), 0u);
}

TEST_F(DeliveryQueueTest, LetsOneThatHangsHoldUpNobodyElse) {
  for (const char* run : {"a", "b", "c"}) {
    Add(0, run);
    Add(1, run);
  }
  const auto hangs = queue_.Take(now_);  // and isn't done
  ASSERT_TRUE(hangs.has_value());
  EXPECT_EQ(hangs->webhook, 0u);
  for (const char* run : {"http://a", "http://b", "http://c"}) EXPECT_EQ(Taken(1), run);
  EXPECT_EQ(queue_.Take(now_), std::nullopt);
  EXPECT_THAT(queue_.Waiting(0), ElementsAre("a", "b", "c"));
}

TEST_F(DeliveryQueueTest, TriesOneThatFailsByItsOwnSchedule) {
  Add(0, "a");
  for (const int wait : {1, 4, 16, 64, 256}) {
    const auto job = queue_.Take(now_);
    ASSERT_TRUE(job.has_value());
    EXPECT_TRUE(queue_.Done(*job, Delivery::kLater, now_));
    EXPECT_EQ(queue_.NextDue(), now_ + absl::Seconds(wait));
    Add(1, "b");
    EXPECT_EQ(Taken(1), "http://b");
    EXPECT_EQ(queue_.Take(now_), std::nullopt);
    now_ += absl::Seconds(wait);
  }
  const auto last = queue_.Take(now_);
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(last->attempt, DeliveryQueue::kMostAttempts);
  EXPECT_FALSE(queue_.Done(*last, Delivery::kLater, now_));
  EXPECT_EQ(queue_.waiting(), 0u);
}

TEST_F(DeliveryQueueTest, BeginsAnewWithTheNextRun) {
  Add(0, "a");
  Add(0, "b");
  EXPECT_FALSE(queue_.Done(*queue_.Take(now_), Delivery::kNever, now_));
  const auto next = queue_.Take(now_);
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(next->posting.url, "http://b");
  EXPECT_EQ(next->attempt, 1);
}

TEST_F(DeliveryQueueTest, TakesFirstWhatHasWaitedLongest) {
  Add(2, "a");
  now_ += absl::Seconds(1);
  Add(0, "b");
  EXPECT_EQ(queue_.Take(now_)->webhook, 2u);
}

TEST_F(DeliveryQueueTest, GivesUpTheOldestWhereTooManyWait) {
  for (size_t i = 0; i < DeliveryQueue::kMostWaiting; ++i) Add(0, std::to_string(i));
  EXPECT_EQ(queue_.Add(0, Item("one more"), now_), "0");
  const auto out = queue_.Take(now_);
  EXPECT_EQ(queue_.Add(0, Item("and another"), now_), "2");  // 1 is out
  EXPECT_TRUE(queue_.Done(*out, Delivery::kTaken, now_));
  EXPECT_EQ(queue_.waiting(), DeliveryQueue::kMostWaiting - 1);
}

}  // namespace
}  // namespace rookery::coordinator

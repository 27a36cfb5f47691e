#include "base/bounded_queue.h"

#include <gtest/gtest.h>

#include <thread>

namespace rookery {
namespace {

TEST(BoundedQueue, RefusesWhenFullAndKeepsOrder) {
  BoundedQueue<int> queue(2);
  EXPECT_TRUE(queue.TryPush(1));
  EXPECT_TRUE(queue.TryPush(2));
  EXPECT_FALSE(queue.TryPush(3));
  EXPECT_EQ(queue.PopSome(10, std::chrono::seconds(0)), (std::vector<int>{1, 2}));
}

TEST(BoundedQueue, CloseWakesTheWaiterAndRefusesMore) {
  BoundedQueue<int> queue(2);
  std::thread waiter([&] { EXPECT_TRUE(queue.PopSome(1, std::chrono::hours(1)).empty()); });
  queue.Close();
  waiter.join();
  EXPECT_FALSE(queue.TryPush(1));
}

}  // namespace
}  // namespace rookery

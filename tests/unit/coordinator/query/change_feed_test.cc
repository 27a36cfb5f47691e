#include "coordinator/query/change_feed.h"

#include <gtest/gtest.h>

#include <future>

namespace rookery::coordinator {
namespace {

TEST(ChangeFeed, TellsEverySubscriberOfAChange) {
  ChangeFeed feed;
  std::promise<void> one;
  std::promise<void> two;
  feed.Subscribe([&] { one.set_value(); });
  feed.Subscribe([&] { two.set_value(); });
  feed.Notify();  // before the start: kept
  feed.Start();
  one.get_future().get();
  two.get_future().get();
  feed.Stop();
}

TEST(ChangeFeed, StopsWithoutEverHavingStarted) {
  ChangeFeed feed;
  feed.Notify();
  feed.Stop();
  feed.Stop();
}

}  // namespace
}  // namespace rookery::coordinator

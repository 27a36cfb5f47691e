#include "coordinator/web/event_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"
#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;
using testing::TestSpec;
using testing::ViewOf;
using testing::ViewOfRuns;

constexpr std::chrono::milliseconds kAtOnce{0};

class EventFeedTest : public ::testing::Test {
 protected:
  std::string Text(const EventFeed::Batch& batch) {
    std::string text;
    for (const auto& event : batch.events) text += *event;
    return text;
  }

  std::shared_ptr<RunView> run_ = ViewOf(TestSpec(), "abc");
  std::shared_ptr<const CoordinatorView> view_ = ViewOfRuns({run_});
  ReadModel reads_{[this] { return view_; }, {}};
  EventFeed feed_{&reads_, "1"};
};

TEST_F(EventFeedTest, TellsANewListenerTheWholeState) {
  ASSERT_TRUE(feed_.Enter());
  const std::string text = Text(feed_.Wait(0, "", kAtOnce));
  EXPECT_THAT(text, HasSubstr("event: overview\ndata: {"));
  EXPECT_THAT(text, HasSubstr("event: run\ndata: {\"run\":\"abc\""));
  EXPECT_THAT(text, HasSubstr("event: workers\ndata: {"));
  EXPECT_TRUE(text.ends_with("\n\n"));
}

TEST_F(EventFeedTest, SendsOnlyWhatHasChangedSince) {
  ASSERT_TRUE(feed_.Enter());
  const EventFeed::Batch first = feed_.Wait(0, "", kAtOnce);
  feed_.Update();
  EXPECT_TRUE(feed_.Wait(first.last, "", kAtOnce).events.empty());
  auto changed = std::make_shared<RunView>(*run_);
  ++changed->revision;
  changed->run.message = "news";
  view_ = ViewOfRuns({changed});
  feed_.Update();
  const EventFeed::Batch second = feed_.Wait(first.last, "", kAtOnce);
  ASSERT_EQ(second.events.size(), 1u);
  EXPECT_THAT(*second.events[0], HasSubstr("news"));
}

TEST_F(EventFeedTest, EndsTheStreamOfARunThatHasEnded) {
  ASSERT_TRUE(feed_.Enter());
  EXPECT_FALSE(feed_.Wait(0, "abc", kAtOnce).ended);
  auto ended = std::make_shared<RunView>(*run_);
  ++ended->revision;
  ended->run.state = RunState::kFinished;
  view_ = ViewOfRuns({ended});
  feed_.Update();
  const EventFeed::Batch last = feed_.Wait(0, "abc", kAtOnce);
  EXPECT_TRUE(last.ended);
  EXPECT_THAT(Text(last), HasSubstr("\"state\":\"finished\""));
}

TEST_F(EventFeedTest, LetsOnlySoManyListen) {
  for (size_t i = 0; i < EventFeed::kMostListeners; ++i) ASSERT_TRUE(feed_.Enter());
  EXPECT_FALSE(feed_.Enter());
  feed_.Leave();
  EXPECT_TRUE(feed_.Enter());
}

TEST_F(EventFeedTest, LeavesOldEndedRunsOutOfTheBeginning) {
  std::vector<std::shared_ptr<RunView>> runs;
  for (size_t i = 0; i < EventFeed::kNewestRuns + 10; ++i) {
    runs.push_back(ViewOf(TestSpec(), fmt::format("run{}", i)));
    runs.back()->run.state = RunState::kFinished;
  }
  runs.back()->run.state = RunState::kActive;  // the oldest still runs
  view_ = ViewOfRuns(runs);
  ASSERT_TRUE(feed_.Enter());
  const EventFeed::Batch batch = feed_.Wait(0, "", kAtOnce);
  EXPECT_EQ(batch.events.size(), EventFeed::kNewestRuns + 1 + 2);  // overview and workers
}

TEST_F(EventFeedTest, EndsEverythingWhenItStops) {
  ASSERT_TRUE(feed_.Enter());
  feed_.Stop();
  EXPECT_TRUE(feed_.Wait(0, "", kAtOnce).ended);
  EXPECT_FALSE(feed_.Enter());
}

}  // namespace
}  // namespace rookery::coordinator

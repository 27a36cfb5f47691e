#include "coordinator/notify/notifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>

#include "base/bounded_queue.h"
#include "base/clock.h"
#include "base/status.h"
#include "tests/support/view_builders.h"
#include "tests/support/wait_until.h"

namespace rookery::coordinator {
namespace {

using rookery::testing::WaitUntil;
using ::testing::HasSubstr;
using testing::TestSpec;
using testing::ViewOf;
using testing::ViewOfRuns;

std::shared_ptr<RunView> Ended(const RunId& id) {
  const auto view = ViewOf(TestSpec(), id);
  view->run.state = RunState::kFinished;
  return view;
}

constexpr char kHook[] = "https://example.org/hook";
constexpr char kOther[] = "https://example.org/other";

class NotifierTest : public ::testing::Test {
 protected:
  using Answer = std::function<absl::Status(const std::string& url, int attempt)>;

  void Start(Answer answer, const std::vector<std::string>& urls = {kHook}) {
    Notifier::Parts parts;
    parts.reads = &reads_;
    parts.clock = &clock_;
    for (const std::string& url : urls) {
      parts.webhooks.push_back({WebhookFormat::kGeneric, url, "", ""});
    }
    parts.page = "http://here/";
    parts.send = [this, answer = std::move(answer)](const Posting& posting) {
      std::string body = posting.body;
      EXPECT_TRUE(sent_.TryPush(std::move(body)));
      return answer(posting.url, ++attempts_);
    };
    parts.kept = kept_;
    parts.keep = [this](const std::string& text) { kept_ = text; };
    parts.counters = &counters_;
    notifier_ = std::make_unique<Notifier>(std::move(parts));
    notifier_->OnViewChanged();
  }
  void Show(std::vector<std::shared_ptr<RunView>> runs) {
    view_ = ViewOfRuns(std::move(runs));
    notifier_->OnViewChanged();
  }
  // The next posting's body; "" if none comes in time.
  std::string Next() {
    const auto bodies = sent_.PopSome(1, std::chrono::seconds(20));
    return bodies.empty() ? "" : bodies[0];
  }

  std::shared_ptr<const CoordinatorView> view_ = ViewOfRuns({ViewOf(TestSpec(), "open")});
  ReadModel reads_{[this] { return view_; }, {}};
  FakeClock clock_;
  BoundedQueue<std::string> sent_{100};
  std::atomic<int> attempts_ = 0;
  NotifyCounters counters_;
  std::string kept_;  // by one thread at a time, read when the notifier has stopped
  std::unique_ptr<Notifier> notifier_;
};

absl::Status Takes(const std::string& /*url*/, int /*attempt*/) { return absl::OkStatus(); }
absl::Status IsDown(const std::string& /*url*/, int /*attempt*/) {
  return absl::UnavailableError("down");
}

TEST_F(NotifierTest, TellsOnceThatARunHasEnded) {
  Start(Takes);
  Show({Ended("open")});
  notifier_->OnViewChanged();
  EXPECT_THAT(Next(), HasSubstr("\"link\":\"http://here/#/runs/open\""));
  notifier_->Stop();
  EXPECT_EQ(sent_.size(), 0u);
  EXPECT_EQ(counters_.taken, 1u);
}

TEST_F(NotifierTest, SaysNothingOfRunsThatHadEndedBefore) {
  view_ = ViewOfRuns({Ended("old")});
  Start(Takes);
  Show({Ended("new"), Ended("old")});
  EXPECT_THAT(Next(), HasSubstr("#/runs/new"));
  notifier_->Stop();
  EXPECT_EQ(sent_.size(), 0u);
}

// The other one's thread hangs until the test is over.
TEST_F(NotifierTest, LetsAWebhookThatHangsDelayNoOther) {
  std::latch over{1};
  std::atomic<int> told = 0;
  Start(
      [&](const std::string& url, int) {
        if (url == kHook) over.wait();
        if (url == kOther) ++told;
        return absl::OkStatus();
      },
      {kHook, kOther});
  Show({Ended("third"), Ended("second"), Ended("open")});
  EXPECT_TRUE(WaitUntil([&] { return told == 3; })) << told;
  over.count_down();
  notifier_->Stop();
}

// Each waits for the other's: one after another they would never end.
TEST_F(NotifierTest, TestsAllWebhooksAtOnce) {
  std::latch both{2};
  Start(
      [&](const std::string& url, int) {
        both.arrive_and_wait();
        return url == kHook ? absl::OkStatus() : absl::UnavailableError("down");
      },
      {kHook, kOther});
  const std::vector<Notifier::Outcome> outcomes = notifier_->Test();
  ASSERT_EQ(outcomes.size(), 2u);
  EXPECT_EQ(outcomes[0].error, "");
  EXPECT_EQ(outcomes[1].error, "down");
  notifier_->Stop();
}

TEST_F(NotifierTest, LeavesOutOfItsNewsWhereTheModelOfEloEnds) {
  const auto view = Ended("open");
  view->run.totals.pentanomial = {0, 0, 0, 0, 40};
  view->run.totals.prefix = 40;
  const RunNews news = NewsOf(*reads_.FiguresOf(view), "http://here/");
  EXPECT_THAT(news.summary, HasSubstr("80 games"));
  for (const char* end : {"1199", "1000", "999"}) {
    EXPECT_THAT(news.summary, ::testing::Not(HasSubstr(end)));
  }
}

TEST_F(NotifierTest, TriesAgainLater) {
  Start([](const std::string&, int attempt) {
    return attempt < 3 ? absl::UnavailableError("down") : absl::OkStatus();
  });
  Show({Ended("open")});
  EXPECT_TRUE(WaitUntil([&] {
    clock_.Advance(absl::Milliseconds(100));
    notifier_->OnViewChanged();  // wakes it: the clock isn't the one that it sleeps by
    return counters_.taken == 1;
  }));
  EXPECT_EQ(attempts_, 3);
}

TEST_F(NotifierTest, GivesUpAtOnceOnWhatIsRefused) {
  Start([](const std::string&, int) { return absl::InvalidArgumentError("404"); });
  Show({Ended("open")});
  EXPECT_NE(Next(), "");
  EXPECT_TRUE(WaitUntil([&] { return counters_.given_up == 1; }));
  notifier_->Stop();
  EXPECT_EQ(attempts_, 1);
}

TEST_F(NotifierTest, TellsAfterTheNextStartWhatItCouldNotBefore) {
  const auto down = [](const std::string& url, int) {
    return url == kHook ? absl::UnavailableError("down") : absl::OkStatus();
  };
  Start(down, {kHook, kOther});
  Show({Ended("open")});
  EXPECT_TRUE(WaitUntil([&] { return attempts_ == 2; }));
  notifier_->Stop();
  notifier_.reset();
  static_cast<void>(sent_.PopSome(10, std::chrono::seconds(0)));
  attempts_ = 0;
  Start(Takes, {kHook, kOther});
  EXPECT_THAT(Next(), HasSubstr("#/runs/open"));
  notifier_->Stop();
  EXPECT_EQ(attempts_, 1);  // the other had taken it
  notifier_.reset();
  Start(Takes, {kHook, kOther});
  notifier_->Stop();
  EXPECT_EQ(attempts_, 1);
}

TEST_F(NotifierTest, TellsOfARunThatEndedUnseen) {
  Start(Takes);
  notifier_.reset();
  view_ = ViewOfRuns({Ended("open"), Ended("old")});
  Start(Takes);
  EXPECT_THAT(Next(), HasSubstr("#/runs/open"));
  notifier_->Stop();
  EXPECT_EQ(sent_.size(), 0u);
}

TEST_F(NotifierTest, TestsEachWebhookAndSaysWhatCameOfIt) {
  Start(IsDown);
  const auto outcomes = notifier_->Test();
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].format, "generic");
  EXPECT_EQ(outcomes[0].host, "https://example.org");
  EXPECT_EQ(outcomes[0].error, "down");
}

}  // namespace
}  // namespace rookery::coordinator

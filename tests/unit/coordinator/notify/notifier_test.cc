#include "coordinator/notify/notifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bounded_queue.h"
#include "base/status.h"
#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using testing::TestSpec;
using testing::ViewOf;
using testing::ViewOfRuns;

std::shared_ptr<RunView> Ended(const RunId& id) {
  const auto view = ViewOf(TestSpec(), id);
  view->run.state = RunState::kFinished;
  return view;
}

class NotifierTest : public ::testing::Test {
 protected:
  void Start(std::function<absl::Status(int)> answer) {
    Notifier::Parts parts;
    parts.reads = &reads_;
    parts.webhooks = {{WebhookFormat::kGeneric, "https://example.org/hook", "", ""}};
    parts.page = "http://here/";
    parts.send = [this, answer = std::move(answer)](const Posting& posting) {
      std::string body = posting.body;
      EXPECT_TRUE(sent_.TryPush(std::move(body)));
      return answer(++attempts_);
    };
    parts.pause = [this](absl::Duration wait) {
      waited_.push_back(wait);
      return true;
    };
    notifier_ = std::make_unique<Notifier>(std::move(parts));
  }
  // The next posting's body; "" if none comes in time.
  std::string Next() {
    const auto bodies = sent_.PopSome(1, std::chrono::seconds(20));
    return bodies.empty() ? "" : bodies[0];
  }

  std::shared_ptr<const CoordinatorView> view_ = ViewOfRuns({ViewOf(TestSpec(), "open")});
  ReadModel reads_{[this] { return view_; }, {}};
  BoundedQueue<std::string> sent_{100};
  std::atomic<int> attempts_ = 0;
  std::vector<absl::Duration> waited_;
  std::unique_ptr<Notifier> notifier_;
};

TEST_F(NotifierTest, TellsOnceThatARunHasEnded) {
  Start([](int) { return absl::OkStatus(); });
  notifier_->OnViewChanged();
  view_ = ViewOfRuns({Ended("open")});
  notifier_->OnViewChanged();
  notifier_->OnViewChanged();
  EXPECT_THAT(Next(), ::testing::HasSubstr("\"link\":\"http://here/#/runs/open\""));
  notifier_->Stop();
  EXPECT_EQ(sent_.size(), 0u);
}

TEST_F(NotifierTest, SaysNothingOfRunsThatHadEndedBefore) {
  Start([](int) { return absl::OkStatus(); });
  view_ = ViewOfRuns({Ended("old")});
  notifier_->OnViewChanged();
  view_ = ViewOfRuns({Ended("new"), Ended("old")});
  notifier_->OnViewChanged();
  EXPECT_THAT(Next(), ::testing::HasSubstr("#/runs/new"));
  notifier_->Stop();
  EXPECT_EQ(sent_.size(), 0u);
}

TEST_F(NotifierTest, TriesAgainWithLongerAndLongerWaits) {
  Start(
      [](int attempt) { return attempt < 3 ? absl::UnavailableError("down") : absl::OkStatus(); });
  notifier_->OnViewChanged();
  view_ = ViewOfRuns({Ended("open")});
  notifier_->OnViewChanged();
  for (int attempt = 0; attempt < 3; ++attempt) EXPECT_NE(Next(), "");
  notifier_->Stop();
  EXPECT_EQ(waited_, (std::vector<absl::Duration>{absl::Seconds(1), absl::Seconds(4)}));
}

TEST_F(NotifierTest, GivesUpAtOnceOnWhatIsRefused) {
  Start([](int) { return absl::InvalidArgumentError("404"); });
  notifier_->OnViewChanged();
  view_ = ViewOfRuns({Ended("open")});
  notifier_->OnViewChanged();
  EXPECT_NE(Next(), "");
  notifier_->Stop();
  EXPECT_EQ(attempts_, 1);
}

TEST_F(NotifierTest, GivesUpAfterSoManyAttempts) {
  Start([](int) { return absl::UnavailableError("down"); });
  notifier_->OnViewChanged();
  view_ = ViewOfRuns({Ended("open")});
  notifier_->OnViewChanged();
  for (int attempt = 0; attempt < Notifier::kMostAttempts; ++attempt) EXPECT_NE(Next(), "");
  notifier_->Stop();
  EXPECT_EQ(attempts_, Notifier::kMostAttempts);
}

TEST_F(NotifierTest, TestsEachWebhookAndSaysWhatCameOfIt) {
  Start([](int) { return absl::UnavailableError("no answer"); });
  const auto outcomes = notifier_->Test();
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].format, "generic");
  EXPECT_EQ(outcomes[0].host, "https://example.org");
  EXPECT_EQ(outcomes[0].error, "no answer");
}

}  // namespace
}  // namespace rookery::coordinator

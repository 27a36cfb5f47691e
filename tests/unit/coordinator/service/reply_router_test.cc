#include "coordinator/service/reply_router.h"

#include <gtest/gtest.h>

#include "coordinator/scheduler/fair_share.h"
#include "proto/wire/status.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

class Port : public SessionPort {
 public:
  void Send(const Reply& reply) override { sent.push_back(reply); }
  void Close(const absl::Status& status) override { closed = status; }
  std::vector<Reply> sent;
  std::optional<absl::Status> closed;
};

// A loop that isn't started: it takes events and does nothing, so the test delivers the replies.
class ReplyRouterTest : public ::testing::Test {
 protected:
  explicit ReplyRouterTest(size_t queue = 100) {
    LoopOptions options;
    options.queue_capacity = queue;
    loop_ = std::make_unique<CoreLoop>(CoreLoop::Parts{store_.get(), &clock_, &policy_, &router_},
                                       options, Rng(1));
    router_.SetLoop(loop_.get());
  }
  // The token of a call that then waits.
  ReplyToken Call(std::vector<absl::StatusOr<RunId>>* answers) {
    ReplyToken token = 0;
    router_.Call(
        [&](ReplyToken given) {
          token = given;
          return StopRun{given, "r", ""};
        },
        [answers](absl::StatusOr<RunId> answer) { answers->push_back(std::move(answer)); });
    return token;
  }

  std::unique_ptr<Store> store_ = MakeMemoryStore();
  FakeClock clock_;
  FairShare policy_;
  ReplyRouter router_;
  std::unique_ptr<CoreLoop> loop_;
  std::vector<absl::StatusOr<RunId>> answers_;
};

TEST_F(ReplyRouterTest, AnswersACallOnce) {
  const ReplyToken token = Call(&answers_);
  EXPECT_EQ(router_.waiting_calls(), 1u);
  router_.Deliver(RunReply{token, "r1", true});
  router_.Deliver(RunReply{token, "r1", true});
  ASSERT_EQ(answers_.size(), 1u);
  EXPECT_EQ(*answers_[0], "r1");
  EXPECT_EQ(router_.waiting_calls(), 0u);
}

TEST_F(ReplyRouterTest, HandsErrorsToTheCall) {
  router_.Deliver(ErrorReply{Call(&answers_), absl::NotFoundError("no")});
  ASSERT_EQ(answers_.size(), 1u);
  EXPECT_EQ(answers_[0].status(), absl::NotFoundError("no"));
}

TEST_F(ReplyRouterTest, SendsMessagesToTheirSessionAlone) {
  Port one;
  Port two;
  const SessionId first = router_.Add(&one);
  router_.Add(&two);
  router_.Deliver(Drain{first, "stop"});
  EXPECT_EQ(one.sent.size(), 1u);
  EXPECT_TRUE(two.sent.empty());
  router_.Remove(first);
  router_.Deliver(Drain{first, "stop"});
  EXPECT_EQ(one.sent.size(), 1u);
}

TEST_F(ReplyRouterTest, EndsCallsAndSessionsWhenTheCoreIsLoadedAgain) {
  Port port;
  router_.Add(&port);
  Call(&answers_);
  router_.OnReset(absl::UnavailableError("disk full"));
  ASSERT_EQ(answers_.size(), 1u);
  EXPECT_EQ(answers_[0].status().code(), absl::StatusCode::kUnavailable);
  ASSERT_TRUE(port.closed.has_value());
  EXPECT_EQ(port.closed->code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(router_.sessions(), 0u);
}

class FullRouterTest : public ReplyRouterTest {
 protected:
  FullRouterTest() : ReplyRouterTest(1) {}
};

TEST_F(FullRouterTest, RefusesACallAtOnceWhenTheQueueIsFull) {
  ASSERT_TRUE(router_.Post(Tick{}));
  Call(&answers_);
  ASSERT_EQ(answers_.size(), 1u);
  EXPECT_EQ(answers_[0].status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(wire::ReasonOf(answers_[0].status()), "BUSY");
  EXPECT_EQ(router_.waiting_calls(), 0u);
}

}  // namespace
}  // namespace rookery::coordinator

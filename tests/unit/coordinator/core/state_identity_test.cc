// Whose a worker is, and two processes that call themselves one worker.
#include <gtest/gtest.h>

#include "base/status.h"
#include "coordinator/core/core.h"
#include "coordinator/core/worker_owners.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using testing::MatchSpec;

// Sessions 11, 111, 211 ... are of one worker.
class IdentityTest : public ::testing::Test {
 protected:
  IdentityTest() {
    core_.AddArtifacts();
    core_.MakeRun(MatchSpec(1000));
  }
  const CloseSession* Refused(SessionId session) {
    const auto* close = core_.Find<CloseSession>();
    return close != nullptr && close->session == session ? close : nullptr;
  }
  void UseUpTheFreeOnes() {
    core_.Hello(11);
    for (size_t i = 1; i <= limits::kFreeTakeovers; ++i) {
      core_.now += absl::Milliseconds(200);
      core_.Hello(11 + 100 * i);
      EXPECT_NE(core_.Find<Welcome>(), nullptr);
    }
    last_ = 11 + 100 * limits::kFreeTakeovers;
  }
  WorkerView View() { return core_.core.ViewWorkers().at(0); }

  CoreHarness core_;
  SessionId last_ = 0;  // the session that is there
};

TEST_F(IdentityTest, ACloneIsTurnedAwayAndTheOtherKeepsItsLeases) {
  UseUpTheFreeOnes();
  const Lease lease = core_.Ask(last_);
  core_.now += absl::Milliseconds(200);
  core_.Hello(1011);
  const CloseSession* refused = Refused(1011);
  ASSERT_NE(refused, nullptr);
  EXPECT_EQ(refused->status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(Message(refused->status).find("'worker11'"), std::string::npos);
  EXPECT_NE(Message(refused->status).find("two processes"), std::string::npos);
  EXPECT_EQ(refused->retry_after, limits::kFirstTakeoverRetry);
  EXPECT_TRUE(refused->warn);
  EXPECT_EQ(core_.CountWrites<AddAction>(), 1u);
  EXPECT_EQ(core_.CountWrites<PutLease>(), 0u);
  EXPECT_NE(View().idle_reason.find("two processes"), std::string::npos);
  core_.now += refused->retry_after;
  core_.Hello(1111);
  ASSERT_NE(Refused(1111), nullptr);
  EXPECT_EQ(Refused(1111)->retry_after, 2 * limits::kFirstTakeoverRetry);
  EXPECT_FALSE(Refused(1111)->warn);
  core_.Step(WorkerGone{1111});  // the end of the refused one isn't that of the other
  EXPECT_EQ(core_.SendAll(last_, lease, 4).counted, 1);
}

TEST_F(IdentityTest, AWorkerThatIsKnownToBeGoneComesBackAtOnce) {
  UseUpTheFreeOnes();
  core_.Hello(1011);
  ASSERT_NE(Refused(1011), nullptr);
  core_.Step(WorkerGone{last_});
  core_.Hello(1111);
  EXPECT_NE(core_.Find<Welcome>(), nullptr);
}

TEST_F(IdentityTest, AWorkerThatIsSilentIsTakenOver) {
  UseUpTheFreeOnes();
  core_.Hello(1011);
  ASSERT_NE(Refused(1011), nullptr);
  core_.now += absl::Seconds(30);
  core_.Hello(1111);
  EXPECT_NE(core_.Find<Welcome>(), nullptr);
}

TEST_F(IdentityTest, ReadersAreToldUntilThereIsACalm) {
  UseUpTheFreeOnes();
  core_.Hello(1011);
  EXPECT_FALSE(core_.core.TakeChangedWorkers().empty());
  core_.now += limits::kTakeoverCalm / 2;
  core_.Step(Heartbeat{last_, {}, 0});
  core_.Step(Tick{});
  ASSERT_EQ(core_.core.TakeChangedWorkers().size(), 1u);
  EXPECT_NE(View().idle_reason, "");
  core_.now += limits::kTakeoverCalm / 2;
  core_.Step(Tick{});
  ASSERT_EQ(core_.core.TakeChangedWorkers().size(), 1u);
  EXPECT_EQ(View().idle_reason, "");
}

// Worker "w" with tokens of several owners, one after the other.
class OwnersTest : public IdentityTest {
 protected:
  OwnersTest() { core_.Step(CreateToken{9, RecordOf(Role::kOperator, "root"), {}, "root", {}}); }
  TokenRecord RecordOf(Role role, const std::string& owner) {
    TokenRecord record;
    record.role = role;
    record.owner = owner;
    record.secret_hash = HashOfSecret(fmt::format("secret {}", ++secrets_));
    return record;
  }
  // Takes the worker's token away and gives it one of this owner; OK if it was welcomed.
  absl::StatusCode GiveTo(const std::string& owner) {
    if (!token_.empty()) core_.Step(RevokeToken{9, token_, "root", {}});
    core_.Step(CreateToken{9, RecordOf(Role::kWorker, owner), {}, "root", {}});
    token_ = core_.Find<TextReply>()->text;
    WorkerHello hello{++session_, "w", "label", 1, "1", "b", {}};
    hello.access.token = token_;
    core_.Step(hello);
    const CloseSession* refused = Refused(session_);
    return refused == nullptr ? absl::StatusCode::kOk : refused->status.code();
  }
  void Play() { ASSERT_EQ(core_.SendAll(session_, core_.Ask(session_), 2).counted, 1); }

  TokenId token_;
  SessionId session_ = 1000;
  int secrets_ = 0;
};

TEST_F(OwnersTest, KeepWhatAWorkerDidWhileItWasTheirs) {
  EXPECT_EQ(GiveTo("wo"), absl::StatusCode::kOk);
  Play();
  Play();
  EXPECT_EQ(GiveTo("other"), absl::StatusCode::kOk);
  const OwnerShare first{"wo", 2, 4, 400};
  EXPECT_EQ(View().info.earlier, std::vector<OwnerShare>{first});
  EXPECT_EQ(PresentShare(View().info), (OwnerShare{"other", 0, 0, 0}));
  Play();
  EXPECT_EQ(PresentShare(View().info), (OwnerShare{"other", 1, 2, 200}));
  EXPECT_EQ(GiveTo("wo"), absl::StatusCode::kOk);  // what it did for both stays with both
  Play();
  EXPECT_EQ(View().info.earlier, (std::vector<OwnerShare>{first, {"other", 1, 2, 200}}));
  EXPECT_EQ(PresentShare(View().info), (OwnerShare{"wo", 1, 2, 200}));
  EXPECT_EQ(GiveTo("third"), absl::StatusCode::kOk);
  EXPECT_EQ(View().info.earlier,
            (std::vector<OwnerShare>{{"wo", 3, 6, 600}, {"other", 1, 2, 200}}));
  EXPECT_EQ(View().info.pairs, 4u);
}

TEST_F(OwnersTest, AreAtMostSoManyAndThoseWithoutAPairLeaveNothing) {
  for (size_t i = 0; i < limits::kMaxEarlierOwners; ++i) {
    ASSERT_EQ(GiveTo(fmt::format("owner{}", i)), absl::StatusCode::kOk);
    Play();
  }
  ASSERT_EQ(GiveTo("idle"), absl::StatusCode::kOk);
  ASSERT_EQ(GiveTo("last"), absl::StatusCode::kOk);
  EXPECT_EQ(View().info.earlier.size(), limits::kMaxEarlierOwners);
  Play();
  EXPECT_EQ(GiveTo("more"), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(GiveTo("last"), absl::StatusCode::kOk);
}

}  // namespace
}  // namespace rookery::coordinator

// Tokens in the core: given out, revoked, and what a revoked one can't do any more.
#include <gtest/gtest.h>

#include "coordinator/access/refusal_meter.h"

#include "base/status.h"
#include "coordinator/core/core.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using testing::MatchSpec;
using testing::PairOf;

Sha256Digest Secret(int which) { return HashOfSecret(fmt::format("secret {}", which)); }

TokenRecord RecordOf(Role role, int secret) {
  TokenRecord record;
  record.role = role;
  record.owner = "ann";
  record.secret_hash = Secret(secret);
  return record;
}

class TokensTest : public ::testing::Test {
 protected:
  TokensTest() { core_.AddArtifacts(); }
  TokenId Give(Role role, int secret, absl::Duration lifetime = absl::ZeroDuration()) {
    core_.Step(CreateToken{9, RecordOf(role, secret), lifetime, "root", {}});
    const auto* reply = core_.Find<TextReply>();
    return reply == nullptr ? TokenId() : reply->text;
  }
  absl::StatusCode Refused() {
    const auto* error = core_.Find<ErrorReply>();
    return error == nullptr ? absl::StatusCode::kOk : error->status.code();
  }
  // A worker in a session of its own with the token.
  void Hello(SessionId session, const TokenId& token) {
    WorkerHello hello{session, fmt::format("worker{}", session), "label", 1, "1", "b", {}};
    hello.access.token = token;
    core_.Step(hello);
  }

  CoreHarness core_;
};

TEST_F(TokensTest, AreStoredWithTheHashOfTheirSecretAndRecorded) {
  const TokenId id = Give(Role::kOperator, 1, absl::Hours(1));
  ASSERT_FALSE(id.empty());
  EXPECT_EQ(core_.CountWrites<PutToken>(), 1u);
  EXPECT_EQ(core_.CountWrites<AddAction>(), 1u);
  const TokenRecord* known = core_.core.tokens().Find(id);
  ASSERT_NE(known, nullptr);
  EXPECT_EQ(known->secret_hash, Secret(1));
  EXPECT_EQ(known->expires, core_.now + absl::Hours(1));
}

TEST_F(TokensTest, AreTheSameForTheSameSecretAgain) {
  const TokenId id = Give(Role::kOperator, 1);
  EXPECT_EQ(Give(Role::kOperator, 1), id);
  EXPECT_EQ(core_.CountWrites<PutToken>(), 0u);
  EXPECT_EQ(Give(Role::kViewer, 1), "");
  EXPECT_EQ(Refused(), absl::StatusCode::kAlreadyExists);
}

TEST_F(TokensTest, BeginWithAnOperatorsAndNeverLoseTheLastOne) {
  EXPECT_EQ(Give(Role::kViewer, 1), "");
  EXPECT_EQ(Refused(), absl::StatusCode::kFailedPrecondition);
  const TokenId first = Give(Role::kOperator, 2);
  core_.Step(RevokeToken{9, first, "root", {}});
  EXPECT_EQ(Refused(), absl::StatusCode::kFailedPrecondition);
  Give(Role::kOperator, 3);
  core_.Step(RevokeToken{9, first, "root", {}});
  EXPECT_EQ(Refused(), absl::StatusCode::kOk);
  core_.Step(RevokeToken{9, "nothing", "root", {}});
  EXPECT_EQ(Refused(), absl::StatusCode::kNotFound);
}

TEST_F(TokensTest, CloseTheSessionsThatCameWithoutOne) {
  core_.Hello(7);
  Give(Role::kOperator, 1);
  const auto* close = core_.Find<CloseSession>();
  ASSERT_NE(close, nullptr);
  EXPECT_TRUE(absl::IsUnauthenticated(close->status));
}

TEST_F(TokensTest, LetARevokedWorkerWriteNothingAndLendItsPairsToOthers) {
  Give(Role::kOperator, 1);
  const TokenId token = Give(Role::kWorker, 2);
  const TokenId other = Give(Role::kWorker, 3);
  const RunId run = core_.MakeRun(MatchSpec(1));
  Hello(7, token);
  Hello(8, other);
  const Lease lease = core_.Ask(7);
  ASSERT_EQ(lease.pairs.size(), 1u);
  core_.Step(RevokeToken{9, token, "root", {}});
  const auto* close = core_.Find<CloseSession>();
  ASSERT_NE(close, nullptr);
  EXPECT_TRUE(absl::IsUnauthenticated(close->status));
  core_.Send(7, lease, {PairOf(0, 4)});
  EXPECT_TRUE(core_.effects.writes.empty());
  EXPECT_EQ(core_.run(run).totals.counted, 0u);
  Hello(17, token);
  EXPECT_TRUE(core_.effects.writes.empty());
  EXPECT_NE(core_.Find<CloseSession>(), nullptr);
  EXPECT_EQ(core_.Ask(8).pairs, lease.pairs);
}

TEST_F(TokensTest, LetAWorkerWhoseTimeIsOverWriteNothing) {
  Give(Role::kOperator, 1);
  const TokenId token = Give(Role::kWorker, 2, absl::Minutes(1));
  core_.MakeRun(MatchSpec(1));
  Hello(7, token);
  const Lease lease = core_.Ask(7);
  core_.now += absl::Minutes(2);
  core_.Send(7, lease, {PairOf(0, 4)});
  EXPECT_EQ(core_.CountWrites<AddPair>(), 0u);
  EXPECT_NE(core_.Find<CloseSession>(), nullptr);
}

TEST_F(TokensTest, EndACallThatWasOnItsWayWhenItsTokenWasRevoked) {
  Give(Role::kOperator, 1);
  const TokenId token = Give(Role::kAuthor, 2);
  core_.Step(RevokeToken{9, token, "root", {}});
  core_.Step(CreateRun{9, MatchSpec(1), "request", "ann", {token, "peer", true}});
  EXPECT_EQ(Refused(), absl::StatusCode::kUnauthenticated);
  ASSERT_EQ(core_.effects.writes.size(), 1u);  // that it was tried, and nothing else
  EXPECT_EQ(std::get<AddAction>(core_.effects.writes[0]).action.kind, "refused");
}

TEST_F(TokensTest, KeepAnAuthorToItsOwnRuns) {
  RunSpec spec = MatchSpec(1);
  spec.owner = "bob";
  const RunId run = core_.MakeRun(spec);
  core_.Step(StopRun{9, run, "", "ann", {"", "peer", true}});
  EXPECT_EQ(Refused(), absl::StatusCode::kPermissionDenied);
  core_.Step(StopRun{9, run, "", "bob", {"", "peer", true}});
  EXPECT_EQ(Refused(), absl::StatusCode::kOk);
}

TEST_F(TokensTest, GiveAWorkerThatJoinsOneOfItsOwnOnce) {
  Give(Role::kOperator, 1);
  core_.Step(JoinWorker{9, "w1", "label", Secret(2), "ann", {}});
  ASSERT_NE(core_.Find<TextReply>(), nullptr);
  const TokenId token = core_.Find<TextReply>()->text;
  EXPECT_EQ(core_.core.tokens().Find(token)->worker, "w1");
  // A lost answer: the same again.
  core_.Step(JoinWorker{9, "w1", "label", Secret(2), "ann", {}});
  EXPECT_EQ(core_.Find<TextReply>()->text, token);
  // Somebody else who may join can't take its place.
  core_.Step(JoinWorker{9, "w1", "label", Secret(3), "eve", {}});
  EXPECT_EQ(Refused(), absl::StatusCode::kAlreadyExists);
  core_.Step(RevokeToken{9, token, "root", {}});
  core_.Step(JoinWorker{9, "w1", "label", Secret(3), "ann", {}});
  EXPECT_EQ(Refused(), absl::StatusCode::kOk);
}

// As W in each case, by who has another token: made for nobody, for another worker, or to join.
class WorkersIdTest : public TokensTest {
 protected:
  TokenId Make(const std::string& owner, const std::string& worker, int secret) {
    TokenRecord record = RecordOf(Role::kWorker, secret);
    record.owner = owner;
    record.worker = worker;
    core_.Step(CreateToken{9, record, absl::ZeroDuration(), "root", {}});
    return core_.Find<TextReply>()->text;
  }
  // As w in a session of its own; OK if it was welcomed.
  absl::StatusCode HelloAs(const TokenId& token) {
    WorkerHello hello{++session_, "w", "label", 1, "1", "b", {}};
    hello.access.token = token;
    core_.Step(hello);
    const auto* close = core_.Find<CloseSession>();
    const bool own = close != nullptr && close->session == session_;
    EXPECT_NE(own, core_.Find<Welcome>() != nullptr);
    return own ? close->status.code() : absl::StatusCode::kOk;
  }
  absl::StatusCode Join(const std::string& by, int secret) {
    core_.Step(JoinWorker{9, "w", "label", Secret(secret), by, {}});
    return Refused();
  }

  SessionId session_ = 100;
};

TEST_F(WorkersIdTest, IsThatOfTheTokenThatWasMadeForIt) {
  Give(Role::kOperator, 1);
  ASSERT_EQ(Join("ann", 2), absl::StatusCode::kOk);
  const TokenId own = core_.Find<TextReply>()->text;
  EXPECT_EQ(HelloAs(own), absl::StatusCode::kOk);
  EXPECT_EQ(HelloAs(Make("eve", "", 3)), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(HelloAs(Make("ann", "", 4)), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(Join("eve", 5), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(HelloAs(own), absl::StatusCode::kOk);
  core_.Step(RevokeToken{9, own, "root", {}});
  EXPECT_EQ(Join("eve", 5), absl::StatusCode::kOk);
}

TEST_F(WorkersIdTest, IsThatOfTheTokenItCameWithAndOfItsOwners) {
  Give(Role::kOperator, 1);
  const TokenId first = Make("ann", "", 2);
  const TokenId eves = Make("eve", "", 3);
  ASSERT_EQ(HelloAs(first), absl::StatusCode::kOk);
  EXPECT_EQ(HelloAs(eves), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(Join("eve", 4), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(Join("", 4), absl::StatusCode::kPermissionDenied);
  const TokenId second = Make("ann", "", 5);  // she gives all her machines a new one
  EXPECT_EQ(HelloAs(second), absl::StatusCode::kOk);
  EXPECT_EQ(Join("ann", 6), absl::StatusCode::kOk);  // or one of its own
  EXPECT_EQ(HelloAs(core_.Find<TextReply>()->text), absl::StatusCode::kOk);
}

TEST_F(WorkersIdTest, IsFreeWhenItsTokenIsDead) {
  Give(Role::kOperator, 1);
  const TokenId first = Make("", "", 2);
  const TokenId other = Make("", "", 3);
  ASSERT_EQ(HelloAs(first), absl::StatusCode::kOk);
  EXPECT_EQ(HelloAs(other), absl::StatusCode::kPermissionDenied);  // of nobody's isn't of the same
  core_.Step(RevokeToken{9, first, "root", {}});
  EXPECT_EQ(HelloAs(other), absl::StatusCode::kOk);
}

TEST(TokensInAFullBook, TakeThePlaceOfThoseThatAreDeadInTheStoreToo) {
  CoreOptions options;
  options.max_tokens = 3;
  CoreHarness core(options);
  const auto give = [&](Role role, int secret) {
    core.Step(CreateToken{9, RecordOf(role, secret), absl::ZeroDuration(), "root", {}});
    const auto* reply = core.Find<TextReply>();
    return reply == nullptr ? TokenId() : reply->text;
  };
  give(Role::kOperator, 1);
  const TokenId second = give(Role::kWorker, 2);
  give(Role::kWorker, 3);
  EXPECT_EQ(give(Role::kWorker, 4), "");  // all are in use
  EXPECT_NE(Message(core.Find<ErrorReply>()->status).find("rookery tokens revoke"),
            std::string::npos);
  core.Step(RevokeToken{9, second, "root", {}});
  EXPECT_NE(give(Role::kWorker, 4), "");
  ASSERT_EQ(core.CountWrites<DropToken>(), 1u);
  EXPECT_EQ(std::get<DropToken>(core.effects.writes.front()).token, second);
  EXPECT_EQ(core.core.tokens().All().size(), 3u);
}

TEST_F(TokensTest, SayWhoLendsAWorker) {
  Give(Role::kOperator, 1);
  const TokenId token = Give(Role::kWorker, 2);
  Hello(7, token);
  EXPECT_EQ(core_.core.ViewWorkers().at(0).info.owner, core_.core.tokens().Find(token)->owner);
  EXPECT_NE(core_.core.ViewWorkers().at(0).info.owner, "");
}

TEST_F(TokensTest, RecordWhoChangedWhatAndFromWhere) {
  const RunId run = core_.MakeRun(MatchSpec(1));
  core_.Step(StopRun{9, run, "enough", "ann", {"", "ipv4:10.0.0.7:1234", false}});
  const AddAction* action = nullptr;
  for (const Write& write : core_.effects.writes) {
    if (const auto* found = std::get_if<AddAction>(&write)) action = found;
  }
  ASSERT_NE(action, nullptr);
  EXPECT_EQ(action->action.kind, "stop-run");
  EXPECT_EQ(action->action.target, "runs/" + run);
  EXPECT_EQ(action->action.by, "ann");
  EXPECT_EQ(action->action.from, "ipv4:10.0.0.7:1234");
  EXPECT_EQ(action->action.text, "enough");
  // What changed nothing is no action.
  core_.Step(StopRun{9, run, "enough", "ann", {}});
  EXPECT_EQ(core_.CountWrites<AddAction>(), 0u);
}

TEST_F(TokensTest, RecordWhatSomebodyHadNoRightToDo) {
  RunSpec spec = MatchSpec(1);
  spec.owner = "bob";
  const RunId run = core_.MakeRun(spec);
  core_.Step(StopRun{9, run, "", "ann", {"", "peer", true}});
  ASSERT_EQ(core_.CountWrites<AddAction>(), 1u);
  const Action& action = std::get<AddAction>(core_.effects.writes.back()).action;
  EXPECT_EQ(action.kind, "refused");
  EXPECT_EQ(action.by, "ann");
  EXPECT_EQ(action.from, "peer");
  EXPECT_EQ(action.target, "runs/" + run);
  EXPECT_NE(action.text.find("stop-run: "), std::string::npos);
  core_.Step(CreateRun{9, spec, "r2", "ann", {"", "peer", true}});
  EXPECT_EQ(Refused(), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(core_.CountWrites<AddAction>(), 1u);
  core_.Step(StopRun{9, "nowhere", "", "ann", {"", "peer", true}});  // a mistake, not an attempt
  EXPECT_EQ(core_.CountWrites<AddAction>(), 0u);
}

TEST_F(TokensTest, RecordSoFewRefusalsThatAFloodPushesNothingOut) {
  size_t rows = 0;
  for (int i = 0; i < 1000; ++i) {
    core_.Step(NoteRefusal{{"", "t", "rookery.v1.RunService/GetRun", "peer", "no such token"}, 4});
    rows += core_.CountWrites<AddAction>();
  }
  EXPECT_EQ(rows, static_cast<size_t>(RefusalMeter::kBurst));
  core_.now += absl::Minutes(1);
  core_.Step(NoteRefusal{{"", "t", "rookery.v1.RunService/GetRun", "peer", "no such token"}, 0});
  ASSERT_EQ(core_.CountWrites<AddAction>(), 1u);
  EXPECT_NE(std::get<AddAction>(core_.effects.writes.back()).action.text.find("4850 others"),
            std::string::npos);
}

}  // namespace
}  // namespace rookery::coordinator

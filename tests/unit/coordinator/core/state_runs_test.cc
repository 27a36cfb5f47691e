// What authors are held to: quotas, and approval before a run begins.
#include <gtest/gtest.h>

#include "base/status.h"
#include "coordinator/core/limits.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using testing::MatchSpec;

class AuthorsTest : public ::testing::Test {
 protected:
  static CoreOptions Options() {
    CoreOptions options;
    options.author_open_runs = 2;
    options.author_core_hours = 0.5;
    return options;
  }
  AuthorsTest() { core_.AddArtifacts(); }

  // Of an author, whose role reaches to its own runs alone.
  absl::StatusCode Start(const std::string& author, RunId* run = nullptr) {
    RunSpec spec = MatchSpec(50);
    spec.owner = author;
    core_.Step(CreateRun{
        9, spec, fmt::format("of {} {}", author, ++requests_), author, {"", "peer", true}});
    const auto* error = core_.Find<ErrorReply>();
    if (error != nullptr) return error->status.code();
    if (run != nullptr) *run = core_.Find<RunReply>()->run;
    return absl::StatusCode::kOk;
  }

  CoreHarness core_{Options()};
  int requests_ = 0;
};

TEST_F(AuthorsTest, MayHaveSoManyOpenRunsAtOnceEachForHimself) {
  RunId first;
  EXPECT_EQ(Start("ann", &first), absl::StatusCode::kOk);
  EXPECT_EQ(Start("ann"), absl::StatusCode::kOk);
  EXPECT_EQ(Start("ann"), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Start("bob"), absl::StatusCode::kOk);
  core_.Step(StopRun{9, first, "", "ann", {"", "peer", true}});
  EXPECT_EQ(Start("ann"), absl::StatusCode::kOk);
}

TEST_F(AuthorsTest, MayUseSoManyCoreHoursWithinAMonth) {
  RunId run;
  ASSERT_EQ(Start("ann", &run), absl::StatusCode::kOk);
  core_.Hello(11);
  const Lease lease = core_.Ask(11);
  ASSERT_EQ(lease.run, run);
  PairResult pair = testing::PairOf(lease.pairs.at(0), 2);
  pair.first.elapsed_ms = pair.second.elapsed_ms = 900'000;  // half an hour together
  core_.Send(11, lease, {pair});
  EXPECT_EQ(core_.run(run).totals.core_ms, 1'800'000u);
  EXPECT_EQ(Start("ann"), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Start("bob"), absl::StatusCode::kOk);
  core_.now += limits::kQuotaWindow;
  EXPECT_EQ(Start("ann"), absl::StatusCode::kOk);
}

TEST_F(AuthorsTest, HaveTheirRunsPausedOnceTheCoreHoursAreUsedUp) {
  RunId anns;
  RunId bobs;
  ASSERT_EQ(Start("ann", &anns), absl::StatusCode::kOk);
  core_.Hello(11);
  const Lease lease = core_.Ask(11);
  PairResult pair = testing::PairOf(lease.pairs.at(0), 2);
  pair.first.elapsed_ms = pair.second.elapsed_ms = 900'000;
  core_.Send(11, lease, {pair});
  ASSERT_EQ(Start("bob", &bobs), absl::StatusCode::kOk);
  const auto let_in = [&](Role role, const std::string& owner) {
    TokenRecord record;
    record.role = role;
    record.owner = owner;
    record.secret_hash = HashOfSecret(owner);
    core_.Step(CreateToken{9, record, absl::ZeroDuration(), "root", {}});
    EXPECT_EQ(core_.Find<ErrorReply>(), nullptr);
  };
  let_in(Role::kOperator, "root");
  core_.Step(Tick{});
  EXPECT_EQ(core_.run(anns).state, RunState::kActive);  // no author's: nobody of the name is one
  let_in(Role::kAuthor, "ann");
  let_in(Role::kAuthor, "bob");
  core_.now += limits::kQuotaLook;
  core_.Step(Tick{});
  EXPECT_EQ(core_.run(anns).state, RunState::kPaused);
  EXPECT_EQ(core_.run(bobs).state, RunState::kActive);
  core_.Step(ResumeRun{9, anns});
  ASSERT_NE(core_.Find<ErrorReply>(), nullptr);
  EXPECT_EQ(core_.Find<ErrorReply>()->status.code(), absl::StatusCode::kResourceExhausted);
  core_.now += limits::kQuotaWindow;
  core_.Step(ResumeRun{9, anns});
  EXPECT_EQ(core_.run(anns).state, RunState::kActive);
}

TEST_F(AuthorsTest, AreHeldToNothingAsOperators) {
  for (int i = 0; i < 5; ++i) EXPECT_NE(core_.MakeRun(MatchSpec(1)), "");
}

TEST(Approval, LetsNothingBePlayedBeforeAnOperatorSaysSo) {
  CoreOptions options;
  options.approve_runs = true;
  CoreHarness core(options);
  core.AddArtifacts();
  core.Hello(11);
  RunSpec spec = MatchSpec(3);
  spec.owner = "ann";
  core.Step(CreateRun{9, spec, "request", "ann", {"", "peer", true}});
  const RunId run = core.Find<RunReply>()->run;
  EXPECT_EQ(core.run(run).state, RunState::kWaiting);
  EXPECT_EQ(core.CountWrites<AddRunEvent>(), 2u);  // created, waiting
  EXPECT_TRUE(core.Ask(11).pairs.empty());
  core.Step(ResumeRun{9, run, "ann", {"", "peer", true}});
  EXPECT_EQ(core.Find<ErrorReply>()->status.code(), absl::StatusCode::kFailedPrecondition);
  core.Step(ApproveRun{9, run, "root", {}});
  EXPECT_EQ(core.run(run).state, RunState::kActive);
  ASSERT_EQ(core.CountWrites<AddRunEvent>(), 1u);
  const AddRunEvent* noted = nullptr;
  for (const Write& write : core.effects.writes) {
    if (const auto* found = std::get_if<AddRunEvent>(&write)) noted = found;
  }
  EXPECT_EQ(noted->event.kind, "approved");
  EXPECT_EQ(noted->event.by, "root");
  EXPECT_EQ(core.CountWrites<AddAction>(), 1u);
  EXPECT_FALSE(core.Ask(11).pairs.empty());
  core.Step(ApproveRun{9, run, "root", {}});  // once more changes nothing
  EXPECT_EQ(core.CountWrites<AddRunEvent>(), 0u);
}

TEST(Approval, HoldsForNoMoreThanWasApproved) {
  CoreOptions options;
  options.approve_runs = true;
  CoreHarness core(options);
  core.AddArtifacts();
  RunSpec spec = MatchSpec(30);
  spec.owner = "ann";
  spec.max_core_seconds = 100;
  const Access author = {"", "peer", true};
  core.Step(CreateRun{9, spec, "request", "ann", author});
  const RunId run = core.Find<RunReply>()->run;
  const auto edit = [&](RunEdit wish, const Access& access) {
    core.Step(EditRun{9, run, std::move(wish), "ann", access});
    const auto* error = core.Find<ErrorReply>();
    return error == nullptr ? "" : Message(error->status);
  };
  RunEdit pairs, cost, endless, turn, share;
  pairs.max_pairs = 31;
  cost.max_core_seconds = 101;
  endless.max_core_seconds = 0;  // no limit
  turn.priority = 1;
  share.weight = 1.5;
  const std::vector<std::pair<RunEdit, std::string>> wishes = {{pairs, "max_pairs"},
                                                               {cost, "max_core_seconds"},
                                                               {endless, "max_core_seconds"},
                                                               {turn, "priority"},
                                                               {share, "weight"}};
  EXPECT_EQ(edit(pairs, author), "");  // it still waits: whoever approves sees it
  core.Step(ApproveRun{9, run, "root", {}});
  pairs.max_pairs = 32;
  for (const auto& [wish, field] : wishes) {
    if (field == "max_pairs") continue;
    EXPECT_NE(edit(wish, author).find("field " + field), std::string::npos) << field;
  }
  EXPECT_NE(edit(pairs, author).find("field max_pairs"), std::string::npos);
  RunEdit less;
  less.max_pairs = 20;
  less.max_core_seconds = 50;
  less.priority = -1;
  less.weight = 0.5;
  EXPECT_EQ(edit(less, author), "");
  for (const auto& [wish, field] : wishes) EXPECT_EQ(edit(wish, {}), "") << field;
}

TEST(Requests, AreTheirMakersOwn) {
  CoreHarness core;
  core.AddArtifacts();
  RunSpec spec = MatchSpec(1);
  spec.owner = "ann";
  const Access author = {"", "peer", true};
  core.Step(CreateRun{9, spec, "request", "ann", author});
  const RunId run = core.Find<RunReply>()->run;
  core.Step(CreateRun{9, spec, "request", "ann", author});
  EXPECT_EQ(core.Find<RunReply>()->run, run);
  spec.owner = "eve";
  core.Step(CreateRun{9, spec, "request", "eve", author});
  ASSERT_NE(core.Find<ErrorReply>(), nullptr);
  EXPECT_TRUE(absl::IsAlreadyExists(core.Find<ErrorReply>()->status));
}

TEST(Approval, IsNotAskedOfOperators) {
  CoreOptions options;
  options.approve_runs = true;
  CoreHarness core(options);
  core.AddArtifacts();
  EXPECT_EQ(core.run(core.MakeRun(MatchSpec(1))).state, RunState::kActive);
}

TEST(Contributors, HaveEachCountedPairOnceHoweverOftenItComes) {
  CoreHarness core;
  core.AddArtifacts();
  core.MakeRun(MatchSpec(50));
  core.Hello(11);
  const Lease lease = core.Ask(11);
  PairResult pair = testing::PairOf(lease.pairs.at(0), 2);
  pair.first.elapsed_ms = 1000;
  pair.second.elapsed_ms = 500;
  core.Send(11, lease, {pair});
  core.Send(11, lease, {pair});  // its acknowledgement was lost
  const WorkerInfo info = core.core.ViewWorkers().at(0).info;
  EXPECT_EQ(info.pairs, 1u);
  EXPECT_EQ(info.core_ms, 1500u);
}

}  // namespace
}  // namespace rookery::coordinator

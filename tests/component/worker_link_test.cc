#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "coordinator/core/limits.h"
#include "proto/wire/status.h"
#include "tests/component/coordinator_fixture.h"
#include "tests/component/scripted_worker.h"

namespace rookery::testing {
namespace {

using ::testing::HasSubstr;

class WorkerLink : public CoordinatorTest {
 protected:
  // Plays the run with pairs that dev wins until the worker is given no more.
  void WinUntilNoWork(ScriptedWorker& worker) {
    for (;;) {
      const v1::CoordinatorMessage answer = worker.Ask(50);
      if (!answer.has_lease()) return;
      std::vector<v1::PairResult> pairs;
      for (const uint64_t index : answer.lease().pair_indices()) pairs.push_back(WonPair(index));
      for (int64_t sequence = 1; !pairs.empty(); ++sequence) {
        const size_t count = std::min<size_t>(pairs.size(), 64);
        const std::vector<v1::PairResult> part(pairs.begin(), pairs.begin() + count);
        pairs.erase(pairs.begin(), pairs.begin() + count);
        EXPECT_EQ(worker.Report(answer.lease(), sequence, part).refused(), "");
      }
    }
  }
};

TEST_F(WorkerLink, PlaysATestFromHelloToVerdict) {
  const v1::Run run = Create(TestRequest("one"));
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  const v1::Welcome welcome = worker.SayHello();
  EXPECT_EQ(welcome.protocol(), 1);
  EXPECT_GT(welcome.heartbeat_seconds(), 0);
  WinUntilNoWork(worker);
  const v1::Run ended = Get(run.name());
  EXPECT_EQ(ended.state(), v1::RUN_STATE_FINISHED);
  const v1::Progress& progress = ended.progress();
  EXPECT_EQ(progress.verdict(), v1::VERDICT_ACCEPTED);
  EXPECT_GE(progress.llr(), progress.upper());
  EXPECT_EQ(progress.pentanomial().ww(), static_cast<int64_t>(progress.pairs()));
  EXPECT_EQ(progress.games(), 2 * progress.pairs());
  EXPECT_EQ(progress.pairs_counted(), progress.pairs() + progress.pairs_after_verdict());
  // The list of workers is published a little later than what they did.
  absl::StatusOr<v1::ListWorkersResponse> workers = client_->ListWorkers();
  for (int i = 0; i < 10'000 && workers.ok() && workers->workers().empty(); ++i) {
    workers = client_->ListWorkers();
  }
  ASSERT_TRUE(workers.ok());
  ASSERT_EQ(workers->workers_size(), 1);
  EXPECT_EQ(workers->workers(0).name(), "workers/w1");
}

TEST_F(WorkerLink, SendsAPlanThatSaysAllThatPlayNeeds) {
  const v1::CreateRunRequest request = TestRequest("one");
  const v1::Run run = Create(request);
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  const v1::Lease lease = worker.AskForLease(8);
  const v1::PlayPlan& plan = lease.plan();
  EXPECT_EQ(plan.run(), run.name());
  EXPECT_EQ(plan.run_seed(), 42u);
  EXPECT_EQ(plan.book_sha256(), request.run().book_sha256());
  EXPECT_EQ(plan.book_lines(), 400u);
  EXPECT_EQ(plan.dev().weights_sha256(), request.run().dev().weights_sha256());
  EXPECT_EQ(plan.limits().nodes(), 1000);
  EXPECT_EQ(plan.rule_profile(), "engine");
  EXPECT_GT(plan.max_moves(), 0);
  EXPECT_GT(plan.hash_kib(), 0);
  EXPECT_GT(lease.pair_indices_size(), 0);
  EXPECT_GT(lease.expires_in_seconds(), 0);
}

TEST_F(WorkerLink, AcknowledgesARepeatedReportAgainAndCountsItOnce) {
  const v1::Run run = Create(TestRequest("one"));
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  const v1::Lease lease = worker.AskForLease(4);
  const std::vector<v1::PairResult> pairs = {WonPair(lease.pair_indices(0))};
  const v1::ReportAck first = worker.Report(lease, 1, pairs);
  EXPECT_EQ(first.counted(), 1);
  const v1::ReportAck again = worker.Report(lease, 1, pairs);
  EXPECT_EQ(again.sequence(), 1);
  EXPECT_EQ(again.refused(), "");
  EXPECT_EQ(Get(run.name()).progress().pairs_counted(), 1u);
}

TEST_F(WorkerLink, TakesAReportAfterTheStreamBroke) {
  const v1::Run run = Create(TestRequest("one"));
  v1::Lease lease;
  {
    ScriptedWorker worker(coordinator_->grpc_address(), "w1");
    worker.SayHello();
    lease = worker.AskForLease(4);
    worker.Break();
  }
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  EXPECT_EQ(worker.SayHello({lease.lease()}).lost_leases_size(), 0);
  EXPECT_EQ(worker.Report(lease, 1, {WonPair(lease.pair_indices(0))}).counted(), 1);
  EXPECT_EQ(Get(run.name()).progress().pairs_counted(), 1u);
}

TEST_F(WorkerLink, KeepsRunsLeasesAndPairsThroughARestart) {
  const v1::Run run = Create(TestRequest("one"));
  v1::Lease lease;
  {
    ScriptedWorker worker(coordinator_->grpc_address(), "w1");
    worker.SayHello();
    lease = worker.AskForLease(4);
    ASSERT_GE(lease.pair_indices_size(), 2);
    worker.Report(lease, 1, {WonPair(lease.pair_indices(0))});
  }
  Restart();
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  EXPECT_EQ(worker.SayHello({lease.lease()}).lost_leases_size(), 0);
  EXPECT_EQ(worker.Report(lease, 1, {WonPair(lease.pair_indices(0))}).duplicates(), 1);
  for (int i = 1; i < lease.pair_indices_size(); ++i) {
    EXPECT_EQ(worker.Report(lease, i + 1, {WonPair(lease.pair_indices(i))}).counted(), 1);
  }
  EXPECT_EQ(Get(run.name()).progress().pairs_counted(),
            static_cast<uint64_t>(lease.pair_indices_size()));
  WinUntilNoWork(worker);
  EXPECT_EQ(Get(run.name()).progress().verdict(), v1::VERDICT_ACCEPTED);
}

TEST_F(WorkerLink, RefusesAReportThatIsNotWellFormedAndKeepsTheStream) {
  Create(TestRequest("one"));
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  const v1::Lease lease = worker.AskForLease(4);
  v1::PairResult broken = WonPair(lease.pair_indices(0));
  broken.mutable_first()->set_digest("short");
  const v1::ReportAck ack = worker.Report(lease, 1, {broken});
  EXPECT_THAT(ack.refused(), HasSubstr("report.pairs[0].first.digest: has 5 bytes"));
  EXPECT_EQ(worker.Report(lease, 1, {WonPair(lease.pair_indices(0))}).counted(), 1);
}

TEST_F(WorkerLink, EndsAStreamThatDoesNotBeginWithHello) {
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  EXPECT_EQ(worker.Ask(4).message_case(), v1::CoordinatorMessage::MESSAGE_NOT_SET);
  const grpc::Status status = worker.Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("first message is hello"));
}

TEST_F(WorkerLink, EndsAStreamOfAnotherProtocolAndNamesBoth) {
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  v1::WorkerMessage message;
  *message.mutable_hello() = worker.Hello();
  message.mutable_hello()->set_protocol(99);
  worker.Send(message);
  const grpc::Status status = worker.Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(), HasSubstr("speaks 99"));
}

TEST_F(WorkerLink, TellsAWorkerWithoutWorkWhy) {
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  const v1::CoordinatorMessage answer = worker.Ask(4);
  ASSERT_TRUE(answer.has_no_work());
  EXPECT_NE(answer.no_work().reason(), "");
  EXPECT_GT(answer.no_work().retry_after_ms(), 0);
}

TEST_F(WorkerLink, TellsWorkersWhenTheCoordinatorStops) {
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  std::thread stopper([&] { coordinator_->Shutdown(); });
  EXPECT_TRUE(worker.Receive().has_drain());
  EXPECT_EQ(worker.Receive().message_case(), v1::CoordinatorMessage::MESSAGE_NOT_SET);
  stopper.join();
}

// A copied data folder: after a few takeovers the one that is there stays and keeps its lease.
// It plays now one, now the other: who watches the older must not wait for ever.
TEST_F(WorkerLink, IsAskedForTheGamesOfEveryRunThatItPlays) {
  const std::string first = Create(TestRequest("one")).name();
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  EXPECT_EQ(worker.AskForLease(1).plan().run(), first);
  Create(TestRequest("two"));
  std::string newest = first;
  for (int i = 0; i < 20 && newest == first; ++i) newest = worker.AskForLease(1).plan().run();
  ASSERT_NE(newest, first);

  std::string address = coordinator_->http_address();
  address.pop_back();
  httplib::Client http(address);
  std::thread watching([&] { http.Get("/api/v1/" + first + "/live"); });
  v1::CoordinatorMessage message = worker.Receive();
  while (!message.has_watch_games() &&
         message.message_case() != v1::CoordinatorMessage::MESSAGE_NOT_SET) {
    message = worker.Receive();
  }
  EXPECT_EQ(message.watch_games().run(), first);
  http.stop();
  watching.join();
}

TEST_F(WorkerLink, TellsASecondProcessWithTheSameIdentityToWait) {
  Create(TestRequest("one"));
  std::vector<std::unique_ptr<ScriptedWorker>> sessions;
  for (size_t i = 0; i <= coordinator::limits::kFreeTakeovers; ++i) {
    sessions.push_back(std::make_unique<ScriptedWorker>(coordinator_->grpc_address(), "w1"));
    sessions.back()->SayHello();
  }
  const v1::Lease lease = sessions.back()->AskForLease(1);
  ScriptedWorker clone(coordinator_->grpc_address(), "w1");
  v1::WorkerMessage hello;
  *hello.mutable_hello() = clone.Hello();
  clone.Send(hello);
  EXPECT_EQ(clone.Receive().message_case(), v1::CoordinatorMessage::MESSAGE_NOT_SET);
  const absl::Status refused = wire::FromGrpc(clone.Finish());
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(wire::RetryAfter(refused), coordinator::limits::kFirstTakeoverRetry);
  EXPECT_THAT(std::string(refused.message()),
              HasSubstr("two processes use this worker's identity"));
  EXPECT_EQ(sessions.back()->Report(lease, 1, {WonPair(lease.pair_indices(0))}).counted(), 1);
  const auto told = [&] {
    const absl::StatusOr<v1::ListWorkersResponse> workers = client_->ListWorkers();
    return workers.ok() && workers->workers_size() == 1 &&
           workers->workers(0).idle_reason().find("two processes") != std::string::npos;
  };
  bool seen = false;
  for (int i = 0; i < 10'000 && !seen; ++i) seen = told();  // published a little later
  EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace rookery::testing

// Where a new run is judged: never on gRPC's threads, of which there are as many as cores, and
// which the workers' heartbeats need; nor on those that read runs' pages from the disk.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <future>

#include "coordinator/service/run_service.h"
#include "proto/wire/client.h"
#include "proto/wire/status.h"
#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

// Well formed; refused for its rules once it is judged.
v1::CreateRunRequest UnknownRules() {
  v1::CreateRunRequest request;
  request.set_request_id("one");
  v1::RunSpec& run = *request.mutable_run();
  run.set_kind(v1::RUN_KIND_MATCH);
  for (v1::EngineSpec* engine : {run.mutable_dev(), run.mutable_base()}) {
    engine->set_name("engine");
    engine->set_weights_sha256(std::string(64, 'a'));
  }
  run.mutable_limits()->set_nodes(1000);
  run.set_book_sha256(std::string(64, 'b'));
  run.set_rule_profile("bughouse");
  return request;
}

TEST(RunCreation, IsJudgedOnThreadsOfItsOwn) {
  const auto view = testing::ViewOfRuns({});
  ReadModel reads([view] { return view; }, {});
  const auto nobody = std::make_shared<const TokenBook>();
  RealClock clock;
  const Gate gate([nobody] { return nobody; }, &clock);
  EdgeCounters counters;
  ReplyRouter router;
  WatchHub watches(&reads, &counters);
  Executor executor(1, 1);
  Executor checks(1, 1);
  RunServiceImpl service({&router, &reads, &watches, &executor, &checks, &counters, &gate});
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  const auto client = *wire::Client::Create({.address = fmt::format("127.0.0.1:{}", port)});

  // Its thread is busy and its queue full: whatever answers now was done elsewhere.
  std::promise<void> begun;
  std::promise<void> end;
  ASSERT_TRUE(checks.Run([&] {
    begun.set_value();
    end.get_future().wait();
  }));
  begun.get_future().wait();
  std::promise<void> emptied;
  ASSERT_TRUE(checks.Run([&] { emptied.set_value(); }));
  const absl::Status busy = client->CreateRun(UnknownRules()).status();
  EXPECT_EQ(wire::ReasonOf(busy), "BUSY") << busy;
  EXPECT_TRUE(absl::IsNotFound(client->GetRun("0123456789abcdef").status()));  // pages answer

  end.set_value();
  emptied.get_future().wait();
  const absl::Status judged = client->CreateRun(UnknownRules()).status();
  EXPECT_THAT(std::string(judged.message()), HasSubstr("run.rule_profile"));
}

}  // namespace
}  // namespace rookery::coordinator

// The worker's link against a scripted coordinator over real gRPC on loopback, and a whole driver
// on top of it.
#include "worker/link/grpc_link.h"

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/bounded_queue.h"
#include "proto/wire/client.h"
#include "rookery/v1/workers.grpc.pb.h"
#include "tests/support/temp_path.h"
#include "worker/agent/driver.h"

namespace rookery::worker {
namespace {

// Hands every message to a script, which writes what it likes; false ends the stream.
class ScriptedCoordinator : public v1::WorkerLinkService::Service {
 public:
  using Stream = grpc::ServerReaderWriter<v1::CoordinatorMessage, v1::WorkerMessage>;
  using Script = std::function<bool(const v1::WorkerMessage&, Stream&)>;

  explicit ScriptedCoordinator(Script script, int port = 0) : script_(std::move(script)) {
    grpc::ServerBuilder builder;
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddListeningPort("127.0.0.1:" + std::to_string(port), grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }
  ~ScriptedCoordinator() override {
    server_->Shutdown(std::chrono::system_clock::time_point());  // at once
    server_->Wait();
  }
  grpc::Status Attach(grpc::ServerContext*, Stream* stream) override {
    v1::WorkerMessage message;
    while (stream->Read(&message)) {
      if (!script_(message, *stream)) return {grpc::StatusCode::FAILED_PRECONDITION, "refused"};
    }
    return grpc::Status::OK;
  }
  int port() const { return port_; }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  Script script_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

class GrpcLinkTest : public ::testing::Test {
 protected:
  std::unique_ptr<GrpcLink> MakeLink(const std::string& address) {
    return std::make_unique<GrpcLink>(
        wire::MakeChannel(address), WorkerIdentity{"w1", "label", 1, "0.1.0", "sig"},
        [this](Event event) { return events_.TryPush(std::move(event)); });
  }
  template <typename T>
  std::optional<T> Next() {
    for (Event& event : events_.PopSome(1, std::chrono::seconds(10))) {
      if (auto* one = std::get_if<T>(&event)) return std::move(*one);
    }
    return std::nullopt;
  }
  BoundedQueue<Event> events_{1000};
};

TEST_F(GrpcLinkTest, GreetsAndHearsTheAnswer) {
  ScriptedCoordinator server([](const v1::WorkerMessage& message, auto& stream) {
    v1::CoordinatorMessage reply;
    reply.mutable_welcome()->set_version(message.hello().worker_id());
    return stream.Write(reply);
  });
  auto link = MakeLink(server.address());
  link->Connect();
  ASSERT_TRUE(Next<Connected>());
  link->Send(Hello{{"L1"}});
  const auto welcome = Next<Welcome>();
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->version, "w1");
  link->Close();
  EXPECT_TRUE(Next<Disconnected>());
}

TEST_F(GrpcLinkTest, SaysWhyItIsRefusedAndConnectsAgain) {
  ScriptedCoordinator server([](const auto&, auto&) { return false; });
  auto link = MakeLink(server.address());
  for (int i = 0; i < 2; ++i) {
    link->Connect();
    ASSERT_TRUE(Next<Connected>());
    link->Send(Hello{});
    const auto end = Next<Disconnected>();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->reason, "refused");
  }
}

// The thread of gRPC's that tells of an end may be held up right after it has told: a Connect that
// comes meanwhile must not be lost. Without that a busy machine's worker never came back.
TEST_F(GrpcLinkTest, ConnectsAsSoonAsItHasHeardOfTheEnd) {
  ScriptedCoordinator server([](const auto&, auto&) { return false; });
  BoundedQueue<bool> connected{10};
  const auto post = [&](Event event) {
    const bool end = std::holds_alternative<Disconnected>(event);
    const bool taken = events_.TryPush(std::move(event));
    if (end) connected.PopSome(1, std::chrono::milliseconds(300));
    return taken;
  };
  GrpcLink link(wire::MakeChannel(server.address()), {"w1", "", 1, "0.1.0", ""}, post);
  for (int i = 0; i < 3; ++i) {
    link.Connect();
    EXPECT_TRUE(i == 0 || connected.TryPush(true));
    ASSERT_TRUE(Next<Connected>());
    connected.PopSome(10, std::chrono::milliseconds(0));  // what the last end didn't wait for
    link.Send(Hello{});
    ASSERT_TRUE(Next<Disconnected>());
  }
}

TEST_F(GrpcLinkTest, ABadMessageEndsTheStream) {
  ScriptedCoordinator server([](const auto&, auto& stream) {
    v1::CoordinatorMessage reply;
    reply.mutable_lease()->set_lease("L1");
    return stream.Write(reply);
  });
  auto link = MakeLink(server.address());
  link->Connect();
  ASSERT_TRUE(Next<Connected>());
  link->Send(Hello{});
  const auto end = Next<Disconnected>();
  ASSERT_TRUE(end);
  EXPECT_THAT(end->reason, ::testing::HasSubstr("bad message"));
}

// Streams end on gRPC's threads, and none of them may be the last to hold the channel. Without that
// about one round in twenty aborted.
TEST_F(GrpcLinkTest, CanGoTogetherWithItsChannelAsSoonAsItsStreamHasEnded) {
  constexpr int kRounds = 100;
  for (int round = 0; round < kRounds; ++round) {
    ScriptedCoordinator server([](const auto&, auto&) { return false; });
    auto link = MakeLink(server.address());
    link->Connect();
    ASSERT_TRUE(Next<Connected>());
    link->Send(Hello{});
    ASSERT_TRUE(Next<Disconnected>());
  }
}

TEST_F(GrpcLinkTest, NobodyThereIsADisconnect) {
  auto link = MakeLink("127.0.0.1:1");
  link->Connect();
  ASSERT_TRUE(Next<Connected>());
  link->Send(Hello{});
  EXPECT_TRUE(Next<Disconnected>());
}

TEST_F(GrpcLinkTest, ManyMessagesArriveInOrder) {
  ScriptedCoordinator server([](const v1::WorkerMessage& message, auto& stream) {
    v1::CoordinatorMessage reply;
    reply.mutable_no_work()->set_request(message.lease_request().request());
    return stream.Write(reply);
  });
  auto link = MakeLink(server.address());
  link->Connect();
  ASSERT_TRUE(Next<Connected>());
  for (int i = 0; i < 500; ++i) link->Send(LeaseRequest{1, i});
  for (int i = 0; i < 500; ++i) {
    const auto reply = Next<NoWork>();
    ASSERT_TRUE(reply) << i;
    EXPECT_EQ(reply->request, i);
  }
}

// Plays nothing: each pair is finished at once.
class InstantSlots : public SlotRunner {
 public:
  explicit InstantSlots(Driver* driver) : driver_(*driver) {}
  void Start(const StartPair& order) override {
    PairFinished event{order.lease, {}};
    event.pair.pair_index = order.pair_index;
    event.pair.first.digest = event.pair.second.digest = std::string(32, 'd');
    ASSERT_TRUE(driver_.Post(std::move(event)));
  }
  void StopLease(const std::string&) override {}

 private:
  Driver& driver_;
};

TEST_F(GrpcLinkTest, AReportThatWasNeverAcknowledgedIsSentAgainAfterARestart) {
  const std::string folder = rookery::testing::TempPath("outbox");
  std::filesystem::remove_all(folder);
  RealClock clock;
  std::atomic<bool> acknowledge = false;
  std::atomic<bool> leased = false;
  std::atomic<int> reports = 0;
  std::atomic<Driver*> current = nullptr;
  ScriptedCoordinator server([&](const v1::WorkerMessage& message, auto& stream) {
    v1::CoordinatorMessage reply;
    if (message.has_hello()) {
      reply.mutable_welcome()->set_heartbeat_seconds(10);
      return stream.Write(reply);
    }
    if (message.has_lease_request()) {
      if (leased.exchange(true)) return true;
      v1::Lease& lease = *reply.mutable_lease();
      lease.set_lease("L1");
      lease.set_request(message.lease_request().request());
      lease.add_pair_indices(3);
      v1::PlayPlan& plan = *lease.mutable_plan();
      plan.set_run("runs/r");
      for (v1::EngineSpec* side : {plan.mutable_dev(), plan.mutable_base()}) {
        side->set_weights_sha256(std::string(64, 'a'));
      }
      plan.set_book_sha256(std::string(64, 'a'));
      plan.set_book_lines(1);
      plan.mutable_limits()->set_nodes(1);
      return stream.Write(reply);
    }
    if (!message.has_report()) return true;
    ++reports;
    EXPECT_EQ(message.report().pairs(0).pair_index(), 3u);
    EXPECT_TRUE(current.load()->Post(Stop{true}));
    if (!acknowledge) return true;
    reply.mutable_report_ack()->set_lease("L1");
    reply.mutable_report_ack()->set_sequence(1);
    return stream.Write(reply);
  });
  const auto live = [&] {
    auto loaded = *Outbox::Open(folder);
    Agent agent({.slots = 1, .delivery_limit = absl::Milliseconds(300)}, std::move(loaded.reports),
                Rng(1));
    Driver driver(&agent, std::move(loaded.outbox), &clock);
    current = &driver;
    GrpcLink link(wire::MakeChannel(server.address()), {"w1", "", 1, "0.1.0", ""},
                  [&](Event event) { return driver.Post(std::move(event)); });
    InstantSlots slots(&driver);
    return driver.Run(link, slots);
  };
  EXPECT_FALSE(live());
  acknowledge = true;
  EXPECT_TRUE(live());
  EXPECT_EQ(reports, 2);
  EXPECT_TRUE(Outbox::Open(folder)->reports.empty());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace rookery::worker

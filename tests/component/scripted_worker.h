// A worker that does what a test tells it, over a real gRPC stream. One thread.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "proto/wire/client.h"
#include "rookery/v1/workers.grpc.pb.h"

namespace rookery::testing {

class ScriptedWorker {
 public:
  ScriptedWorker(const std::string& address, std::string id)
      : id_(std::move(id)), stub_(v1::WorkerLinkService::NewStub(wire::MakeChannel(address))) {
    context_.set_deadline(gpr_time_from_seconds(30, GPR_TIMESPAN));
    stream_ = stub_->Attach(&context_);
  }
  ~ScriptedWorker() { Break(); }

  // The whole hello; a test may send another with Send.
  v1::Hello Hello() const {
    v1::Hello hello;
    hello.set_worker_id(id_);
    hello.set_label(id_ + "'s host");
    hello.set_slots(4);
    hello.set_version("0.1.0");
    hello.set_protocol(1);
    hello.set_bench_signature("1234");
    return hello;
  }
  v1::Welcome SayHello(const std::vector<std::string>& held = {}) {
    v1::WorkerMessage message;
    *message.mutable_hello() = Hello();
    for (const std::string& lease : held) message.mutable_hello()->add_held_leases(lease);
    Send(message);
    const v1::CoordinatorMessage answer = Receive();
    EXPECT_TRUE(answer.has_welcome()) << answer.ShortDebugString();
    return answer.welcome();
  }
  v1::CoordinatorMessage Ask(int pairs) {
    v1::WorkerMessage message;
    message.mutable_lease_request()->set_max_pairs(pairs);
    message.mutable_lease_request()->set_request(++request_);
    Send(message);
    for (;;) {  // a wake-up names an older request
      v1::CoordinatorMessage answer = Receive();
      if (!answer.has_no_work() || answer.no_work().request() == request_) return answer;
    }
  }
  v1::Lease AskForLease(int pairs) {
    const v1::CoordinatorMessage answer = Ask(pairs);
    EXPECT_TRUE(answer.has_lease()) << answer.ShortDebugString();
    return answer.lease();
  }
  void SendReport(const v1::Lease& lease, int64_t sequence,
                  const std::vector<v1::PairResult>& pairs) {
    v1::WorkerMessage message;
    v1::Report& report = *message.mutable_report();
    report.set_lease(lease.lease());
    report.set_run(lease.plan().run());
    report.set_sequence(sequence);
    report.set_attempt(lease.attempt());
    for (const v1::PairResult& pair : pairs) *report.add_pairs() = pair;
    Send(message);
  }
  // The report's acknowledgement; cancels and the like that come before it are skipped.
  v1::ReportAck Report(const v1::Lease& lease, int64_t sequence,
                       const std::vector<v1::PairResult>& pairs) {
    SendReport(lease, sequence, pairs);
    for (;;) {
      const v1::CoordinatorMessage answer = Receive();
      if (answer.has_report_ack()) return answer.report_ack();
      if (answer.message_case() == v1::CoordinatorMessage::MESSAGE_NOT_SET) break;
    }
    ADD_FAILURE() << "no acknowledgement came";
    return {};
  }

  void Send(const v1::WorkerMessage& message) { stream_->Write(message); }
  // Nothing set: the stream has ended.
  v1::CoordinatorMessage Receive() {
    v1::CoordinatorMessage message;
    if (!stream_->Read(&message)) message.Clear();
    return message;
  }
  // Ends the stream in an orderly way; its status.
  grpc::Status Finish() {
    stream_->WritesDone();
    v1::CoordinatorMessage message;
    while (stream_->Read(&message)) {
    }
    finished_ = true;
    return stream_->Finish();
  }
  // As if the network broke.
  void Break() {
    if (finished_) return;
    context_.TryCancel();
    static_cast<void>(Finish());
  }

 private:
  const std::string id_;
  grpc::ClientContext context_;
  std::unique_ptr<v1::WorkerLinkService::Stub> stub_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::WorkerMessage, v1::CoordinatorMessage>> stream_;
  int64_t request_ = 0;
  bool finished_ = false;
};

}  // namespace rookery::testing

#include "tests/bench/load/load_worker.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <cstring>
#include <utility>

#include "base/rng.h"
#include "proto/wire/bounds.h"
#include "proto/wire/client.h"
#include "tests/bench/load/joining.h"

namespace rookery::bench {
namespace {

// A heartbeat that names this lease is answered by a Cancel: that is how its way is timed.
constexpr char kProbe[] = "probe";
constexpr int kPairsAsked = 4;
constexpr int kPlies = 80;
constexpr int64_t kGameMs = 5000;

void FillGame(uint64_t seed, v1::Game& game) {
  game.set_result(v1::GAME_RESULT_DRAW);
  game.set_end(v1::GAME_END_REPETITION);
  std::string moves(2 * kPlies, '\0');
  std::string digest(32, '\0');
  for (size_t i = 0; i + 8 <= moves.size(); i += 8) {
    const uint64_t word = Mix64(seed + i);
    std::memcpy(moves.data() + i, &word, sizeof word);
  }
  for (size_t i = 0; i < digest.size(); i += 8) {
    const uint64_t word = Mix64(~seed + i);
    std::memcpy(digest.data() + i, &word, sizeof word);
  }
  game.set_moves(std::move(moves));
  game.set_digest(std::move(digest));
  game.set_nodes(80'000);
  game.set_elapsed_ms(kGameMs);
}

}  // namespace

// Deletes itself in OnDone. What it shares with the driver is under the worker's mutex.
class LoadWorker::Stream
    : public grpc::ClientBidiReactor<v1::WorkerMessage, v1::CoordinatorMessage> {
 public:
  explicit Stream(LoadWorker* worker) : worker_(worker) {}

  void Start(v1::WorkerLinkService::Stub& stub) {
    const std::string& bearer = worker_->credentials_.bearer;
    if (!bearer.empty()) context_.AddMetadata(wire::kAuthorizationKey, bearer);
    stub.async()->Attach(&context_, this);
    StartRead(&incoming_);
    StartCall();
  }
  // Under the worker's mutex.
  void Queue(v1::WorkerMessage message) {
    if (closed_) return;
    queue_.push_back(std::move(message));
    WriteNext();
  }
  void Cancel() { context_.TryCancel(); }

  void OnWriteDone(bool ok) override {
    MutexLock lock(&worker_->mutex_);
    writing_ = false;
    if (!queue_.empty()) queue_.pop_front();
    if (!ok) closed_ = true;
    WriteNext();
  }
  void OnReadDone(bool ok) override {
    if (ok) {
      worker_->OnMessage(incoming_);
      StartRead(&incoming_);
      return;
    }
    MutexLock lock(&worker_->mutex_);
    closed_ = true;
  }
  void OnDone(const grpc::Status& /*status*/) override {
    worker_->OnEnd();
    delete this;
  }

 private:
  void WriteNext() {
    if (writing_ || closed_ || queue_.empty()) return;
    writing_ = true;
    StartWrite(&queue_.front());
  }
  LoadWorker* const worker_;
  grpc::ClientContext context_;
  v1::CoordinatorMessage incoming_;
  std::deque<v1::WorkerMessage> queue_;
  bool writing_ = false;
  bool closed_ = false;
};

LoadWorker::LoadWorker(int number, std::string address, wire::Credentials credentials,
                       const Parts& parts)
    : number_(number),
      address_(std::move(address)),
      credentials_(std::move(credentials)),
      clock_(parts.clock),
      figures_(parts.figures) {}

LoadWorker::~LoadWorker() = default;

void LoadWorker::Connect(bool ask) {
  stub_ = v1::WorkerLinkService::NewStub(wire::MakeChannel(address_, credentials_));
  v1::WorkerMessage message;
  v1::Hello& hello = *message.mutable_hello();
  hello.set_worker_id(WorkerIdOf(number_));
  hello.set_label("load");
  hello.set_slots(1);
  hello.set_version("load");
  hello.set_protocol(1);
  auto* stream = new Stream(this);
  {
    MutexLock lock(&mutex_);
    stream_ = stream;
    breaking_ = false;
    ask_ = ask;
    lease_.Clear();
    next_pair_ = 0;
    asked_due_ = report_due_ = beat_due_ = 0;
  }
  stream->Start(*stub_);  // it takes writes from then on
  MutexLock lock(&mutex_);
  Send(std::move(message));
}

void LoadWorker::Break() {
  MutexLock lock(&mutex_);
  breaking_ = true;
  if (stream_ != nullptr) stream_->Cancel();
}

void LoadWorker::OnEnd() {
  MutexLock lock(&mutex_);
  if (!breaking_) figures_->Count(&Figures::Samples::broken);
  stream_ = nullptr;
  up_ = false;
  served_ = false;
}

void LoadWorker::Send(v1::WorkerMessage message) {
  if (stream_ != nullptr) stream_->Queue(std::move(message));
}

void LoadWorker::Ask(int64_t due) {
  asked_due_ = due;
  v1::WorkerMessage message;
  message.mutable_lease_request()->set_max_pairs(kPairsAsked);
  message.mutable_lease_request()->set_request(++request_);
  Send(std::move(message));
}

void LoadWorker::Report(int64_t due) {
  MutexLock lock(&mutex_);
  // What still waits counts for as long as it has waited: leaving it out would flatter.
  if (report_due_ != 0) {
    figures_->Count(&Figures::Samples::overdue);
    figures_->Add(&Figures::Samples::report, Since(report_due_));
  } else if (next_pair_ < lease_.pair_indices_size()) {
    const uint64_t pair = lease_.pair_indices(next_pair_++);
    v1::WorkerMessage message;
    v1::Report& report = *message.mutable_report();
    report.set_lease(lease_.lease());
    report.set_run(lease_.plan().run());
    report.set_sequence(++sequence_);
    report.set_attempt(lease_.attempt());
    v1::PairResult& result = *report.add_pairs();
    result.set_pair_index(pair);
    FillGame(4 * pair, *result.mutable_first());
    FillGame(4 * pair + 2, *result.mutable_second());
    report_due_ = due;
    Send(std::move(message));
  }
  if (next_pair_ >= lease_.pair_indices_size() && asked_due_ == 0) Ask(due);
}

void LoadWorker::Beat(int64_t due) {
  MutexLock lock(&mutex_);
  if (beat_due_ != 0) {
    figures_->Count(&Figures::Samples::overdue);
    figures_->Add(&Figures::Samples::heartbeat, Since(beat_due_));
    return;
  }
  beat_due_ = due;
  v1::WorkerMessage message;
  if (next_pair_ < lease_.pair_indices_size()) {
    message.mutable_heartbeat()->add_held_leases(lease_.lease());
  }
  message.mutable_heartbeat()->add_held_leases(kProbe);
  message.mutable_heartbeat()->set_nodes_per_second(1e6);
  Send(std::move(message));
}

void LoadWorker::OnMessage(const v1::CoordinatorMessage& message) {
  MutexLock lock(&mutex_);
  if (message.has_welcome()) {
    up_ = true;
    if (ask_) Ask(clock_->MonotonicNanos());
  } else if (message.has_lease()) {
    served_ = true;
    const int64_t due = std::exchange(asked_due_, 0);
    if (due != 0) figures_->Add(&Figures::Samples::lease, Since(due));
    lease_ = message.lease();
    next_pair_ = 0;
    sequence_ = 0;
  } else if (message.has_no_work()) {
    served_ = true;
    if (std::exchange(asked_due_, 0) != 0) figures_->Count(&Figures::Samples::no_work);
  } else if (message.has_report_ack()) {
    const int64_t due = std::exchange(report_due_, 0);
    if (due != 0) figures_->Add(&Figures::Samples::report, Since(due));
    if (!message.report_ack().refused().empty()) figures_->Count(&Figures::Samples::refused);
  } else if (message.has_cancel() && message.cancel().lease() == kProbe) {
    const int64_t due = std::exchange(beat_due_, 0);
    if (due != 0) figures_->Add(&Figures::Samples::heartbeat, Since(due));
  } else if (message.has_backoff()) {
    figures_->Count(&Figures::Samples::backoffs);
  }
}

}  // namespace rookery::bench

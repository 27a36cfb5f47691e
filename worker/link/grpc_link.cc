#include "worker/link/grpc_link.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <utility>

#include "base/mutex.h"
#include "base/status.h"
#include "proto/wire/bounds.h"
#include "proto/wire/status.h"
#include "rookery/v1/workers.grpc.pb.h"

namespace rookery::worker {
namespace {

constexpr size_t kMaxQueuedWrites = 4096;
constexpr std::chrono::seconds kFlushLimit{2};

}  // namespace

struct GrpcLink::Calls {
  std::unique_ptr<v1::WorkerLinkService::Stub> stub;
};

// What the link and its streams share; a stream that ends late finds it alive. It doesn't hold the
// channel: the last to let go of this may be a thread of gRPC's, and a channel that is destroyed
// there makes the thread wait for itself and abort the process.
struct GrpcLink::Shared {
  Shared(WorkerIdentity who, Post to, std::string with)
      : identity(std::move(who)), post(std::move(to)), bearer(std::move(with)) {}

  const WorkerIdentity identity;
  const Post post;
  const std::string bearer;

  Mutex mutex;
  std::condition_variable changed;
  Stream* stream ABSL_GUARDED_BY(mutex) = nullptr;  // none: down
};

// Deletes itself in OnDone. While a read is outstanding gRPC keeps it alive, and `closed` is set
// before that read's end is processed, so whoever holds the mutex and sees it open may use it.
class GrpcLink::Stream : public grpc::ClientBidiReactor<v1::WorkerMessage, v1::CoordinatorMessage> {
 public:
  explicit Stream(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

  void Start(v1::WorkerLinkService::Stub& stub) {
    if (!shared_->bearer.empty()) {
      context_.AddMetadata(wire::kAuthorizationKey, shared_->bearer);
    }
    stub.async()->Attach(&context_, this);
    StartRead(&incoming_);
    StartCall();
  }

  // The following under the shared mutex.
  void Queue(v1::WorkerMessage message) {
    if (closed_ || finishing_) return;
    if (queue_.size() >= kMaxQueuedWrites) {
      context_.TryCancel();
      return;
    }
    queue_.push_back(std::move(message));
    WriteNext();
  }
  void Finish() {
    finishing_ = true;
    WriteNext();
  }
  void Cancel() { context_.TryCancel(); }

  void OnWriteDone(bool ok) override {
    MutexLock lock(&shared_->mutex);
    writing_ = false;
    if (!queue_.empty()) queue_.pop_front();
    if (!ok) closed_ = true;
    WriteNext();
  }

  void OnReadDone(bool ok) override {
    if (ok && Deliver()) {
      StartRead(&incoming_);
      return;
    }
    MutexLock lock(&shared_->mutex);
    closed_ = true;
    if (ok) context_.TryCancel();
  }

  void OnDone(const grpc::Status& status) override {
    const std::string reason = !fault_.empty() ? fault_
                               : status.ok()   ? "the coordinator closed the stream"
                                               : status.error_message();
    const std::shared_ptr<Shared> shared = shared_;
    const absl::Duration told = wire::RetryAfter(wire::FromGrpc(status));
    // Posted before the link is free for the next stream, so that the order of events holds; and
    // under the lock, so that whoever hears it finds the link free, however late this thread goes
    // on.
    MutexLock lock(&shared->mutex);
    static_cast<void>(
        shared->post(Disconnected{reason, static_cast<int>(absl::ToInt64Milliseconds(told))}));
    shared->stream = nullptr;
    shared->changed.notify_all();
    delete this;
  }

 private:
  // False: the stream must end; fault_ says why.
  bool Deliver() {
    absl::StatusOr<std::optional<Event>> event = ToEvent(incoming_);
    if (!event.ok()) {
      fault_ = fmt::format("the coordinator sent a bad message: {}", Message(event.status()));
      return false;
    }
    if (!event->has_value()) return true;
    if (shared_->post(*std::move(*event))) return true;
    fault_ = "this worker doesn't keep up with its messages";
    return false;
  }

  void WriteNext() {
    if (writing_ || closed_) return;
    if (!queue_.empty()) {
      writing_ = true;
      StartWrite(&queue_.front());
    } else if (finishing_ && !writes_done_) {
      writes_done_ = true;
      StartWritesDone();
    }
  }

  const std::shared_ptr<Shared> shared_;
  grpc::ClientContext context_;
  v1::CoordinatorMessage incoming_;
  std::string fault_;  // of the reading thread, then of OnDone
  // Guarded by the shared mutex.
  std::deque<v1::WorkerMessage> queue_;  // the front one is being written while `writing_`
  bool writing_ = false;
  bool closed_ = false;
  bool finishing_ = false;
  bool writes_done_ = false;
};

GrpcLink::GrpcLink(std::shared_ptr<grpc::Channel> channel, WorkerIdentity identity, Post post,
                   std::string bearer)
    : calls_(std::make_unique<Calls>(v1::WorkerLinkService::NewStub(std::move(channel)))),
      shared_(std::make_shared<Shared>(std::move(identity), std::move(post), std::move(bearer))) {}

GrpcLink::~GrpcLink() {
  MutexLock lock(&shared_->mutex);
  if (shared_->stream != nullptr) shared_->stream->Cancel();
  // gRPC always calls OnDone after a cancel.
  lock.Wait(shared_->changed,
            [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return shared_->stream == nullptr; });
}

void GrpcLink::Connect() {
  Stream* stream = nullptr;
  {
    MutexLock lock(&shared_->mutex);
    if (shared_->stream != nullptr) return;
    stream = new Stream(shared_);
    shared_->stream = stream;
  }
  // Posted first: what the stream delivers must come after it.
  if (!shared_->post(Connected{})) stream->Cancel();
  stream->Start(*calls_->stub);
}

void GrpcLink::Disconnect() {
  MutexLock lock(&shared_->mutex);
  if (shared_->stream != nullptr) shared_->stream->Cancel();
}

void GrpcLink::Send(const WorkerMessage& message) {
  v1::WorkerMessage out = ToProto(message, shared_->identity);
  MutexLock lock(&shared_->mutex);
  if (shared_->stream != nullptr) shared_->stream->Queue(std::move(out));
}

void GrpcLink::Close() {
  MutexLock lock(&shared_->mutex);
  if (shared_->stream == nullptr) return;
  shared_->stream->Finish();
  const auto ended = [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return shared_->stream == nullptr; };
  if (!lock.WaitFor(shared_->changed, kFlushLimit, ended)) shared_->stream->Cancel();
}

}  // namespace rookery::worker

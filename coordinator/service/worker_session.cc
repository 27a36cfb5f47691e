#include "coordinator/service/worker_session.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/rng.h"
#include "base/status.h"
#include "coordinator/service/convert.h"
#include "coordinator/service/convert_worker.h"
#include "proto/wire/bounds.h"
#include "proto/wire/status.h"
#include "proto/wire/validate.h"

namespace rookery::coordinator {
namespace {

// When the queue is full: at least this, and as much again by chance, so that they don't all come
// back at once.
constexpr int kBusyRetryMs = 2'000;

int BusyRetryMs(SessionId session, uint64_t count) {
  return kBusyRetryMs + static_cast<int>(Mix64(session ^ (count << 40)) % kBusyRetryMs);
}

absl::Status QueueFull(int retry_ms) {
  return wire::WithRetry(
      wire::WithReason(Error(absl::StatusCode::kResourceExhausted,
                             "the coordinator is busy; connect again in a moment"),
                       "BUSY"),
      absl::Milliseconds(retry_ms));
}

}  // namespace

WorkerSession::WorkerSession(const Parts& parts, Caller caller)
    : parts_(parts), caller_(std::move(caller)) {
  StartRead(&incoming_);
}

void WorkerSession::OnReadDone(bool ok) {
  if (!ok) {
    // The worker closed its side, or the stream broke.
    Close(absl::OkStatus());
    return;
  }
  ++parts_.counters->messages_in;
  if (Handle(incoming_)) StartRead(&incoming_);
}

bool WorkerSession::Handle(const v1::WorkerMessage& message) {
  const absl::Status valid = wire::Validate(message);
  if (!valid.ok()) {
    ++parts_.counters->messages_refused;
    if (session_ != 0 && message.has_report()) {
      // Closing would make the worker repeat it for ever: it is told to drop it.
      Enqueue(RefusalOf(message.report(), Message(valid)));
      return true;
    }
    Close(valid);
    return false;
  }
  if (session_ == 0) return HandleHello(message);
  switch (message.message_case()) {
    case v1::WorkerMessage::kHello:
      Close(InvalidArgument("hello: it was said already; only a stream's first message is one"));
      return false;
    case v1::WorkerMessage::kLeaseRequest:
      return HandleLeaseRequest(message.lease_request());
    case v1::WorkerMessage::kReport:
      MaybeAskForGames();
      return HandleReport(message.report());
    case v1::WorkerMessage::kHeartbeat:
      MaybeAskForGames();
      return PostOrBackOff(ToEvent(session_, message.heartbeat()));
    case v1::WorkerMessage::kRelease:
      return PostOrBackOff(ToEvent(session_, message.release()));
    case v1::WorkerMessage::kLiveGames:
      HandleLiveGames(message.live_games());
      return true;
    case v1::WorkerMessage::MESSAGE_NOT_SET:
      break;
  }
  return true;
}

bool WorkerSession::HandleHello(const v1::WorkerMessage& message) {
  ++parts_.counters->sessions_opened;
  absl::Status refusal;
  if (!message.has_hello()) {
    refusal = InvalidArgument("message: a stream's first message is hello");
  } else if (message.hello().protocol() != wire::kProtocol) {
    refusal = Error(absl::StatusCode::kFailedPrecondition,
                    "hello.protocol: the worker speaks {}, this coordinator ({}) speaks {}; "
                    "install the same version on both",
                    message.hello().protocol(), parts_.version, wire::kProtocol);
  } else if (!caller_.worker.empty() && message.hello().worker_id() != caller_.worker) {
    refusal =
        Error(absl::StatusCode::kPermissionDenied,
              "hello.worker_id: the token is that of worker '{}' and of no other", caller_.worker);
  }
  if (!refusal.ok()) {
    ++parts_.counters->sessions_refused;
    if (absl::IsPermissionDenied(refusal)) {
      (void)parts_.router->Post(
          NoteRefusal{{caller_.name, caller_.access.token, "rookery.v1.WorkerLinkService/Attach",
                       caller_.access.from, Message(refusal)}});
    }
    Close(refusal);
    return false;
  }
  worker_ = message.hello().worker_id();
  session_ = parts_.router->Add(this);
  Event event = ToEvent(session_, message.hello());
  std::get<WorkerHello>(event).access = caller_.access;
  return PostOrClose(std::move(event));
}

bool WorkerSession::HandleLeaseRequest(const v1::LeaseRequest& request) {
  if (parts_.router->Post(ToEvent(session_, request))) return true;
  ++parts_.counters->queue_full;
  v1::CoordinatorMessage message;
  message.mutable_no_work()->set_request(request.request());
  message.mutable_no_work()->set_reason("the coordinator is busy");
  message.mutable_no_work()->set_retry_after_ms(BusyRetryMs(session_, ++refused_));
  Enqueue(std::move(message));
  return true;
}

bool WorkerSession::HandleReport(const v1::Report& report) {
  return PostOrBackOff(ToEvent(session_, report));
}

void WorkerSession::HandleLiveGames(const v1::LiveGames& games) {
  for (const v1::LiveGame& game : games.games()) {
    parts_.live->Put(IdOf(games.run()), ToRecord(game, worker_));
  }
}

void WorkerSession::MaybeAskForGames() {
  std::vector<v1::CoordinatorMessage> messages;
  {
    MutexLock lock(&mutex_);
    for (Leased& leased : leased_) {
      if (!parts_.live->ShouldAsk(leased.run, &leased.asked_ns)) continue;
      v1::WatchGames& watch = *messages.emplace_back().mutable_watch_games();
      watch.set_run("runs/" + leased.run);
      watch.set_seconds(static_cast<int>(absl::ToInt64Seconds(LiveGames::kWatchFor)));
      watch.set_games(LiveGames::kGamesOfWorker);
      watch.set_interval_ms(LiveGames::kIntervalMs);
    }
  }
  for (v1::CoordinatorMessage& message : messages) Enqueue(std::move(message));
}

// A worker with leases of two runs plays now one, now the other: asked for the newer alone, it
// would leave the other's watchers waiting for ever.
void WorkerSession::NoteLease(const RunId& run) {
  MutexLock lock(&mutex_);
  const auto known = std::find_if(leased_.begin(), leased_.end(),
                                  [&](const Leased& leased) { return leased.run == run; });
  if (known == leased_.end()) {
    leased_.insert(leased_.begin(), {run, 0});
    if (leased_.size() > kMostRuns) leased_.pop_back();
  } else {
    std::rotate(leased_.begin(), known, known + 1);
  }
}

void WorkerSession::OnWatched(const RunId& run) {
  {
    MutexLock lock(&mutex_);
    const auto leased = std::find_if(leased_.begin(), leased_.end(),
                                     [&](const Leased& one) { return one.run == run; });
    if (leased == leased_.end()) return;
    leased->asked_ns = 0;
  }
  MaybeAskForGames();
}

// A full queue must not cost the stream: a thousand new connections would be dearer than what was
// refused. The worker keeps its report and sends it again.
bool WorkerSession::PostOrBackOff(Event event) {
  if (parts_.router->Post(std::move(event))) return true;
  ++parts_.counters->queue_full;
  v1::CoordinatorMessage message;
  message.mutable_backoff()->set_reason("its queue is full");
  message.mutable_backoff()->set_retry_after_ms(BusyRetryMs(session_, ++refused_));
  Enqueue(std::move(message));
  return true;
}

bool WorkerSession::PostOrClose(Event event) {
  if (parts_.router->Post(std::move(event))) return true;
  ++parts_.counters->queue_full;
  Close(QueueFull(BusyRetryMs(session_, ++refused_)));
  return false;
}

void WorkerSession::Send(const Reply& reply) {
  if (const auto* close = std::get_if<CloseSession>(&reply)) {
    if (close->warn) spdlog::warn("session refused: {}", Message(close->status));
    const bool again = close->retry_after > absl::ZeroDuration();
    Close(again ? wire::WithRetry(close->status, close->retry_after) : close->status);
    return;
  }
  Enqueue(ToMessage(reply, parts_.version));
  if (const auto* grant = std::get_if<LeaseGrant>(&reply)) {
    NoteLease(grant->lease.run);
    MaybeAskForGames();
  }
}

void WorkerSession::Enqueue(v1::CoordinatorMessage message) {
  MutexLock lock(&mutex_);
  if (finished_ || closing_.has_value()) return;
  if (outbox_.size() >= kMostWaiting) {
    ++parts_.counters->outbox_overflows;
    outbox_.resize(1);  // the one that is being written stays
    closing_ = grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED,
                            "the worker doesn't read what it is sent; connect again");
    return;
  }
  outbox_.push_back(std::move(message));
  if (!writing_) WriteNext();
}

void WorkerSession::WriteNext() {
  writing_ = true;
  ++parts_.counters->messages_out;
  StartWrite(&outbox_.front());
}

void WorkerSession::OnWriteDone(bool ok) {
  MutexLock lock(&mutex_);
  writing_ = false;
  outbox_.pop_front();
  if (closing_.has_value()) {
    FinishOnce(*closing_);
  } else if (ok && !finished_ && !outbox_.empty()) {
    WriteNext();
  }
}

void WorkerSession::Close(const absl::Status& status) {
  MutexLock lock(&mutex_);
  if (finished_ || closing_.has_value()) return;
  if (writing_) {
    closing_ = wire::ToGrpc(status);
  } else {
    FinishOnce(wire::ToGrpc(status));
  }
}

void WorkerSession::OnCancel() {
  MutexLock lock(&mutex_);
  FinishOnce(grpc::Status(grpc::StatusCode::CANCELLED, "the stream was cancelled"));
}

void WorkerSession::FinishOnce(const grpc::Status& status) {
  if (finished_) return;
  finished_ = true;
  Finish(status);
}

void WorkerSession::OnDone() {
  if (session_ != 0) {
    parts_.router->Remove(session_);
    parts_.router->PostGone(session_);
  }
  {
    MutexLock lock(&mutex_);
  }  // whoever was inside when the stream ended has left
  delete this;
}

}  // namespace rookery::coordinator

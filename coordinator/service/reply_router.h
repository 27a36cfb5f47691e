// Between the loop and those who wait for it: calls by token, workers' streams by session. The
// loop delivers here after its commit; here the reply finds its call.
//
// Any thread. Sessions are called under the router's lock, which keeps them alive meanwhile; they
// mustn't call back into it.
#pragma once

#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/mutex.h"
#include "coordinator/core/effects.h"
#include "coordinator/core/events.h"
#include "coordinator/loop/core_loop.h"

namespace rookery::coordinator {

// A worker's stream as the router sees it.
class SessionPort {
 public:
  virtual ~SessionPort() = default;
  // One of the messages to a worker, or CloseSession. Must not block.
  virtual void Send(const Reply& reply) = 0;
  virtual void Close(const absl::Status& status) = 0;
  // Somebody has begun to watch the run's games.
  virtual void OnWatched(const RunId&) {}
};

class ReplyRouter : public ReplySink {
 public:
  // What a call gets: the run that the reply names ("" for calls without one), a text for people,
  // or an error.
  using OnReply = std::function<void(absl::StatusOr<std::string>)>;

  // Where Call and Post put events; set once, before the first of them.
  void SetLoop(CoreLoop* loop) { loop_ = loop; }
  // Told whenever the loop published a view.
  void SetOnPublished(std::function<void()> on_published) {
    on_published_ = std::move(on_published);
  }

  // Posts the event that `make` builds around the call's token. The answer comes once: later from
  // the loop's thread, or at once from this one if the queue is full (ResourceExhausted).
  void Call(const std::function<Event(ReplyToken)>& make, OnReply on_reply);

  // False: the queue is full or the coordinator stops.
  [[nodiscard]] bool Post(Event event) { return loop_->Post(std::move(event)); }

  // Says that a session's stream has ended; kept and said later if the queue is full.
  void PostGone(SessionId session);

  SessionId Add(SessionPort* session);
  // After this the router never touches the session again.
  void Remove(SessionId session);
  size_t sessions() const;
  size_t waiting_calls() const;
  void TellWatched(const RunId& run);  // to every session

  void Deliver(const Reply& reply) override;
  void OnReset(const absl::Status& why) override;
  void OnPublished() override;

 private:
  static constexpr size_t kMostWaiting = 10'000;

  OnReply Take(ReplyToken token);
  void ToSession(SessionId session, const Reply& reply);

  CoreLoop* loop_ = nullptr;
  std::function<void()> on_published_;
  mutable Mutex mutex_;
  uint64_t last_key_ ABSL_GUARDED_BY(mutex_) = 0;
  std::unordered_map<ReplyToken, OnReply> calls_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<SessionId, SessionPort*> sessions_ ABSL_GUARDED_BY(mutex_);
  std::vector<SessionId> gone_ ABSL_GUARDED_BY(mutex_);  // not yet said to the core
};

}  // namespace rookery::coordinator

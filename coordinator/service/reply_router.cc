#include "coordinator/service/reply_router.h"

#include <type_traits>
#include <utility>

#include "base/status.h"
#include "proto/wire/status.h"

namespace rookery::coordinator {
namespace {

absl::Status Busy() {
  return wire::WithRetry(wire::WithReason(Error(absl::StatusCode::kResourceExhausted,
                                                "the coordinator is busy; try again in a second"),
                                          "BUSY"),
                         absl::Seconds(1));
}

}  // namespace

void ReplyRouter::Call(const std::function<Event(ReplyToken)>& make, OnReply on_reply) {
  ReplyToken token = 0;
  {
    MutexLock lock(&mutex_);
    if (calls_.size() < kMostWaiting) {
      token = ++last_key_;
      calls_.emplace(token, std::move(on_reply));
    }
  }
  if (token == 0) {
    on_reply(Busy());
    return;
  }
  if (Post(make(token))) return;
  if (OnReply refused = Take(token)) refused(Busy());
}

void ReplyRouter::PostGone(SessionId session) {
  if (Post(WorkerGone{session})) return;
  MutexLock lock(&mutex_);
  gone_.push_back(session);  // as many as there were sessions at most
}

SessionId ReplyRouter::Add(SessionPort* session) {
  MutexLock lock(&mutex_);
  const SessionId id = ++last_key_;
  sessions_.emplace(id, session);
  return id;
}

void ReplyRouter::Remove(SessionId session) {
  MutexLock lock(&mutex_);
  sessions_.erase(session);
}

size_t ReplyRouter::sessions() const {
  MutexLock lock(&mutex_);
  return sessions_.size();
}

size_t ReplyRouter::waiting_calls() const {
  MutexLock lock(&mutex_);
  return calls_.size();
}

void ReplyRouter::TellWatched(const RunId& run) {
  MutexLock lock(&mutex_);
  for (const auto& [id, session] : sessions_) session->OnWatched(run);
}

ReplyRouter::OnReply ReplyRouter::Take(ReplyToken token) {
  MutexLock lock(&mutex_);
  const auto found = calls_.find(token);
  if (found == calls_.end()) return nullptr;
  OnReply taken = std::move(found->second);
  calls_.erase(found);
  return taken;
}

void ReplyRouter::ToSession(SessionId session, const Reply& reply) {
  MutexLock lock(&mutex_);
  const auto found = sessions_.find(session);
  if (found != sessions_.end()) found->second->Send(reply);
}

void ReplyRouter::Deliver(const Reply& reply) {
  std::visit(
      [&](const auto& value) {
        using Kind = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Kind, RunReply>) {
          if (OnReply call = Take(value.token)) call(value.run);
        } else if constexpr (std::is_same_v<Kind, DoneReply>) {
          if (OnReply call = Take(value.token)) call(RunId());
        } else if constexpr (std::is_same_v<Kind, TextReply>) {
          if (OnReply call = Take(value.token)) call(value.text);
        } else if constexpr (std::is_same_v<Kind, ErrorReply>) {
          if (OnReply call = Take(value.token)) call(value.status);
        } else {
          ToSession(value.session, reply);
        }
      },
      reply);
}

void ReplyRouter::OnReset(const absl::Status& why) {
  const absl::Status status = Error(absl::StatusCode::kUnavailable,
                                    "the coordinator is loading its store again: {}", Message(why));
  std::unordered_map<ReplyToken, OnReply> calls;
  {
    MutexLock lock(&mutex_);
    calls.swap(calls_);
    for (const auto& [id, session] : sessions_) session->Close(status);
    // The core has forgotten them; they unregister again when their streams have ended.
    sessions_.clear();
  }
  for (const auto& [token, on_reply] : calls) on_reply(status);
}

void ReplyRouter::OnPublished() {
  std::vector<SessionId> gone;
  {
    MutexLock lock(&mutex_);
    gone.swap(gone_);
  }
  for (const SessionId session : gone) PostGone(session);
  if (on_published_) on_published_();
}

}  // namespace rookery::coordinator

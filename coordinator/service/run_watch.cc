#include "coordinator/service/run_watch.h"

#include <utility>

#include "base/status.h"
#include "coordinator/service/convert.h"
#include "proto/wire/status.h"

namespace rookery::coordinator {
namespace {

absl::Status Stopping() {
  return wire::WithReason(Error(absl::StatusCode::kUnavailable, "the coordinator stops"),
                          "SHUTTING_DOWN");
}

absl::Status NotAdmitted() {
  return Error(absl::StatusCode::kUnauthenticated,
               "the access token of this stream has expired or was revoked; ask the operator for "
               "another one ('rookery tokens create')");
}

}  // namespace

void RunWatcher::Offer(const FiguresPtr& figures) {
  MutexLock lock(&mutex_);
  if (finished_ || ended_) return;
  if (!admitted_()) return FinishOnce(wire::ToGrpc(NotAdmitted()));
  const bool news = newest_ == nullptr || !SameToReaders(*newest_->view, *figures->view);
  if (!news && (writing_ || ++skipped_ < kRepeatAfter)) return;
  skipped_ = 0;
  newest_ = figures;
  pending_ = figures;
  if (!writing_) WritePending();
}

void RunWatcher::WritePending() {
  message_ = ToProto(*pending_);
  ended_ = !IsOpen(pending_->run().state);
  pending_ = nullptr;
  writing_ = true;
  StartWrite(&message_);
}

void RunWatcher::OnWriteDone(bool ok) {
  MutexLock lock(&mutex_);
  writing_ = false;
  if (!ok) {
    FinishOnce(grpc::Status(grpc::StatusCode::CANCELLED, "the stream broke"));
  } else if (ended_) {
    FinishOnce(grpc::Status::OK);
  } else if (pending_ != nullptr && !finished_) {
    if (!admitted_()) return FinishOnce(wire::ToGrpc(NotAdmitted()));
    WritePending();
  }
}

void RunWatcher::Fail(const absl::Status& status) {
  MutexLock lock(&mutex_);
  FinishOnce(wire::ToGrpc(status));
}

void RunWatcher::OnCancel() { Fail(absl::CancelledError("the stream was cancelled")); }

void RunWatcher::FinishOnce(const grpc::Status& status) {
  if (finished_) return;
  finished_ = true;
  Finish(status);
}

void RunWatcher::OnDone() {
  hub_->Remove(this);
  {
    MutexLock lock(&mutex_);
  }
  delete this;
}

RunWatcher* WatchHub::Watch(std::string run, StillAdmitted admitted) {
  absl::StatusOr<FiguresPtr> figures = reads_->Run(run);
  auto* watcher = new RunWatcher(this, std::move(run), std::move(admitted));
  absl::Status refusal = figures.status();
  {
    MutexLock lock(&mutex_);
    if (stopping_) {
      refusal = Stopping();
    } else if (watchers_.size() >= kMostWatchers) {
      refusal = Error(absl::StatusCode::kResourceExhausted,
                      "{} streams are open already; ask with GetRun instead", kMostWatchers);
    }
    if (refusal.ok()) {
      watchers_.insert(watcher);
      ++counters_->watchers;
    }
  }
  if (refusal.ok()) {
    watcher->Offer(*figures);
  } else {
    watcher->Fail(absl::IsNotFound(refusal) ? wire::WithReason(refusal, "RUN_UNKNOWN") : refusal);
  }
  return watcher;
}

void WatchHub::Remove(RunWatcher* watcher) {
  MutexLock lock(&mutex_);
  if (watchers_.erase(watcher) > 0) --counters_->watchers;
}

void WatchHub::Update() {
  MutexLock lock(&mutex_);
  for (RunWatcher* watcher : watchers_) {
    const absl::StatusOr<FiguresPtr> figures = reads_->Run(watcher->run());
    if (figures.ok()) watcher->Offer(*figures);
  }
}

void WatchHub::Shutdown() {
  MutexLock lock(&mutex_);
  stopping_ = true;
  for (RunWatcher* watcher : watchers_) watcher->Fail(Stopping());
}

}  // namespace rookery::coordinator

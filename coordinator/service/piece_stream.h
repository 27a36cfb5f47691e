// A server stream whose pieces are made on the executor, one at a time, each when the one before
// has been written: exports and downloads. Memory is one piece, whatever the reader's speed.
// Deletes itself in OnDone.
#pragma once

#include <grpcpp/support/server_callback.h>

#include <functional>
#include <utility>

#include "absl/status/statusor.h"
#include "base/mutex.h"
#include "base/status.h"
#include "coordinator/service/executor.h"
#include "proto/wire/status.h"

namespace rookery::coordinator {

template <typename Message>
class PieceStream : public grpc::ServerWriteReactor<Message> {
 public:
  // Fills the next message; false at the end. Called on the executor's threads, never at once.
  using Source = std::function<absl::StatusOr<bool>(Message&)>;

  PieceStream(Executor* executor, Source source) : executor_(executor), source_(std::move(source)) {
    Next();
  }

  void OnWriteDone(bool ok) override {
    if (ok) {
      Next();
    } else {
      FinishOnce(absl::CancelledError("the stream was cancelled"));
    }
  }
  void OnCancel() override {
    bool making = false;
    {
      MutexLock lock(&mutex_);
      making = making_;
      cancelled_ = true;
    }
    // While a piece is being made the executor still uses this: it finishes the stream.
    if (!making) FinishOnce(absl::CancelledError("the stream was cancelled"));
  }
  void OnDone() override {
    {
      MutexLock lock(&mutex_);
    }
    delete this;
  }

 private:
  void Next() {
    {
      MutexLock lock(&mutex_);
      if (finished_ || cancelled_) return FinishLocked(absl::CancelledError("cancelled"));
      making_ = true;
    }
    if (executor_->Run([this] { Make(); })) return;
    MutexLock lock(&mutex_);
    making_ = false;
    FinishLocked(absl::ResourceExhaustedError("the coordinator is busy; try again in a second"));
  }

  void Make() {
    const absl::StatusOr<bool> more = source_(message_);
    MutexLock lock(&mutex_);
    making_ = false;
    if (cancelled_) {
      FinishLocked(absl::CancelledError("the stream was cancelled"));
    } else if (!more.ok() || !*more) {
      FinishLocked(more.status());
    } else {
      this->StartWrite(&message_);
    }
  }

  void FinishOnce(const absl::Status& status) {
    MutexLock lock(&mutex_);
    FinishLocked(status);
  }
  void FinishLocked(const absl::Status& status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (finished_) return;
    finished_ = true;
    this->Finish(wire::ToGrpc(status));
  }

  Executor* const executor_;
  const Source source_;
  Message message_;
  Mutex mutex_;
  bool making_ ABSL_GUARDED_BY(mutex_) = false;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rookery::coordinator

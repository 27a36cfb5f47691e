// One worker's stream. It parses and checks messages, posts them as events, and sends what the core
// answers, in order, with one write in flight. It decides nothing.
//
// gRPC calls the On... functions, the router calls Send and Close; the session's lock guards what
// they share. It deletes itself in OnDone, after the router has let go of it.
#pragma once

#include <grpcpp/support/server_callback.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "coordinator/query/live_games.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/edge_counters.h"
#include "coordinator/service/reply_router.h"
#include "rookery/v1/workers.pb.h"

namespace rookery::coordinator {

class WorkerSession : public grpc::ServerBidiReactor<v1::WorkerMessage, v1::CoordinatorMessage>,
                      public SessionPort {
 public:
  struct Parts {  // none owned
    ReplyRouter* router = nullptr;
    EdgeCounters* counters = nullptr;
    std::string version;  // of the coordinator, said in Welcome
    LiveGames* live = nullptr;
  };
  WorkerSession(const Parts& parts, Caller caller);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

  void Send(const Reply& reply) override;
  void Close(const absl::Status& status) override;
  void OnWatched(const RunId& run) override;

 private:
  static constexpr size_t kMostWaiting = 256;  // messages to a worker that doesn't read
  static constexpr size_t kMostRuns = 8;       // that a worker watches at once

  struct Leased {
    RunId run;
    int64_t asked_ns = 0;  // for its games; 0: not yet
  };

  // False: the stream ends.
  bool Handle(const v1::WorkerMessage& message);
  bool HandleHello(const v1::WorkerMessage& message);
  bool HandleLeaseRequest(const v1::LeaseRequest& request);
  bool HandleReport(const v1::Report& report);
  void HandleLiveGames(const v1::LiveGames& games);
  // Its newest leases' run comes first; of others it may still be playing, as far as they fit.
  void NoteLease(const RunId& run);
  // Asks for the games of the runs that it plays, of those that somebody watches.
  void MaybeAskForGames();
  bool PostOrClose(Event event);
  bool PostOrBackOff(Event event);
  void Enqueue(v1::CoordinatorMessage message);
  void WriteNext() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FinishOnce(const grpc::Status& status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Parts parts_;
  const Caller caller_;
  v1::WorkerMessage incoming_;  // of the read in flight
  SessionId session_ = 0;       // 0 before the hello; only the read path changes it
  uint64_t refused_ = 0;        // messages that met a full queue; of the read path
  WorkerId worker_;             // said in its hello; of the read path
  Mutex mutex_;
  std::deque<v1::CoordinatorMessage> outbox_ ABSL_GUARDED_BY(mutex_);
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<Leased> leased_ ABSL_GUARDED_BY(mutex_);           // the newest lease's run first
  std::optional<grpc::Status> closing_ ABSL_GUARDED_BY(mutex_);  // to finish with after the write
};

}  // namespace rookery::coordinator

// One upload: metadata first, then the bytes, written and hashed on the executor piece by piece;
// the artifact is known to runs only after the loop has committed its row. Deletes itself in
// OnDone.
#pragma once

#include <grpcpp/support/server_callback.h>

#include <memory>

#include "base/mutex.h"
#include "coordinator/query/artifact_files.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/edge_counters.h"
#include "coordinator/service/executor.h"
#include "coordinator/service/reply_router.h"
#include "rookery/v1/artifacts.pb.h"

namespace rookery::coordinator {

class ArtifactUpload : public grpc::ServerReadReactor<v1::UploadArtifactRequest> {
 public:
  struct Parts {  // none owned
    ArtifactFiles* files = nullptr;
    Executor* executor = nullptr;
    Executor* checks = nullptr;  // what may take long
    ReplyRouter* router = nullptr;
    EdgeCounters* counters = nullptr;
  };
  ArtifactUpload(const Parts& parts, Caller caller, v1::Artifact* response);

  void OnReadDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  void TakePiece();  // that was read; on the executor
  void Complete();   // after the last, on the threads for checks
  absl::Status Take();
  void FinishOnce(const absl::Status& status);

  const Parts parts_;
  const Caller caller_;
  v1::Artifact* const response_;
  // Used by one step at a time: the read, then the executor, then the next read.
  v1::UploadArtifactRequest part_;
  std::unique_ptr<ArtifactFiles::Incoming> incoming_;

  Mutex mutex_;
  bool working_ ABSL_GUARDED_BY(mutex_) = false;  // the executor or the loop holds this
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rookery::coordinator

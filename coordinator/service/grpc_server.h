// The gRPC door: all services on one port, with health and reflection, and an orderly end.
// Start, Drain and Stop: the owner's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/access/gate.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/access_service.h"
#include "coordinator/service/edge_counters.h"
#include "coordinator/service/reply_router.h"

namespace rookery::coordinator {

struct GrpcTls {
  std::string chain_pem;  // the server's certificate, then its authority's
  std::string key_pem;
  std::string authority_pem;  // that signs workers, too
  std::string fingerprint;    // its
};

struct GrpcServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;  // 0: a free one
  std::string version;
  std::optional<GrpcTls> tls = std::nullopt;  // none: plaintext
  bool mutual_tls = false;                    // workers must show their certificate
};

class GrpcServer {
 public:
  struct Parts {  // none owned
    ReplyRouter* router = nullptr;
    ReadModel* reads = nullptr;
    ArtifactFiles* files = nullptr;
    const Gate* gate = nullptr;
    AccessServiceImpl::Sign sign;  // null without TLS
    LiveGames* live = nullptr;
  };
  // Unavailable, naming the address, if the port is taken or the host isn't ours.
  static absl::StatusOr<std::unique_ptr<GrpcServer>> Start(const GrpcServerOptions& options,
                                                           const Parts& parts);
  ~GrpcServer();

  int port() const;
  const EdgeCounters& counters() const;
  // For the change feed.
  void OnViewChanged();

  // Health says NOT_SERVING and watchers' streams end; calls are still answered.
  void Drain();
  // Ends what still runs after at most `grace`.
  void Stop(absl::Duration grace);

 private:
  struct Impl;
  explicit GrpcServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::coordinator

// The HTTP door: JSON API, server-sent events, PGN, the dashboard's files, /metrics and /healthz,
// as docs/api.md says. Reads only, but for a learner's game and new runs. Each connection has a
// thread of a bounded pool. Start and Stop: the owner's thread; OnViewChanged: any.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/notify/notifier.h"
#include "coordinator/play/opponent.h"
#include "coordinator/query/read_model.h"
#include "coordinator/web/run_routes.h"

namespace rookery::coordinator {

struct HttpServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;  // 0: a free one
  std::string version;
  std::string grpc;  // HOST:PORT of the other door, for the command that joins a worker
  std::string certificate_file = {};  // PEM; empty: plaintext
  std::string key_file = {};
};

class HttpServer {
 public:
  struct Parts {
    ReadModel* reads = nullptr;            // not owned
    Opponent* opponent = nullptr;          // not owned
    LiveGames* live = nullptr;             // not owned; stopped with the server
    std::function<absl::Status()> health;  // not OK: what is down
    // Prometheus text; told how many listen to events.
    std::function<std::string(size_t)> metrics;
    WriteCalls write;
    TestWebhooks test_webhooks;
    const Gate* gate = nullptr;  // not owned
  };
  // Unavailable, naming the address, if the port is taken or the host isn't ours.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Start(const HttpServerOptions& options,
                                                           Parts parts);
  ~HttpServer();

  int port() const;
  // For the change feed.
  void OnViewChanged();
  void Stop();

 private:
  struct Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::coordinator

// The paths of docs/api.md on an httplib server. Handlers run on the server's threads.
#pragma once

#include <httplib.h>

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "coordinator/play/opponent.h"
#include "coordinator/query/read_model.h"
#include "coordinator/web/event_feed.h"
#include "coordinator/web/run_routes.h"

namespace rookery::coordinator {

struct RouteParts {  // none owned; all outlive the server
  ReadModel* reads = nullptr;
  EventFeed* events = nullptr;
  Opponent* opponent = nullptr;
  std::function<absl::Status()> health;
  std::function<std::string(size_t)> metrics;
  std::string version;
  std::string grpc;  // HOST:PORT for workers and the command line
  std::string host;  // that the server listens on
  WriteCalls write;
  TestWebhooks test_webhooks;
  const Gate* gate = nullptr;
};

void AddRoutes(httplib::Server& server, const RouteParts& parts);

}  // namespace rookery::coordinator

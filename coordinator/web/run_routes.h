// The paths behind the form for a new run: what there is to choose from, and the requests that make
// it. Handlers run on the server's threads.
#pragma once

#include <httplib.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/notify/notifier.h"
#include "coordinator/query/read_model.h"
#include "coordinator/web/http_gate.h"
#include "coordinator/web/play_routes.h"

namespace rookery::coordinator {

// What the edge does with a body: the id of the run, or of the weights, that came of it.
using TextCall =
    std::function<absl::StatusOr<std::string>(const std::string& body, const WebCaller& caller)>;

struct WriteCalls {      // null where this server only reads
  TextCall create_run;   // CreateRunRequest as JSON
  TextCall put_weights;  // a weights file
  TextCall approve;      // ApproveRunRequest as JSON
  TextCall quarantine;   // QuarantineWorkerRequest as JSON
  TextCall lift;         // LiftQuarantineRequest as JSON
};

// Posts a test to every webhook.
using TestWebhooks = std::function<std::vector<Notifier::Outcome>()>;

struct RunRouteParts {
  ReadModel* reads = nullptr;  // not owned
  WriteCalls write;
  TestWebhooks test_webhooks;
  PostCheck may_post;
  const Gate* gate = nullptr;  // not owned
};

// Whether this request may be written with `call`, and who asks. PermissionDenied where this server
// only reads.
absl::StatusOr<WebCaller> AdmitPost(const RunRouteParts& parts, const TextCall& call,
                                    const httplib::Request& request);

void AddRunRoutes(httplib::Server& server, const RunRouteParts& parts);

}  // namespace rookery::coordinator

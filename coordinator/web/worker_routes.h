// The paths by which an operator takes a worker out of play and back: POST
// /api/v1/workers/ID/quarantine with {"reason": "...", "drain": false}, and /api/v1/workers/ID/lift
// with {}. Handlers run on the server's threads.
#pragma once

#include <httplib.h>

#include "coordinator/web/run_routes.h"

namespace rookery::coordinator {

void AddWorkerRoutes(httplib::Server& server, const RunRouteParts& parts);

}  // namespace rookery::coordinator

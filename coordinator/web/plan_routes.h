// The path of the plan beside the form for a new run: what a test of these bounds and limits costs
// (docs/api.md). Handlers run on the server's threads and only read memory.
#pragma once

#include <httplib.h>

#include "coordinator/query/read_model.h"

namespace rookery::coordinator {

// The read model isn't owned and outlives the server.
void AddPlanRoutes(httplib::Server& server, ReadModel* reads);

}  // namespace rookery::coordinator

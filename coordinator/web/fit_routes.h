// The paths of posted fits. Handlers run on the server's threads.
#pragma once

#include <httplib.h>

#include "coordinator/query/read_model.h"
#include "coordinator/web/json.h"

namespace rookery::coordinator {

// As docs/api.md says; with passes and weights, or without.
Json ToJson(const Fit& fit);
Json HeadJson(const Fit& fit);

void AddFitRoutes(httplib::Server& server, ReadModel* reads);

}  // namespace rookery::coordinator

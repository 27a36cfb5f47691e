// What whoever asks may do here, so that a page offers nothing else. Handlers run on the server's
// threads.
#pragma once

#include <httplib.h>

#include "coordinator/web/run_routes.h"

namespace rookery::coordinator {

void AddMeRoutes(httplib::Server& server, const RunRouteParts& parts, const PostCheck& may_write);

}  // namespace rookery::coordinator

// The paths of a tune's duels: pages of what each pair was played with and how it went, and all of
// it as CSV, the same text that `rookery runs duels` prints (docs/api.md).
// Handlers run on the server's threads and read the disk.
#pragma once

#include <httplib.h>

#include "coordinator/query/read_model.h"

namespace rookery::coordinator {

// The read model isn't owned and outlives the server.
void AddTuneRoutes(httplib::Server& server, ReadModel* reads);

}  // namespace rookery::coordinator

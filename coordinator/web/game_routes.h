// The paths of a run's games: pages of pairs, a pair with both games replayed, PGN of one game.
// Handlers run on the server's threads and read the disk.
#pragma once

#include <httplib.h>

#include "coordinator/query/read_model.h"

namespace rookery::coordinator {

// The read model isn't owned and outlives the server.
void AddGameRoutes(httplib::Server& server, ReadModel* reads);

}  // namespace rookery::coordinator

// The paths of the pages that teach chess: where pieces may go, a move of the engine, PGN.
// Handlers run on the server's threads; a move is thought about on the opponent's.
#pragma once

#include <httplib.h>

#include <functional>

#include "absl/status/status.h"
#include "coordinator/play/opponent.h"

namespace rookery::coordinator {

// Whether a request that isn't a mere question may be answered.
using PostCheck = std::function<absl::Status(const httplib::Request&)>;

// The opponent isn't owned and outlives the server.
void AddPlayRoutes(httplib::Server& server, Opponent* opponent, const PostCheck& may_post);

}  // namespace rookery::coordinator

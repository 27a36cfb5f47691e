// The path of a run's games as they are played: server-sent events. A handler holds a thread of the
// server's and a place among the feed's listeners.
#pragma once

#include <httplib.h>

#include "coordinator/access/gate.h"
#include "coordinator/query/live_games.h"
#include "coordinator/query/read_model.h"
#include "coordinator/web/event_feed.h"

namespace rookery::coordinator {

struct LiveParts {  // none owned; all outlive the server
  ReadModel* reads = nullptr;
  EventFeed* events = nullptr;
  LiveGames* live = nullptr;
  const Gate* gate = nullptr;
};
void AddLiveRoutes(httplib::Server& server, const LiveParts& parts);

}  // namespace rookery::coordinator

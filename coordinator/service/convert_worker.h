// What is said by workers and of them as events of the core, and its replies as messages.
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include "coordinator/core/effects.h"
#include "coordinator/core/events.h"
#include "coordinator/query/live_games.h"
#include "rookery/v1/workers.pb.h"

namespace rookery::coordinator {

Event ToEvent(SessionId session, const v1::Hello& hello);
Event ToEvent(SessionId session, const v1::LeaseRequest& request);
Event ToEvent(SessionId session, const v1::Report& report);
Event ToEvent(SessionId session, const v1::Heartbeat& heartbeat);
Event ToEvent(SessionId session, const v1::Release& release);

SetQuarantine ToEvent(const v1::QuarantineWorkerRequest& request);
SetQuarantine ToEvent(const v1::LiftQuarantineRequest& request);

// A reply that is a message to a worker (CHECK); version: the coordinator's own.
v1::CoordinatorMessage ToMessage(const Reply& reply, std::string_view version);
// "This report can never be counted", from the edge itself.
LiveRecord ToRecord(const v1::LiveGame& game, const WorkerId& worker);

v1::CoordinatorMessage RefusalOf(const v1::Report& report, std::string_view why);

}  // namespace rookery::coordinator

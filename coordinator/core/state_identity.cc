// Whose a worker is, and which of two processes that call themselves one worker may be it.
#include <algorithm>

#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/state.h"
#include "coordinator/core/worker_owners.h"

namespace rookery::coordinator {

absl::Status Core::State::CheckOwner(const WorkerId& worker, const std::string& owner) const {
  const auto known = workers.find(worker);
  if (known == workers.end() || known->second.info.owner == owner) return absl::OkStatus();
  const WorkerInfo& info = known->second.info;
  const bool noted =
      std::any_of(info.earlier.begin(), info.earlier.end(),
                  [&](const OwnerShare& share) { return share.owner == info.owner; });
  if (noted || PresentShare(info).pairs == 0 || info.earlier.size() < limits::kMaxEarlierOwners) {
    return absl::OkStatus();
  }
  return Error(absl::StatusCode::kFailedPrecondition,
               "worker '{}' has played for {} other owners, which is the most; give it a new data "
               "folder",
               worker, info.earlier.size());
}

bool Core::State::TurnAway(WorkerEntry* worker, const WorkerHello& event) {
  if (worker->session == 0 || worker->session == event.session) return false;
  if (Planted(PlantedFault::kTakeoversUnbounded)) return false;
  const absl::Duration retry =
      worker->takeovers.Meet(worker->info.last_seen + options.lease_time, now);
  if (retry == absl::ZeroDuration()) return false;
  contested.insert(event.worker);
  const absl::Status status =
      Error(absl::StatusCode::kResourceExhausted,
            "another session of worker '{}' lives, and they have taken each other's place {} times "
            "within {}: {}",
            event.worker, limits::kFreeTakeovers, absl::FormatDuration(limits::kTakeoverWindow),
            kSharedIdentity);
  const bool warn = worker->takeovers.TakeWarning(now);
  if (warn) {
    const TokenRecord* token = tokens.Find(event.access.token);
    On(NoteRefusal{{token == nullptr ? "" : token->owner, event.access.token,
                    "workers/" + event.worker, event.access.from, Message(status)}});
  }
  out->replies.push_back(CloseSession{event.session, status, retry, warn});
  return true;
}

void Core::State::EndContests() {
  std::erase_if(contested, [&](const WorkerId& id) {
    WorkerEntry& worker = workers.at(id);
    if (worker.takeovers.Contested(now)) return false;
    Touch(&worker);
    return true;
  });
}

}  // namespace rookery::coordinator

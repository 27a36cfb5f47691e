// Access tokens: given out, revoked, used by workers that join; and the record of what was done.
#include <utility>

#include "base/check.h"
#include "base/ids.h"
#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {
namespace {

absl::Status NoSuchToken(const TokenId& id) {
  return Error(absl::StatusCode::kNotFound,
               "there is no token '{}'; 'rookery tokens list' shows those that there are",
               id.substr(0, limits::kMaxName));
}

}  // namespace

absl::Status Core::State::CheckAccess(const Access& access) const {
  if (access.token.empty() || tokens.IsLive(access.token, now)) return absl::OkStatus();
  return Error(absl::StatusCode::kUnauthenticated,
               "token '{}' has been revoked or has expired; ask the operator for another",
               access.token);
}

absl::StatusOr<TokenId> Core::State::AddToken(TokenRecord record, absl::Duration lifetime) {
  if (const TokenRecord* known = tokens.FindBySecret(record.secret_hash); known != nullptr) {
    if (known->role == record.role && known->worker == record.worker) return known->id;
    return absl::AlreadyExistsError("another token has this secret; draw a new one");
  }
  if (tokens.empty() && record.role != Role::kOperator) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "the first token closes this coordinator to everybody without one, so it must be "
                 "an operator's; make that first");
  }
  do {
    record.id = RandomId(rng);
  } while (tokens.Find(record.id) != nullptr);
  record.created = now;
  if (lifetime > absl::ZeroDuration()) record.expires = now + lifetime;
  const bool first = tokens.empty();
  for (TokenId& forgotten : tokens.MakeRoom(now)) {
    out->writes.push_back(DropToken{std::move(forgotten)});
  }
  TokenId id = record.id;
  ROOKERY_RETURN_IF_ERROR(tokens.Add(record));
  ++tokens_revision;
  out->writes.push_back(PutToken{std::move(record)});
  if (first) CloseSessionsWithoutToken();
  return id;
}

void Core::State::CloseSessionsWithoutToken() {
  for (auto& [id, worker] : workers) {
    if (worker.session != 0 && worker.info.token.empty()) {
      SendAway(&worker,
               absl::UnauthenticatedError("this coordinator asks for an access token from now on"));
    }
  }
}

// Its session ends and its pairs are lent to others.
void Core::State::SendAway(WorkerEntry* worker, const absl::Status& why) {
  const std::vector<LeaseId> live(worker->live.begin(), worker->live.end());
  for (const LeaseId& lease : live) EndLease(leases.Find(lease), LeaseState::kCancelled);
  const SessionId session = worker->session;
  if (session == 0) return;
  out->replies.push_back(CloseSession{session, why});
  On(WorkerGone{session});
}

void Core::State::On(const CreateToken& event) {
  const absl::StatusOr<TokenId> id = AddToken(event.record, event.lifetime);
  if (id.ok()) {
    out->replies.push_back(TextReply{event.token, *id});
  } else {
    out->replies.push_back(ErrorReply{event.token, id.status()});
  }
}

void Core::State::On(const RevokeToken& event) {
  const TokenRecord* known = tokens.Find(event.id);
  absl::Status status = known == nullptr ? NoSuchToken(event.id) : absl::OkStatus();
  if (known != nullptr && known->role == Role::kOperator && tokens.IsLive(event.id, now) &&
      tokens.LiveOperators(now) == 1) {
    status = Error(absl::StatusCode::kFailedPrecondition,
                   "token '{}' is the last operator's; make another one first", event.id);
  }
  if (!status.ok()) {
    out->replies.push_back(ErrorReply{event.token, status});
    return;
  }
  if (known->revoked > now) {
    ROOKERY_CHECK(tokens.Revoke(event.id, now).ok());
    ++tokens_revision;
    out->writes.push_back(PutToken{*tokens.Find(event.id)});
    for (auto& [id, worker] : workers) {
      if (worker.info.token != event.id || Planted(PlantedFault::kRevokedReportCounts)) continue;
      SendAway(&worker, CheckAccess({event.id, "", false}));
    }
  }
  out->replies.push_back(TextReply{event.token, event.id});
}

// Else whoever has some worker's or join token could take another's place: have pairs counted as
// its, and it put in quarantine for them. A token that was made for this worker (by JoinWorker) may
// always; another one only where neither such a token nor the one that the worker came with lives,
// or that one is of the same owner.
absl::Status Core::State::CheckIdentity(const WorkerId& worker, const TokenRecord& with) const {
  if (!with.id.empty() && with.worker == worker) return absl::OkStatus();
  bool taken = tokens.LiveOfWorker(worker, now) != nullptr;
  if (const auto known = workers.find(worker); known != workers.end() && !taken) {
    const TokenRecord* last = tokens.Find(known->second.info.token);
    taken = last != nullptr && last->id != with.id && tokens.IsLive(last->id, now) &&
            (with.owner.empty() || last->owner != with.owner);
  }
  if (!taken) return absl::OkStatus();
  return Error(absl::StatusCode::kPermissionDenied,
               "worker '{}' belongs to another access token; revoke that one first, or give this "
               "worker a new data folder",
               worker.substr(0, limits::kMaxName));
}

// A worker that was here already keeps its id only with the token that it has: else whoever may
// join could take another's place.
void Core::State::On(const JoinWorker& event) {
  TokenRecord record;
  record.role = Role::kWorker;
  record.owner = event.by;
  record.label = event.label;
  record.worker = event.worker;
  record.secret_hash = event.secret_hash;
  absl::StatusOr<TokenId> id =
      Error(absl::StatusCode::kAlreadyExists,
            "worker '{}' has joined already with another key; revoke its token first, or give this "
            "worker a new data folder",
            event.worker.substr(0, limits::kMaxName));
  const TokenRecord* taken = tokens.LiveOfWorker(event.worker, now);
  if (taken == nullptr) {
    const absl::Status allowed = CheckIdentity(event.worker, record);
    id = allowed.ok() ? AddToken(std::move(record), absl::ZeroDuration()) : allowed;
  } else if (taken->secret_hash == event.secret_hash) {
    id = taken->id;
  }
  if (id.ok() && !tokens.IsLive(*id, now)) id = CheckAccess({*id, "", false});
  if (id.ok()) {
    out->replies.push_back(TextReply{event.token, *id});
  } else {
    out->replies.push_back(ErrorReply{event.token, id.status()});
  }
}

}  // namespace rookery::coordinator

// Runs: made, ended, followed up; artifacts that they name.
#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/ids.h"
#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/spec_check.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {
namespace {

std::string_view Name(ArtifactKind kind) {
  switch (kind) {
    case ArtifactKind::kWeights:
      return "set of weights";
    case ArtifactKind::kBook:
      return "book";
    case ArtifactKind::kEngine:
      return "UCI engine";
    case ArtifactKind::kEngineFile:
      return "file of a UCI engine";
  }
  return "thing of another kind";
}

std::string_view Name(stats::Verdict verdict) {
  switch (verdict) {
    case stats::Verdict::kAccepted:
      return "accepted";
    case stats::Verdict::kRejected:
      return "rejected";
    case stats::Verdict::kUndecided:
      return "undecided";
  }
  return "undecided";
}

}  // namespace

absl::Status Core::State::CheckArtifact(std::string_view field, const std::string& sha256,
                                        ArtifactKind kind) const {
  const auto found = artifacts.find(sha256);
  if (found == artifacts.end()) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "field {}: artifact {} isn't here; upload it first", field, sha256);
  }
  if (found->second.kind != kind) {
    return InvalidArgument("field {}: artifact {} is a {}, not a {}", field, sha256,
                           Name(found->second.kind), Name(kind));
  }
  return absl::OkStatus();
}

absl::Status Core::State::CheckQuota(const std::string& owner) const {
  const auto open_runs = static_cast<int>(std::count_if(runs.begin(), runs.end(), [&](auto& one) {
    return one.second.run.spec->owner == owner && IsOpen(one.second.run.state);
  }));
  if (options.author_open_runs > 0 && open_runs >= options.author_open_runs) {
    return Error(absl::StatusCode::kResourceExhausted,
                 "author '{}' has {} open runs, and {} are allowed; stop one, or wait for its end",
                 owner, open_runs, options.author_open_runs);
  }
  return CheckCoreHours(owner);
}

absl::Status Core::State::CheckCoreHours(const std::string& owner) const {
  if (options.author_core_hours <= 0) return absl::OkStatus();
  uint64_t core_ms = 0;
  for (const auto& [id, entry] : runs) {
    if (entry.run.spec->owner != owner) continue;
    if (entry.run.created > now - limits::kQuotaWindow) core_ms += entry.run.totals.core_ms;
  }
  const double hours = static_cast<double>(core_ms) / 3.6e6;
  if (hours < options.author_core_hours) return absl::OkStatus();
  return Error(absl::StatusCode::kResourceExhausted,
               "the runs that author '{}' began within {} days have taken {:.1f} core-hours, and "
               "{:.1f} are allowed; ask an operator to start it as a run of his own",
               owner, absl::ToInt64Hours(limits::kQuotaWindow) / 24, hours,
               options.author_core_hours);
}

// By the role of his tokens: an operator's runs, his own as an author too, have no quota.
bool Core::State::IsAuthor(const std::string& owner) const {
  return tokens.HasLive(Role::kAuthor, owner, now) && !tokens.HasLive(Role::kOperator, owner, now);
}

void Core::State::PauseOverQuota() {
  if (options.author_core_hours <= 0 || now - quota_looked < limits::kQuotaLook) return;
  quota_looked = now;
  std::map<std::string, absl::Status> judged;
  for (const RunId& id : open) {
    RunEntry& entry = runs.at(id);
    const std::string& owner = entry.run.spec->owner;
    if (entry.run.state != RunState::kActive) continue;
    const auto [status, is_new] = judged.try_emplace(owner);
    if (is_new && IsAuthor(owner)) status->second = CheckCoreHours(owner);
    if (status->second.ok()) continue;
    entry.run.state = *NextState(entry.run.state, RunAction::kPause);
    SaveRun(&entry);
    Note(entry, "paused", Message(status->second), "the coordinator");
  }
}

absl::StatusOr<Run> Core::State::MakeRun(const CreateRun& event) {
  if (event.request_id.empty() || event.request_id.size() > limits::kMaxRequestId) {
    return InvalidArgument("field request_id: {} characters; 1 to {} are allowed",
                           event.request_id.size(), limits::kMaxRequestId);
  }
  if (event.access.own_only && event.spec.owner != event.by) {
    return Error(absl::StatusCode::kPermissionDenied,
                 "field run.owner: an author of the name '{}' starts runs of its own alone",
                 event.by);
  }
  if (event.access.own_only) ROOKERY_RETURN_IF_ERROR(CheckQuota(event.by));
  if (open.size() >= limits::kMaxOpenRuns || runs.size() >= limits::kMaxRuns) {
    return Error(absl::StatusCode::kResourceExhausted,
                 "{} runs are open and {} stored; at most {} and {} are allowed: stop some, or "
                 "remove old ones",
                 open.size(), runs.size(), limits::kMaxOpenRuns, limits::kMaxRuns);
  }
  ROOKERY_ASSIGN_OR_RETURN(RunSpec spec, CheckSpec(event.spec));
  ROOKERY_RETURN_IF_ERROR(CheckEngines(spec));
  ROOKERY_RETURN_IF_ERROR(CheckArtifact("book_sha256", spec.book_sha256, ArtifactKind::kBook));
  const uint64_t lines = artifacts.at(spec.book_sha256).lines;
  ROOKERY_RETURN_IF_ERROR(FitToBook(lines, &spec));
  if (!spec.keep_games.has_value()) spec.keep_games = options.keep_games;

  Run run;
  do {
    run.id = RandomId(rng);
  } while (runs.contains(run.id));
  run.seed = spec.seed != 0 ? spec.seed : rng.Next() >> 1;  // fits the store's signed 64 bits
  run.book_lines = lines;
  run.request_id = event.request_id;
  run.created = now;
  run.spec = std::make_shared<const RunSpec>(std::move(spec));
  ROOKERY_RETURN_IF_ERROR(CheckTune(run));
  return run;
}

void Core::State::On(const CreateRun& event) {
  if (const auto known = by_request.find(event.request_id); known != by_request.end()) {
    if (event.access.own_only && runs.at(known->second).run.spec->owner != event.by) {
      out->replies.push_back(ErrorReply{
          event.token, absl::AlreadyExistsError("field request_id: it is that of a run of somebody "
                                                "else's; draw another one")});
      return;
    }
    out->replies.push_back(RunReply{event.token, known->second, false});
    return;
  }
  if (!draining.empty()) {
    out->replies.push_back(ErrorReply{
        event.token,
        Error(absl::StatusCode::kUnavailable, "the coordinator is shutting down: {}", draining)});
    return;
  }
  absl::StatusOr<Run> run = MakeRun(event);
  if (!run.ok()) {
    out->replies.push_back(ErrorReply{event.token, run.status()});
    return;
  }
  const RunId id = run->id;
  const bool waits = options.approve_runs && event.access.own_only;
  if (waits) run->state = RunState::kWaiting;
  Begin(*std::move(run), event.by);
  if (waits) Note(runs.at(id), "waiting", "for an operator's approval");
  out->replies.push_back(RunReply{event.token, id, true});
}

void Core::State::Begin(Run run, const std::string& by) {
  const RunId id = run.id;
  RestoreRun(std::move(run));
  RunEntry& entry = runs.at(id);
  SaveRun(&entry);
  BeginTune(&entry);
  BeginLeague(&entry);
  Note(entry, "created", entry.run.spec->title, by);
  wake = true;
}

// An accepted test is played again at the other limits that it named.
void Core::State::FollowUpOn(const RunEntry& entry) {
  const FollowUp& next = *entry.run.spec->follow_up;
  CreateRun wish;
  wish.spec = *entry.run.spec;
  wish.spec.limits = next.limits;
  if (next.sprt.has_value()) wish.spec.sprt = next.sprt;
  wish.spec.follow_up.reset();
  wish.spec.seed = 0;  // openings of its own
  wish.request_id = fmt::format("follow-up of {}", entry.run.id);
  if (by_request.contains(wish.request_id)) return;
  absl::StatusOr<Run> run = MakeRun(wish);
  if (!run.ok()) return Note(entry, "follow-up", Message(run.status()));
  run->parent = entry.run.id;
  Note(entry, "follow-up", run->id);
  Begin(*std::move(run), entry.run.spec->owner);
}

void Core::State::On(const PutArtifact& event) {
  const ArtifactInfo& artifact = event.artifact;
  if (!IsSha256Hex(artifact.sha256) || artifact.size < 0) {
    out->replies.push_back(ErrorReply{
        event.token, InvalidArgument("field sha256: '{}' is no SHA-256; give 64 hexadecimal digits",
                                     artifact.sha256.substr(0, 80))});
    return;
  }
  if (!artifacts.contains(artifact.sha256)) {
    if (artifacts.size() >= limits::kMaxArtifacts) {
      out->replies.push_back(ErrorReply{
          event.token, Error(absl::StatusCode::kResourceExhausted,
                             "{} artifacts are stored; no more are allowed", artifacts.size())});
      return;
    }
    artifacts.emplace(artifact.sha256, artifact);
    out->writes.push_back(PutArtifactRow{artifact});
  }
  out->replies.push_back(DoneReply{event.token});
}

void Core::State::EndRun(RunEntry* entry, RunAction action, const std::string& message,
                         const std::string& by) {
  Run& run = entry->run;
  const std::optional<RunState> next = NextState(run.state, action);
  ROOKERY_CHECK(next.has_value() && !IsOpen(*next));
  run.state = *next;
  run.ended = now;
  run.message = message;
  run.totals.after_verdict = run.totals.counted - run.totals.prefix;
  open.erase(run.id);
  entry->fold.reset();
  entry->unable.clear();
  entry->by_worker.clear();
  if (!Planted(PlantedFault::kNoCancelAtEnd)) CancelLeases(entry, "the run has ended");
  entry->audits.clear();
  entry->ledger->Close();
  entry->candidates.clear();
  closing.emplace(now, run.id);
  SaveRun(entry);
  const std::string_view kind = action == RunAction::kFinish ? "finished"
                                : action == RunAction::kFail ? "failed"
                                                             : "stopped";
  Note(*entry, kind,
       run.spec->sprt.has_value() ? fmt::format("{} {}", Name(run.totals.verdict), message)
                                  : message,
       by);
  const bool accepted = run.totals.verdict == stats::Verdict::kAccepted;
  if (accepted && run.spec->follow_up.has_value()) FollowUpOn(*entry);
}

void Core::State::CancelLeases(RunEntry* entry, std::string_view why) {
  std::vector<LeaseId> live;
  for (const auto& [worker, playing] : entry->workers) {
    for (const LeaseId& id : workers.at(worker).live) {
      if (leases.Find(id)->lease.run == entry->run.id) live.push_back(id);
    }
  }
  for (const LeaseId& id : live) {
    HeldLease* held = leases.Find(id);
    const SessionId session = workers.at(held->lease.worker).session;
    if (session != 0) out->replies.push_back(Cancel{session, id, std::string(why)});
    EndLease(held, LeaseState::kCancelled);
  }
}

void Core::State::SaveRun(RunEntry* entry) {
  const bool lost = Planted(PlantedFault::kLostTotals) && entry->run.totals.counted % 5 == 3;
  if (!lost) out->writes.push_back(PutRun{entry->run});
  ++entry->revision;
  changed.insert(entry->run.id);
}

void Core::State::Note(const RunEntry& entry, std::string_view kind, std::string text,
                       const std::string& by) {
  out->writes.push_back(AddRunEvent{{entry.run.id, now, std::string(kind), std::move(text), by}});
}

}  // namespace rookery::coordinator

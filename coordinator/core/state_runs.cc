// Runs: made, paused, resumed, stopped, ended; artifacts that they name.
#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ids.h"
#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/spec_check.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {
namespace {

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

absl::Status NoSuchRun(const RunId& id) {
  return Error(absl::StatusCode::kNotFound, "run '{}' is unknown; see 'rookery runs list'",
               id.substr(0, limits::kMaxName));
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
                           kind == ArtifactKind::kBook ? "set of weights" : "book",
                           kind == ArtifactKind::kBook ? "book" : "set of weights");
  }
  return absl::OkStatus();
}

absl::StatusOr<Run> Core::State::MakeRun(const CreateRun& event) {
  if (event.request_id.empty() || event.request_id.size() > limits::kMaxRequestId) {
    return InvalidArgument("field request_id: {} characters; 1 to {} are allowed",
                           event.request_id.size(), limits::kMaxRequestId);
  }
  if (!draining.empty()) {
    return Error(absl::StatusCode::kUnavailable, "the coordinator is shutting down: {}", draining);
  }
  if (open.size() >= limits::kMaxOpenRuns || runs.size() >= limits::kMaxRuns) {
    return Error(absl::StatusCode::kResourceExhausted,
                 "{} runs are open and {} stored; at most {} and {} are allowed: stop some, or "
                 "remove old ones",
                 open.size(), runs.size(), limits::kMaxOpenRuns, limits::kMaxRuns);
  }
  ROOKERY_ASSIGN_OR_RETURN(RunSpec spec, CheckSpec(event.spec));
  ROOKERY_RETURN_IF_ERROR(
      CheckArtifact("dev.weights_sha256", spec.dev.weights_sha256, ArtifactKind::kWeights));
  ROOKERY_RETURN_IF_ERROR(
      CheckArtifact("base.weights_sha256", spec.base.weights_sha256, ArtifactKind::kWeights));
  ROOKERY_RETURN_IF_ERROR(CheckArtifact("book_sha256", spec.book_sha256, ArtifactKind::kBook));
  const uint64_t lines = artifacts.at(spec.book_sha256).lines;
  ROOKERY_RETURN_IF_ERROR(FitToBook(lines, &spec));

  Run run;
  do {
    run.id = RandomId(rng);
  } while (runs.contains(run.id));
  run.seed = spec.seed != 0 ? spec.seed : rng.Next() >> 1;  // fits the store's signed 64 bits
  run.book_lines = lines;
  run.request_id = event.request_id;
  run.created = now;
  run.spec = std::make_shared<const RunSpec>(std::move(spec));
  return run;
}

void Core::State::On(const CreateRun& event) {
  if (const auto known = by_request.find(event.request_id); known != by_request.end()) {
    out->replies.push_back(RunReply{event.token, known->second, false});
    return;
  }
  absl::StatusOr<Run> run = MakeRun(event);
  if (!run.ok()) {
    out->replies.push_back(ErrorReply{event.token, run.status()});
    return;
  }
  const RunId id = run->id;
  RestoreRun(*std::move(run));
  RunEntry& entry = runs.at(id);
  SaveRun(&entry);
  Note(entry, "created", entry.run.spec->title);
  out->replies.push_back(RunReply{event.token, id, true});
}

void Core::State::On(const StopRun& event) {
  const auto found = runs.find(event.run);
  if (found == runs.end()) {
    out->replies.push_back(ErrorReply{event.token, NoSuchRun(event.run)});
    return;
  }
  if (IsOpen(found->second.run.state) && !Planted(PlantedFault::kStoppedRunGoesOn)) {
    std::string reason = event.reason.substr(0, limits::kMaxReason);
    if (reason.empty()) reason = "stopped on request";
    EndRun(&found->second, RunState::kStopped, reason);
  }
  out->replies.push_back(RunReply{event.token, event.run, false});
}

void Core::State::On(const PauseRun& event) { SetPaused(event.token, event.run, true); }
void Core::State::On(const ResumeRun& event) { SetPaused(event.token, event.run, false); }

void Core::State::SetPaused(ReplyToken token, const RunId& id, bool paused) {
  const auto found = runs.find(id);
  if (found == runs.end()) {
    out->replies.push_back(ErrorReply{token, NoSuchRun(id)});
    return;
  }
  RunEntry& entry = found->second;
  if (!IsOpen(entry.run.state)) {
    out->replies.push_back(ErrorReply{token, Error(absl::StatusCode::kFailedPrecondition,
                                                   "run '{}' has ended; start another one", id)});
    return;
  }
  const RunState wanted = paused ? RunState::kPaused : RunState::kActive;
  if (entry.run.state != wanted) {
    entry.run.state = wanted;
    SaveRun(&entry);
    Note(entry, paused ? "paused" : "resumed", "");
  }
  out->replies.push_back(RunReply{token, id, false});
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

void Core::State::EndRun(RunEntry* entry, RunState state, const std::string& message) {
  Run& run = entry->run;
  run.state = state;
  run.ended = now;
  run.message = message;
  run.totals.after_verdict = run.totals.counted - run.totals.prefix;
  open.erase(run.id);
  entry->fold.reset();
  std::vector<LeaseId> live;
  for (const auto& [worker, playing] : entry->workers) {
    for (const LeaseId& id : workers.at(worker).live) {
      if (leases.Find(id)->lease.run == run.id) live.push_back(id);
    }
  }
  if (Planted(PlantedFault::kNoCancelAtEnd)) live.clear();
  for (const LeaseId& id : live) {
    HeldLease* held = leases.Find(id);
    const SessionId session = workers.at(held->lease.worker).session;
    if (session != 0) out->replies.push_back(Cancel{session, id, "the run has ended"});
    EndLease(held, LeaseState::kCancelled);
  }
  entry->ledger->Close();
  closing.emplace(now, run.id);
  SaveRun(entry);
  Note(*entry, state == RunState::kFinished ? "finished" : "stopped",
       run.spec->sprt.has_value() ? fmt::format("{} {}", Name(run.totals.verdict), message)
                                  : message);
}

void Core::State::SaveRun(RunEntry* entry) {
  const bool lost = Planted(PlantedFault::kLostTotals) && entry->run.totals.counted % 5 == 3;
  if (!lost) out->writes.push_back(PutRun{entry->run});
  ++entry->revision;
  changed.insert(entry->run.id);
}

void Core::State::Note(const RunEntry& entry, std::string_view kind, std::string text) {
  out->writes.push_back(AddRunEvent{{entry.run.id, now, std::string(kind), std::move(text)}});
}

}  // namespace rookery::coordinator

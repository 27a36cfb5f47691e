#include "coordinator/core/action_text.h"

#include "base/status.h"
#include "coordinator/core/limits.h"

namespace rookery::coordinator {
namespace {

std::string Cut(const std::string& text) { return text.substr(0, limits::kMaxReason); }
std::string OfRun(const RunId& run) { return "runs/" + run; }

}  // namespace

// The run's id is in the answer, not in the event; its request id finds it.
ActionText Describe(const CreateRun& event) {
  return {"create-run", "", fmt::format("{} (request {})", event.spec.title, event.request_id)};
}
ActionText Describe(const StopRun& event) {
  return {"stop-run", OfRun(event.run), Cut(event.reason)};
}
ActionText Describe(const PauseRun& event) { return {"pause-run", OfRun(event.run), ""}; }
ActionText Describe(const ResumeRun& event) { return {"resume-run", OfRun(event.run), ""}; }
ActionText Describe(const ApproveRun& event) { return {"approve-run", OfRun(event.run), ""}; }
ActionText Describe(const EditRun& event) { return {"edit-run", OfRun(event.run), ""}; }
ActionText Describe(const CommentRun& event) {
  return {"comment-run", OfRun(event.run), Cut(event.text)};
}
ActionText Describe(const SetQuarantine& event) {
  const char* const what = event.reason.empty() ? "lift-quarantine"
                           : event.drain        ? "drain-worker"
                                                : "quarantine-worker";
  return {what, "workers/" + event.worker, Cut(event.reason)};
}
ActionText Describe(const VoidPairs& event) {
  return {event.restore ? "restore-pairs" : "void-pairs", OfRun(event.run),
          fmt::format("of {}: {}", event.worker, Cut(event.reason))};
}
ActionText Describe(const PutArtifact& event) {
  return {"put-artifact", "",
          fmt::format("{}, {} bytes", event.artifact.sha256, event.artifact.size)};
}
ActionText Describe(const PutEngine& event) {
  return {"put-engine", "engines/" + event.name, event.manifest_sha256};
}
ActionText Describe(const RenameEngine& event) {
  return {"rename-engine", "engines/" + event.name, "to " + event.new_name};
}
ActionText Describe(const RemoveEngine& event) {
  return {"remove-engine", "engines/" + event.name, ""};
}
ActionText Describe(const PostFit& event) {
  return {"post-fit", "fits/" + FitIdOf(EncodeFitReport(*event.report)), Cut(event.title)};
}
ActionText Describe(const CreateToken& event) {
  return {
      "create-token", "",
      fmt::format("{} {} {}", RoleName(event.record.role), event.record.owner, event.record.label)};
}
ActionText Describe(const RevokeToken& event) { return {"revoke-token", "tokens/" + event.id, ""}; }
ActionText Describe(const JoinWorker& event) {
  return {"join-worker", "workers/" + event.worker, event.label};
}

}  // namespace rookery::coordinator

// How an event of a person's reads in the audit log. Pure; any thread.
#pragma once

#include <string>

#include "coordinator/core/events.h"

namespace rookery::coordinator {

struct ActionText {
  std::string kind;    // "stop-run"
  std::string target;  // "runs/ID"
  std::string text;
};

ActionText Describe(const CreateRun& event);
ActionText Describe(const StopRun& event);
ActionText Describe(const PauseRun& event);
ActionText Describe(const ResumeRun& event);
ActionText Describe(const ApproveRun& event);
ActionText Describe(const EditRun& event);
ActionText Describe(const CommentRun& event);
ActionText Describe(const SetQuarantine& event);
ActionText Describe(const VoidPairs& event);
ActionText Describe(const PutArtifact& event);
ActionText Describe(const PutEngine& event);
ActionText Describe(const RenameEngine& event);
ActionText Describe(const RemoveEngine& event);
ActionText Describe(const PostFit& event);
ActionText Describe(const CreateToken& event);
ActionText Describe(const RevokeToken& event);
ActionText Describe(const JoinWorker& event);

}  // namespace rookery::coordinator

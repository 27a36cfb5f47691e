// What people do to runs: stop, pause, resume, edit, comment. Each leaves an event.
#include <algorithm>
#include <limits>
#include <utility>

#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/spec_check.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {
namespace {

absl::Status NoSuchRun(const RunId& id) {
  return Error(absl::StatusCode::kNotFound, "run '{}' is unknown; see 'rookery runs list'",
               id.substr(0, limits::kMaxName));
}

// "priority 0 -> 2, tags a b -> a": what an edit changed, for the event.
std::string Difference(const RunSpec& before, const RunSpec& after) {
  std::string text;
  const auto add = [&text](std::string_view field, const std::string& from, const std::string& to) {
    if (from == to) return;
    text += fmt::format("{}{} {} -> {}", text.empty() ? "" : ", ", field, from, to);
  };
  const auto joined = [](const std::vector<std::string>& tags) {
    return tags.empty() ? "none" : fmt::format("{}", fmt::join(tags, " "));
  };
  add("priority", fmt::format("{}", before.priority), fmt::format("{}", after.priority));
  add("weight", fmt::format("{}", before.weight), fmt::format("{}", after.weight));
  add("max_pairs", fmt::format("{}", before.max_pairs), fmt::format("{}", after.max_pairs));
  add("max_core_seconds", fmt::format("{}", before.max_core_seconds),
      fmt::format("{}", after.max_core_seconds));
  add("tags", joined(before.tags), joined(after.tags));
  add("games kept:", KeepText(before.keep_games), KeepText(after.keep_games));
  return text;
}

// Which games are kept may be said of a run that has ended, and nothing else.
bool IsOfGamesAlone(const RunEdit& edit) {
  return edit.keep_games.has_value() && !edit.priority && !edit.weight && !edit.max_pairs &&
         !edit.max_core_seconds && !edit.tags;
}

// An operator approved of what the run would cost at most and of its turn: an author may not ask
// for more afterwards. While it waits he may: whoever approves sees it.
absl::Status CheckApproved(const Run& run, const RunSpec& after) {
  if (run.state == RunState::kWaiting) return absl::OkStatus();
  const RunSpec& before = *run.spec;
  const auto cost = [](int64_t seconds) {
    return seconds == 0 ? std::numeric_limits<int64_t>::max() : seconds;
  };
  const char* field = nullptr;
  if (after.max_pairs > before.max_pairs) field = "max_pairs";
  if (cost(after.max_core_seconds) > cost(before.max_core_seconds)) field = "max_core_seconds";
  if (after.priority > before.priority) field = "priority";
  if (after.weight > before.weight) field = "weight";
  if (field == nullptr) return absl::OkStatus();
  return Error(absl::StatusCode::kPermissionDenied,
               "field {}: run '{}' was approved with less; an author may lower it, to raise it is "
               "an operator's",
               field, run.id);
}

}  // namespace

template <typename Which>
RunEntry* Core::State::Allowed(const Which& event, RunAction action) {
  const auto found = runs.find(event.run);
  absl::Status status;
  if (found == runs.end()) {
    status = NoSuchRun(event.run);
  } else if (event.access.own_only && found->second.run.spec->owner != event.by) {
    status = Error(absl::StatusCode::kPermissionDenied,
                   "run '{}' belongs to '{}'; an author may {} its own runs alone", event.run,
                   found->second.run.spec->owner, Name(action));
  } else if (!NextState(found->second.run.state, action).has_value()) {
    status = found->second.run.state == RunState::kWaiting
                 ? Error(absl::StatusCode::kFailedPrecondition,
                         "run '{}' waits for an operator's approval ('rookery runs approve'); {} "
                         "is for runs that have begun",
                         event.run, Name(action))
                 : Error(absl::StatusCode::kFailedPrecondition,
                         "run '{}' has ended; {} is for open runs, start another one", event.run,
                         Name(action));
  }
  if (status.ok()) return &found->second;
  out->replies.push_back(ErrorReply{event.token, status});
  return nullptr;
}

void Core::State::On(const StopRun& event) {
  RunEntry* entry = Allowed(event, RunAction::kStop);
  if (entry == nullptr) return;
  if (IsOpen(entry->run.state) && !Planted(PlantedFault::kStoppedRunGoesOn)) {
    std::string reason = event.reason.substr(0, limits::kMaxReason);
    if (reason.empty()) reason = "stopped on request";
    EndRun(entry, RunAction::kStop, reason, event.by);
  }
  out->replies.push_back(RunReply{event.token, event.run, false});
}

void Core::State::On(const PauseRun& event) {
  RunEntry* entry = Allowed(event, RunAction::kPause);
  if (entry == nullptr) return;
  if (entry->run.state != RunState::kPaused) {
    entry->run.state = *NextState(entry->run.state, RunAction::kPause);
    SaveRun(entry);
    Note(*entry, "paused", "", event.by);
  }
  out->replies.push_back(RunReply{event.token, event.run, false});
}

void Core::State::On(const ResumeRun& event) {
  RunEntry* entry = Allowed(event, RunAction::kResume);
  if (entry == nullptr) return;
  if (entry->run.state != RunState::kActive) {
    const std::string& owner = entry->run.spec->owner;
    if (absl::Status quota = CheckCoreHours(owner); !quota.ok() && IsAuthor(owner)) {
      out->replies.push_back(ErrorReply{event.token, std::move(quota)});
      return;
    }
    entry->run.state = *NextState(entry->run.state, RunAction::kResume);
    wake = true;
    SaveRun(entry);
    Note(*entry, "resumed", "", event.by);
  }
  out->replies.push_back(RunReply{event.token, event.run, false});
}

void Core::State::On(const ApproveRun& event) {
  RunEntry* entry = Allowed(event, RunAction::kApprove);
  if (entry == nullptr) return;
  if (entry->run.state == RunState::kWaiting) {
    entry->run.state = *NextState(entry->run.state, RunAction::kApprove);
    wake = true;
    SaveRun(entry);
    Note(*entry, "approved", "", event.by);
  }
  out->replies.push_back(RunReply{event.token, event.run, false});
}

absl::StatusOr<RunSpec> Core::State::Edited(const RunEntry& entry, const RunEdit& edit) const {
  RunSpec spec = *entry.run.spec;
  spec.priority = edit.priority.value_or(spec.priority);
  spec.weight = edit.weight.value_or(spec.weight);
  spec.max_core_seconds = edit.max_core_seconds.value_or(spec.max_core_seconds);
  if (edit.tags.has_value()) spec.tags = *edit.tags;
  if (edit.keep_games.has_value()) spec.keep_games = edit.keep_games;
  if (edit.max_pairs.has_value()) {
    if (spec.kind == RunKind::kLeague) {
      return InvalidArgument("field max_pairs: a league's pairs follow from its format; stop it");
    }
    if (spec.kind == RunKind::kTune) {
      return InvalidArgument("field max_pairs: a tune's budget is planned for; start another tune");
    }
    const uint64_t least = std::max<uint64_t>(1, entry.ledger->fresh());
    if (*edit.max_pairs < least) {
      return InvalidArgument(
          "field max_pairs: {} asked for, but {} pairs are lent or counted already; ask for at "
          "least so many, or stop the run",
          *edit.max_pairs, least);
    }
    spec.max_pairs = *edit.max_pairs;
    ROOKERY_RETURN_IF_ERROR(FitToBook(entry.run.book_lines, &spec));
  }
  return CheckSpec(std::move(spec));
}

void Core::State::On(const EditRun& event) {
  const bool of_games = IsOfGamesAlone(event.edit);
  RunEntry* entry = Allowed(event, of_games ? RunAction::kComment : RunAction::kEdit);
  if (entry == nullptr) return;
  absl::StatusOr<RunSpec> spec = Edited(*entry, event.edit);
  absl::Status status = spec.status();
  if (status.ok() && options.approve_runs && event.access.own_only) {
    status = CheckApproved(entry->run, *spec);
  }
  if (!status.ok()) {
    out->replies.push_back(ErrorReply{event.token, status});
    return;
  }
  const std::string difference = Difference(*entry->run.spec, *spec);
  if (!difference.empty() && of_games) {
    entry->run.spec = std::make_shared<const RunSpec>(*std::move(spec));
    Note(*entry, "edited", difference, event.by);
    SaveRun(entry);
  } else if (!difference.empty()) {
    entry->run.spec = std::make_shared<const RunSpec>(*std::move(spec));
    entry->ledger->Resize(entry->run.spec->max_pairs);
    entry->fold = *RunFold::Create(*entry->run.spec);  // the bounds are the old ones
    wake = true;
    Note(*entry, "edited", difference, event.by);
    Fold(entry);  // a lower limit may be reached already
  }
  out->replies.push_back(RunReply{event.token, event.run, false});
}

void Core::State::On(const CommentRun& event) {
  RunEntry* entry = Allowed(event, RunAction::kComment);
  if (entry == nullptr) return;
  if (event.text.empty() || event.text.size() > limits::kMaxComment) {
    out->replies.push_back(
        ErrorReply{event.token, InvalidArgument("field text: {} bytes long; 1 to {} are allowed",
                                                event.text.size(), limits::kMaxComment)});
    return;
  }
  Note(*entry, "comment", event.text, event.by);
  ++entry->revision;
  changed.insert(entry->run.id);
  out->replies.push_back(RunReply{event.token, event.run, false});
}

}  // namespace rookery::coordinator

#include "coordinator/query/names.h"

#include <fmt/format.h>

#include "coordinator/core/run_actions.h"
#include "tuner/optim/optimiser.h"

namespace rookery::coordinator {

std::string_view Name(RunKind kind) {
  switch (kind) {
    case RunKind::kTest:
      return "test";
    case RunKind::kMatch:
      return "match";
    case RunKind::kLeague:
      return "league";
    case RunKind::kTune:
      return "tune";
  }
  return "unknown";
}

std::string_view Name(TuneMethod method) { return optim::Name(static_cast<optim::Method>(method)); }

std::string_view Name(RunState state) {
  switch (state) {
    case RunState::kActive:
      return "active";
    case RunState::kPaused:
      return "paused";
    case RunState::kFinished:
      return "finished";
    case RunState::kStopped:
      return "stopped";
    case RunState::kFailed:
      return "failed";
    case RunState::kWaiting:
      return "waiting";
  }
  return "unknown";
}

std::optional<RunState> RunStateFrom(std::string_view name) {
  for (const RunState state : kRunStates) {
    if (Name(state) == name) return state;
  }
  return std::nullopt;
}

std::string_view Name(stats::Verdict verdict) {
  switch (verdict) {
    case stats::Verdict::kUndecided:
      return "undecided";
    case stats::Verdict::kAccepted:
      return "accepted";
    case stats::Verdict::kRejected:
      return "rejected";
  }
  return "unknown";
}

std::string_view Name(stats::EloModel model) {
  return model == stats::EloModel::kLogistic ? "logistic" : "normalized";
}

std::string_view Name(ArtifactKind kind) {
  switch (kind) {
    case ArtifactKind::kWeights:
      return "weights";
    case ArtifactKind::kBook:
      return "book";
    case ArtifactKind::kEngine:
      return "engine";
    case ArtifactKind::kEngineFile:
      return "engine-file";
  }
  return "unknown";
}

std::string_view Name(FitNote note) {
  switch (note) {
    case FitNote::kNone:
      return "";
    case FitNote::kAtBound:
      return "at bound";
    case FitNote::kNeverSeen:
      return "never seen";
  }
  return "unknown";
}

std::string_view Name(WorkerPhase phase) {
  switch (phase) {
    case WorkerPhase::kIdle:
      return "idle";
    case WorkerPhase::kPlaying:
      return "playing";
    case WorkerPhase::kAway:
      return "away";
  }
  return "unknown";
}

std::string KeepWord(const std::optional<KeepGames>& keep) {
  if (!keep.has_value() || keep->all()) return "all";
  if (keep->none) return "none";
  std::string word;
  if (keep->newest_pairs > 0) word = fmt::format("{}", keep->newest_pairs);
  if (keep->days > 0) word += fmt::format("{}{}d", word.empty() ? "" : ",", keep->days);
  return word;
}

std::string TimeText(absl::Time time) {
  if (time == absl::InfiniteFuture() || time == absl::InfinitePast()) return "";
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", time, absl::UTCTimeZone());
}

}  // namespace rookery::coordinator

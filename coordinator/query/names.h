// The words for a run's and a worker's properties in JSON, on pages and in messages.
// Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "coordinator/core/types.h"
#include "coordinator/core/view.h"
#include "coordinator/stats/ratings.h"

namespace rookery::coordinator {

std::string_view Name(RunKind kind);       // "test", "match"
std::string_view Name(TuneMethod method);  // "regression", "spsa" ...
std::optional<RunState> RunStateFrom(std::string_view name);
std::string_view Name(RunState state);          // "active", "paused" ...
std::string_view Name(stats::Verdict verdict);  // "undecided", "accepted", "rejected"
std::string_view Name(stats::EloModel model);   // "normalized", "logistic"
std::string_view Name(ArtifactKind kind);       // "weights", "book", "engine", "engine-file"
std::string_view Name(FitNote note);            // "", "at bound", "never seen"
std::string_view Name(WorkerPhase phase);       // "idle", "playing", "away"

// Which games a run keeps: "all", "none", "1000" (pairs), "30d", "1000,30d".
std::string KeepWord(const std::optional<KeepGames>& keep);

// RFC 3339 in UTC with milliseconds; "" for the infinities, which mean "not yet".
std::string TimeText(absl::Time time);

}  // namespace rookery::coordinator

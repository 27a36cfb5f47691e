// What readers see: an immutable picture of runs and workers after a commit. Pages, CLI and API
// all read this, never the core. Immutable, so any thread may hold it as long as it likes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "coordinator/access/token_book.h"
#include "coordinator/core/candidates.h"
#include "coordinator/core/fit.h"
#include "coordinator/core/league_table.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

struct RunView {
  Run run;
  uint64_t revision = 0;                      // grows whenever anything below changes
  uint64_t pairs_lent = 0;                    // in live leases
  int workers = 0;                            // with a live lease of it
  double games_per_second = 0;                // over the last minute
  std::shared_ptr<const TuneFigures> tune;    // of a tune
  std::shared_ptr<const LeagueTable> league;  // of a league
};

enum class WorkerPhase { kIdle, kPlaying, kAway };

struct WorkerView {
  WorkerInfo info;
  WorkerPhase phase = WorkerPhase::kAway;
  // What it was told last, empty while it plays; or that two processes use its identity.
  std::string idle_reason;
  RunId run;                // of its newest lease; empty if none is live
  std::vector<RunId> runs;  // of all live leases, by id
  int pairs_lent = 0;
  bool operator==(const WorkerView&) const = default;
};
// Of a fleet most are the same from one view to the next, and those are shared.
using WorkerViews = std::vector<std::shared_ptr<const WorkerView>>;

using EngineNames = std::map<std::string, NamedEngine>;  // by name

struct CoordinatorView {
  absl::Time at;
  std::vector<std::shared_ptr<const RunView>> runs;  // newest first
  // By id; points into the same objects as `runs`.
  absl::flat_hash_map<RunId, std::shared_ptr<const RunView>> run_by_id;
  std::shared_ptr<const WorkerViews> workers;  // by label, then id; at most 1 s old
  std::shared_ptr<const absl::flat_hash_map<std::string, ArtifactInfo>> artifacts;  // by SHA-256
  std::shared_ptr<const TokenBook> tokens;
  std::shared_ptr<const EngineNames> engines;
  std::shared_ptr<const FitList> fits;
};

}  // namespace rookery::coordinator

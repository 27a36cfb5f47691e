// A run and a worker as the core holds them: their rows, and what is known beyond those.
// Only state.h includes this. One thread at a time.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "coordinator/core/candidates.h"
#include "coordinator/core/events.h"
#include "coordinator/core/league_fold.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/rate_meter.h"
#include "coordinator/core/run_fold.h"
#include "coordinator/core/run_ledger.h"
#include "coordinator/core/takeover_guard.h"
#include "coordinator/core/types.h"
#include "coordinator/core/usage_meter.h"

namespace rookery::coordinator {

// A run and what is known of it beyond its row.
struct RunEntry {
  Run run;
  std::optional<RunFold> fold;        // while it is open
  std::unique_ptr<RunLedger> ledger;  // while it is open, and a day longer
  size_t leases = 0;                  // in the book, past ones included
  uint64_t pairs_lent = 0;            // not yet counted, in live leases
  struct Playing {
    int leases = 0;
    int slots = 0;
  };
  std::map<WorkerId, Playing> workers;  // with live leases
  double slots_busy = 0;
  double pair_seconds = 0;  // moving average of one slot's pair; 0: none yet
  RateMeter games;
  UsageMeter usage;
  // Workers that gave pairs back because they can't play the run, and when.
  std::map<WorkerId, absl::Time> unable;
  struct AuditEntry {
    Audit audit;
    LeaseId out;  // of the worker that plays it now; empty: nobody
  };
  std::map<uint64_t, AuditEntry> audits;  // pending and disputed ones
  // Since this process began: what each worker brought, and when they are compared next.
  std::map<WorkerId, stats::Pentanomial> by_worker;
  uint64_t brought = 0;
  uint64_t next_look = limits::kFirstResidualLook;
  int faults_told = 0;  // since this process began
  uint64_t revision = 0;
  // Of a tune: its tuner while it is open, and the candidates of the pairs that are out.
  std::unique_ptr<Tuner> tuner;
  std::map<uint64_t, Candidate> candidates;
  std::shared_ptr<const TuneFigures> figures;
  std::optional<LeagueFold> league;  // of a league, for ever: its table is shown
};

struct WorkerEntry {
  WorkerInfo info;
  SessionId session = 0;  // 0: away
  std::set<LeaseId> live;
  RunId last_run;
  RunId timed_run;  // the run that pair_seconds is of
  double pair_seconds = 0;
  std::string idle_reason;
  int refusals = 0;          // of requests for work, in a row
  int64_t last_request = 0;  // what it was refused last
  TakeoverGuard takeovers;
  bool changed = false;  // is among State::changed_workers
};

}  // namespace rookery::coordinator

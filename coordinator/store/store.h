// What the coordinator remembers, in domain terms. Three implementations, one conformance suite
// (tests/store_conformance): memory for tests and simulation, SQLite for everybody,
// PostgreSQL (postgres_store.h) where several coordinators stand in for one another.
//
// Load and Commit: one thread (the loop's). The Read functions: any thread, beside a running
// Commit; they see whole transactions only.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/core/core.h"
#include "coordinator/core/effects.h"

namespace rookery::coordinator {

// What a commit found out.
struct CommitResult {
  // Games whose digest an earlier game of their run has already, by run.
  std::vector<std::pair<RunId, uint64_t>> repeated_games;
};

struct PairQuery {
  RunId run;
  uint64_t from = 0;           // first pair index
  size_t count = 100;          // at most kMaxReadPairs
  bool after_verdict = false;  // also those that came after the run had ended
  // kNone: results and ends alone. kHeads: all but moves and digests, which must be played through.
  enum class Games { kNone, kHeads, kAll } games = Games::kAll;
};
inline constexpr size_t kMaxReadPairs = 1000;

// A row of a tune's duel log: what was lent, and how it went if its pair is counted.
struct DuelRow {
  uint64_t pair = 0;
  Candidate candidate;
  bool counted = false;
  int half_points = 0;  // of dev
  WorkerId worker;
};

// How many rows there are of what stored figures count; who isn't named has none.
struct RowCounts {
  std::map<WorkerId, uint64_t> pairs;  // void ones too
  std::map<RunId, uint64_t> digests;
  std::map<RunId, uint64_t> audits_agreed;
  std::map<RunId, uint64_t> audits_settled;  // somebody's games were others
};

class Store {
 public:
  virtual ~Store() = default;

  // Cost doesn't grow with the ledger: runs, their snapshots, leases, workers, open pairs.
  virtual absl::StatusOr<LoadedState> Load() = 0;

  // All of it or nothing, on disk when it returns OK. AlreadyExists for a pair counted twice
  // (a fault of ours); Unavailable, ResourceExhausted or DataLoss for the disk's troubles.
  virtual absl::StatusOr<CommitResult> Commit(std::span<const Write> writes) = 0;

  // Asked about once a second by who may be idle: whether this process may still write, where
  // another could take its place. FailedPrecondition, of this and of all others: another one has.
  virtual absl::Status CheckLead() { return absl::OkStatus(); }

  // In index order. A record whose games are no longer kept says so and has results and ends.
  virtual absl::StatusOr<std::vector<PairRecord>> ReadPairs(const PairQuery& query) = 0;
  // Pairs from <= index < to whose games are evidence of a quarrel between two workers.
  virtual absl::StatusOr<std::vector<uint64_t>> ReadDisputed(const RunId& run, uint64_t from,
                                                             uint64_t to) = 0;
  // All rows of the run, by index; of one pair the row that counts comes first. The whole ledger:
  // for the rare event that folds it anew.
  virtual absl::StatusOr<std::vector<LedgerRow>> ReadRows(const RunId& run,
                                                          const WorkerId& worker) = 0;
  // Reads all tables that grow: for the ledger's audit.
  virtual absl::StatusOr<RowCounts> CountRows() = 0;
  // A tune's duels from a pair on, in index order, at most kMaxReadPairs.
  virtual absl::StatusOr<std::vector<DuelRow>> ReadDuels(const RunId& run, uint64_t from,
                                                         size_t count) = 0;
  // Oldest first, at most `count`.
  virtual absl::StatusOr<std::vector<RunEvent>> ReadRunEvents(const RunId& run, size_t count) = 0;
  // The audit log, newest first, at most `count`; of those with a smaller number, 0: from the
  // newest on.
  virtual absl::StatusOr<std::vector<Action>> ReadActions(uint64_t before, size_t count) = 0;
};

std::unique_ptr<Store> MakeMemoryStore();

// Opens or makes the database file. FailedPrecondition for a newer schema, DataLoss for a file
// that is no database of ours or is damaged; the message says what to do.
absl::StatusOr<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path);

}  // namespace rookery::coordinator

// The reading half of the SQLite store: the start, and pages for people.
#include <algorithm>
#include <utility>

#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/store/pair_codec.h"
#include "coordinator/store/run_rows.h"
#include "coordinator/store/sqlite_store.h"

namespace rookery::coordinator {
namespace {

// Calls `take` for each row. The statement is fresh; its parameters are bound.
template <typename Take>
absl::Status ForEachRow(SqliteStatement* statement, Take take) {
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const bool row, statement->Step());
    if (!row) return absl::OkStatus();
    ROOKERY_RETURN_IF_ERROR(take(*statement));
  }
}

}  // namespace

absl::StatusOr<LoadedState> SqliteStore::Load() {
  LoadedState loaded;
  ROOKERY_RETURN_IF_ERROR(LoadRuns(&loaded));
  ROOKERY_RETURN_IF_ERROR(LoadTunes(&loaded));
  ROOKERY_RETURN_IF_ERROR(LoadCandidates(&loaded));
  ROOKERY_RETURN_IF_ERROR(LoadLeagues(&loaded));
  ROOKERY_RETURN_IF_ERROR(LoadOpenPairs(&loaded));
  ROOKERY_RETURN_IF_ERROR(LoadLeases(&loaded));
  ROOKERY_RETURN_IF_ERROR(LoadAudits(&loaded));
  ROOKERY_RETURN_IF_ERROR(LoadWorkers(&loaded));
  ROOKERY_RETURN_IF_ERROR(LoadArtifacts(&loaded));
  ROOKERY_RETURN_IF_ERROR(LoadTokens(&loaded));
  return loaded;
}

absl::Status SqliteStore::LoadRuns(LoadedState* loaded) {
  ROOKERY_ASSIGN_OR_RETURN(SqliteStatement rows, writer_.Prepare(SelectRunsSql()));
  return ForEachRow(&rows, [&](const SqliteStatement& row) -> absl::Status {
    ROOKERY_ASSIGN_OR_RETURN(Run run, ReadRun(row));
    loaded->runs.push_back(std::move(run));
    return absl::OkStatus();
  });
}

absl::Status SqliteStore::LoadTunes(LoadedState* loaded) {
  ROOKERY_ASSIGN_OR_RETURN(SqliteStatement rows,
                           writer_.Prepare("SELECT runs.id, spec, tunes.state FROM tunes JOIN runs "
                                           "ON runs.number = tunes.run ORDER BY run"));
  absl::flat_hash_map<std::string, Run*> runs;
  for (Run& run : loaded->runs) runs[run.id] = &run;
  return ForEachRow(&rows, [&](const SqliteStatement& row) -> absl::Status {
    loaded->tunes.push_back({row.Text(0), row.Text(2)});
    Run& run = *runs.at(row.Text(0));
    auto spec = std::make_shared<RunSpec>(*run.spec);
    ROOKERY_ASSIGN_OR_RETURN(spec->tune, DecodeTune(row.Text(1)));
    run.spec = std::move(spec);
    return absl::OkStatus();
  });
}

absl::Status SqliteStore::LoadCandidates(LoadedState* loaded) {
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      writer_.Prepare("SELECT runs.id, pair, clock, points FROM runs CROSS JOIN candidates ON "
                      "candidates.run = runs.number AND pair >= runs.prefix "
                      "WHERE runs.state IN (1, 2)"));
  return ForEachRow(&rows, [&](const SqliteStatement& row) {
    LoadedState::AskedCandidate& asked = loaded->candidates.emplace_back();
    asked.run = row.Text(0);
    asked.pair = static_cast<uint64_t>(row.Integer(1));
    asked.candidate.clock = row.Integer(2);
    return DecodePoints(row.Text(3), &asked.candidate);
  });
}

absl::Status SqliteStore::LoadLeagues(LoadedState* loaded) {
  absl::flat_hash_map<std::string, Run*> runs;
  for (Run& run : loaded->runs) runs[run.id] = &run;
  ROOKERY_ASSIGN_OR_RETURN(SqliteStatement specs,
                           writer_.Prepare("SELECT runs.id, spec FROM leagues JOIN runs ON "
                                           "runs.number = leagues.run"));
  ROOKERY_RETURN_IF_ERROR(ForEachRow(&specs, [&](const SqliteStatement& row) -> absl::Status {
    Run& run = *runs.at(row.Text(0));
    auto spec = std::make_shared<RunSpec>(*run.spec);
    ROOKERY_ASSIGN_OR_RETURN(spec->league, DecodeLeague(row.Text(1)));
    run.spec = std::move(spec);
    return absl::OkStatus();
  }));
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement cells,
      writer_.Prepare("SELECT runs.id, first, second, counts FROM league_cells JOIN runs ON "
                      "runs.number = run ORDER BY run, cell"));
  ROOKERY_RETURN_IF_ERROR(ForEachRow(&cells, [&](const SqliteStatement& row) {
    LoadedState::Cell& cell = loaded->cells.emplace_back();
    cell.run = row.Text(0);
    cell.value.seats = {static_cast<int>(row.Integer(1)), static_cast<int>(row.Integer(2))};
    return DecodeCounts(row.Text(3), &cell.value);
  }));
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement standings,
      writer_.Prepare("SELECT runs.id, grade_points, forfeits FROM league_standings JOIN runs ON "
                      "runs.number = run ORDER BY run, engine"));
  return ForEachRow(&standings, [&](const SqliteStatement& row) {
    loaded->standings.push_back(
        {row.Text(0), {row.Integer(1), static_cast<uint64_t>(row.Integer(2))}});
    return absl::OkStatus();
  });
}

absl::Status SqliteStore::LoadOpenPairs(LoadedState* loaded) {
  // Through the index on (run, pair): what lies below the prefix is never read. The planner left
  // to itself would walk the whole ledger, hence CROSS JOIN (which fixes the order) and INDEXED BY.
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      writer_.Prepare(
          "SELECT runs.id, pair, half_points, first_end, second_end, pairs.plies, first_points "
          "FROM runs CROSS JOIN pairs INDEXED BY pairs_count_once ON "
          "pairs.run = runs.number AND pairs.void = 0 AND "
          "pairs.pair >= runs.prefix WHERE runs.state IN (1, 2) OR "
          "runs.number IN (SELECT run FROM leases) OR "
          "runs.ended > (SELECT max(ended) FROM runs) - ?"));
  rows.Add(absl::ToInt64Microseconds(limits::kLateReports));
  return ForEachRow(&rows, [&](const SqliteStatement& row) -> absl::Status {
    LoadedState::OpenPair pair;
    pair.run = row.Text(0);
    pair.index = static_cast<uint64_t>(row.Integer(1));
    pair.summary.half_points = static_cast<int>(row.Integer(2));
    for (int game = 0; game < 2; ++game) {
      const auto end = GameEndFromNumber(static_cast<int>(row.Integer(3 + game)));
      if (!end.has_value()) {
        return Error(absl::StatusCode::kDataLoss, "pair {} of run '{}' has no known end",
                     pair.index, pair.run);
      }
      pair.summary.ends[static_cast<size_t>(game)] = *end;
    }
    pair.summary.plies = static_cast<uint64_t>(row.Integer(5));
    pair.summary.first_points = static_cast<int>(row.Integer(6));
    loaded->open_pairs.push_back(std::move(pair));
    return absl::OkStatus();
  });
}

absl::Status SqliteStore::LoadLeases(LoadedState* loaded) {
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      writer_.Prepare(
          "SELECT leases.id, runs.id, workers.id, leases.pairs, attempt, granted, "
          "expires, leases.state, audit FROM leases JOIN runs ON runs.number = leases.run "
          "JOIN workers ON workers.number = leases.worker ORDER BY granted, leases.id"));
  return ForEachRow(&rows, [&](const SqliteStatement& row) -> absl::Status {
    Lease lease;
    lease.id = row.Text(0);
    lease.run = row.Text(1);
    lease.worker = row.Text(2);
    ROOKERY_ASSIGN_OR_RETURN(lease.pairs, DecodeIndices(row.Text(3)));
    lease.attempt = static_cast<int>(row.Integer(4));
    lease.granted = absl::FromUnixMicros(row.Integer(5));
    lease.expires = absl::FromUnixMicros(row.Integer(6));
    lease.state = static_cast<LeaseState>(row.Integer(7));
    lease.audit = row.Integer(8) != 0;
    loaded->leases.push_back(std::move(lease));
    return absl::OkStatus();
  });
}

absl::Status SqliteStore::LoadAudits(LoadedState* loaded) {
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      writer_.Prepare("SELECT runs.id, pair, audits.state, first, digest, second, second_digest "
                      "FROM audits JOIN runs ON runs.number = audits.run "
                      "WHERE audits.state <= 2 AND runs.state IN (1, 2) ORDER BY run, pair"));
  return ForEachRow(&rows, [&](const SqliteStatement& row) {
    loaded->audits.push_back({row.Text(0), static_cast<uint64_t>(row.Integer(1)),
                              static_cast<AuditState>(row.Integer(2)), row.Text(3), row.Text(4),
                              row.Text(5), row.Text(6)});
    return absl::OkStatus();
  });
}

absl::StatusOr<std::vector<LedgerRow>> SqliteStore::ReadRows(const RunId& run,
                                                             const WorkerId& worker) {
  MutexLock lock(&reader_mutex_);
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      reader_.Prepare("SELECT pair, half_points, first_end, second_end, pairs.plies, void, "
                      "workers.id = ?, first_points FROM runs JOIN pairs ON pairs.run = "
                      "runs.number JOIN workers "
                      "ON workers.number = pairs.worker WHERE runs.id = ? "
                      "ORDER BY pair, void, pairs.rowid"));
  rows.Add(worker).Add(run);
  std::vector<LedgerRow> found;
  ROOKERY_RETURN_IF_ERROR(ForEachRow(&rows, [&](const SqliteStatement& row) -> absl::Status {
    LedgerRow& one = found.emplace_back();
    one.index = static_cast<uint64_t>(row.Integer(0));
    one.summary.half_points = static_cast<int>(row.Integer(1));
    for (int game = 0; game < 2; ++game) {
      const auto end = GameEndFromNumber(static_cast<int>(row.Integer(2 + game)));
      if (!end.has_value()) {
        return Error(absl::StatusCode::kDataLoss, "pair {} of run '{}' has no known end", one.index,
                     run);
      }
      one.summary.ends[static_cast<size_t>(game)] = *end;
    }
    one.summary.plies = static_cast<uint64_t>(row.Integer(4));
    one.is_void = row.Integer(5) != 0;
    one.of_worker = row.Integer(6) != 0;
    one.summary.first_points = static_cast<int>(row.Integer(7));
    return absl::OkStatus();
  }));
  return found;
}

absl::Status SqliteStore::LoadWorkers(LoadedState* loaded) {
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      writer_.Prepare("SELECT id, label, slots, version, bench_signature, first_seen, last_seen, "
                      "pairs, games, nodes_per_second, cores, memory_mib, instruction_sets, "
                      "platform, sandbox, quarantine FROM workers ORDER BY number"));
  return ForEachRow(&rows, [&](const SqliteStatement& row) {
    WorkerInfo& worker = loaded->workers.emplace_back();
    worker.id = row.Text(0);
    worker.label = row.Text(1);
    worker.slots = static_cast<int>(row.Integer(2));
    worker.version = row.Text(3);
    worker.bench_signature = row.Text(4);
    worker.first_seen = absl::FromUnixMicros(row.Integer(5));
    worker.last_seen = absl::FromUnixMicros(row.Integer(6));
    worker.pairs = static_cast<uint64_t>(row.Integer(7));
    worker.games = static_cast<uint64_t>(row.Integer(8));
    worker.nodes_per_second = row.Real(9);
    worker.ability.cores = static_cast<int>(row.Integer(10));
    worker.ability.memory_mib = row.Integer(11);
    worker.ability.instruction_sets = SplitLines(row.Text(12));
    worker.ability.platform = row.Text(13);
    worker.ability.sandbox = row.Text(14);
    worker.quarantine = row.Text(15);
    return absl::OkStatus();
  });
}

absl::Status SqliteStore::LoadArtifacts(LoadedState* loaded) {
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      writer_.Prepare("SELECT sha256, size, kind, lines FROM artifacts ORDER BY sha256"));
  return ForEachRow(&rows, [&](const SqliteStatement& row) {
    loaded->artifacts.push_back({row.Text(0), row.Integer(1),
                                 static_cast<ArtifactKind>(row.Integer(2)),
                                 static_cast<uint64_t>(row.Integer(3))});
    return absl::OkStatus();
  });
}

absl::StatusOr<std::vector<PairRecord>> SqliteStore::ReadPairs(const PairQuery& query) {
  MutexLock lock(&reader_mutex_);
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      reader_.Prepare("SELECT pair, attempt, workers.id, lease, received, pairs.games, "
                      "runs.state NOT IN (1, 2) AND pair >= runs.prefix AS late "
                      "FROM runs JOIN pairs ON pairs.run = runs.number AND void = 0 "
                      "JOIN workers ON workers.number = pairs.worker "
                      "WHERE runs.id = ? AND pair >= ? AND (late = 0 OR ?) "
                      "ORDER BY pair LIMIT ?"));
  rows.Add(query.run).Add(query.from).Add(query.after_verdict ? 1 : 0);
  rows.Add(static_cast<int64_t>(std::min(query.count, kMaxReadPairs)));
  std::vector<PairRecord> found;
  ROOKERY_RETURN_IF_ERROR(ForEachRow(&rows, [&](const SqliteStatement& row) {
    PairRecord& record = found.emplace_back();
    record.result.index = static_cast<uint64_t>(row.Integer(0));
    record.attempt = static_cast<int>(row.Integer(1));
    record.worker = row.Text(2);
    record.lease = row.Text(3);
    record.received = absl::FromUnixMicros(row.Integer(4));
    record.after_verdict = row.Integer(6) != 0;
    return DecodeGames(row.Text(5), &record.result);
  }));
  return found;
}

absl::StatusOr<std::vector<DuelRow>> SqliteStore::ReadDuels(const RunId& run, uint64_t from,
                                                            size_t count) {
  MutexLock lock(&reader_mutex_);
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      reader_.Prepare("SELECT candidates.pair, clock, points, half_points, workers.id "
                      "FROM runs JOIN candidates ON candidates.run = runs.number "
                      "LEFT JOIN pairs ON pairs.run = runs.number AND "
                      "pairs.pair = candidates.pair AND void = 0 "
                      "LEFT JOIN workers ON workers.number = pairs.worker "
                      "WHERE runs.id = ? AND candidates.pair >= ? "
                      "ORDER BY candidates.pair LIMIT ?"));
  rows.Add(run).Add(from).Add(static_cast<int64_t>(std::min(count, kMaxReadPairs)));
  std::vector<DuelRow> found;
  ROOKERY_RETURN_IF_ERROR(ForEachRow(&rows, [&](const SqliteStatement& row) {
    DuelRow& duel = found.emplace_back();
    duel.pair = static_cast<uint64_t>(row.Integer(0));
    duel.candidate.clock = row.Integer(1);
    duel.counted = !row.IsNull(3);
    if (duel.counted) duel.half_points = static_cast<int>(row.Integer(3));
    if (duel.counted) duel.worker = row.Text(4);
    return DecodePoints(row.Text(2), &duel.candidate);
  }));
  return found;
}

absl::StatusOr<std::vector<RunEvent>> SqliteStore::ReadRunEvents(const RunId& run, size_t count) {
  MutexLock lock(&reader_mutex_);
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      reader_.Prepare("SELECT at, run_events.kind, text, by FROM runs JOIN run_events ON "
                      "run_events.run = runs.number WHERE id = ? ORDER BY run_events.rowid "
                      "LIMIT ?"));
  rows.Add(run).Add(static_cast<int64_t>(count));
  std::vector<RunEvent> events;
  ROOKERY_RETURN_IF_ERROR(ForEachRow(&rows, [&](const SqliteStatement& row) {
    events.push_back(
        {run, absl::FromUnixMicros(row.Integer(0)), row.Text(1), row.Text(2), row.Text(3)});
    return absl::OkStatus();
  }));
  return events;
}

}  // namespace rookery::coordinator

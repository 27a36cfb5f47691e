#include "coordinator/store/sql_reads.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/store/owner_codec.h"
#include "coordinator/store/pair_codec.h"
#include "coordinator/store/run_rows.h"
#include "coordinator/store/stored_games.h"

namespace rookery::coordinator {
namespace {

using RunById = absl::flat_hash_map<std::string, Run*>;

RunById ById(LoadedState* loaded) {
  RunById runs;
  for (Run& run : loaded->runs) runs[run.id] = &run;
  return runs;
}

int64_t Page(size_t count) { return static_cast<int64_t>(std::min(count, kMaxReadPairs)); }

// Two ends, plies, and what `half_points` of the row came with which colour, from `column` on.
absl::Status TakeSummary(const SqlRow& row, int column, PairSummary* summary) {
  summary->half_points = static_cast<int>(row.Integer(column));
  for (int game = 0; game < 2; ++game) {
    const auto end = GameEndFromNumber(static_cast<int>(row.Integer(column + 1 + game)));
    if (!end.has_value()) {
      return Error(absl::StatusCode::kDataLoss, "a stored pair has no known end");
    }
    summary->ends[static_cast<size_t>(game)] = *end;
  }
  summary->plies = static_cast<uint64_t>(row.Integer(column + 3));
  summary->first_points = static_cast<int>(row.Integer(column + 4));
  return absl::OkStatus();
}

absl::Time TimeOf(const SqlRow& row, int column) {
  return row.IsNull(column) ? absl::InfiniteFuture() : absl::FromUnixMicros(row.Integer(column));
}

absl::Status LoadRuns(SqlSource* source, LoadedState* loaded) {
  return source->ForEach(SelectRunsSql(), {}, [&](const SqlRow& row) -> absl::Status {
    ROOKERY_ASSIGN_OR_RETURN(Run run, ReadRun(row));
    loaded->runs.push_back(std::move(run));
    return absl::OkStatus();
  });
}

absl::Status LoadTunes(SqlSource* source, LoadedState* loaded) {
  const RunById runs = ById(loaded);
  return source->ForEach(
      "SELECT runs.id, spec, tunes.state FROM tunes JOIN runs ON runs.number = tunes.run "
      "ORDER BY run",
      {}, [&](const SqlRow& row) -> absl::Status {
        loaded->tunes.push_back({row.Text(0), row.Text(2)});
        Run& run = *runs.at(row.Text(0));
        auto spec = std::make_shared<RunSpec>(*run.spec);
        ROOKERY_ASSIGN_OR_RETURN(spec->tune, DecodeTune(row.Text(1)));
        run.spec = std::move(spec);
        return absl::OkStatus();
      });
}

// The two queries over what lies beyond a run's prefix must never walk the whole table: SQLite is
// held to the order of its tables by CROSS JOIN, PostgreSQL by LATERAL with an OFFSET.
absl::Status LoadCandidates(SqlSource* source, LoadedState* loaded) {
  const char* const sql =
      source->dialect() == SqlDialect::kSqlite
          ? "SELECT runs.id, pair, clock, points FROM runs CROSS JOIN candidates ON "
            "candidates.run = runs.number AND pair >= runs.prefix WHERE runs.state IN (1, 2, 6)"
          : "SELECT runs.id, pair, clock, points FROM runs CROSS JOIN LATERAL (SELECT * FROM "
            "candidates WHERE run = runs.number AND pair >= runs.prefix OFFSET 0) AS asked "
            "WHERE runs.state IN (1, 2, 6)";
  return source->ForEach(sql, {}, [&](const SqlRow& row) {
    LoadedState::AskedCandidate& asked = loaded->candidates.emplace_back();
    asked.run = row.Text(0);
    asked.pair = static_cast<uint64_t>(row.Integer(1));
    asked.candidate.clock = row.Integer(2);
    return DecodePoints(row.Text(3), &asked.candidate);
  });
}

absl::Status LoadLeagues(SqlSource* source, LoadedState* loaded) {
  const RunById runs = ById(loaded);
  ROOKERY_RETURN_IF_ERROR(
      source->ForEach("SELECT runs.id, spec FROM leagues JOIN runs ON runs.number = leagues.run",
                      {}, [&](const SqlRow& row) -> absl::Status {
                        Run& run = *runs.at(row.Text(0));
                        auto spec = std::make_shared<RunSpec>(*run.spec);
                        ROOKERY_ASSIGN_OR_RETURN(spec->league, DecodeLeague(row.Text(1)));
                        run.spec = std::move(spec);
                        return absl::OkStatus();
                      }));
  ROOKERY_RETURN_IF_ERROR(source->ForEach(
      "SELECT runs.id, first, second, counts FROM league_cells JOIN runs ON runs.number = run "
      "ORDER BY run, cell",
      {}, [&](const SqlRow& row) {
        LoadedState::Cell& cell = loaded->cells.emplace_back();
        cell.run = row.Text(0);
        cell.value.seats = {static_cast<int>(row.Integer(1)), static_cast<int>(row.Integer(2))};
        return DecodeCounts(row.Text(3), &cell.value);
      }));
  return source->ForEach(
      "SELECT runs.id, grade_points, forfeits FROM league_standings JOIN runs ON "
      "runs.number = run ORDER BY run, engine",
      {}, [&](const SqlRow& row) {
        loaded->standings.push_back(
            {row.Text(0), {row.Integer(1), static_cast<uint64_t>(row.Integer(2))}});
        return absl::OkStatus();
      });
}

absl::Status LoadOpenPairs(SqlSource* source, LoadedState* loaded) {
  static constexpr char kWhich[] =
      "WHERE runs.state IN (1, 2, 6) OR runs.number IN (SELECT run FROM leases) OR "
      "runs.ended > (SELECT max(ended) FROM runs) - ?";
  static constexpr char kColumns[] =
      "SELECT runs.id, pair, half_points, first_end, second_end, pairs.plies, first_points "
      "FROM runs CROSS JOIN";
  // Through the index on (run, pair).
  const std::string sql =
      source->dialect() == SqlDialect::kSqlite
          ? fmt::format(
                "{} pairs INDEXED BY pairs_count_once ON pairs.run = runs.number AND "
                "pairs.void = 0 AND pairs.pair >= runs.prefix {}",
                kColumns, kWhich)
          : fmt::format(
                "{} LATERAL (SELECT * FROM pairs WHERE run = runs.number AND void = 0 AND "
                "pair >= runs.prefix OFFSET 0) AS pairs {}",
                kColumns, kWhich);
  return source->ForEach(sql, {absl::ToInt64Microseconds(limits::kLateReports)},
                         [&](const SqlRow& row) {
                           LoadedState::OpenPair& pair = loaded->open_pairs.emplace_back();
                           pair.run = row.Text(0);
                           pair.index = static_cast<uint64_t>(row.Integer(1));
                           return TakeSummary(row, 2, &pair.summary);
                         });
}

absl::Status LoadLeases(SqlSource* source, LoadedState* loaded) {
  return source->ForEach(
      "SELECT leases.id, runs.id, workers.id, leases.pairs, attempt, granted, expires, "
      "leases.state, audit FROM leases JOIN runs ON runs.number = leases.run "
      "JOIN workers ON workers.number = leases.worker ORDER BY granted, leases.id",
      {}, [&](const SqlRow& row) -> absl::Status {
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

absl::Status LoadAudits(SqlSource* source, LoadedState* loaded) {
  return source->ForEach(
      "SELECT runs.id, pair, audits.state, first, digest, second, second_digest "
      "FROM audits JOIN runs ON runs.number = audits.run "
      "WHERE audits.state <= 2 AND runs.state IN (1, 2, 6) ORDER BY run, pair",
      {}, [&](const SqlRow& row) {
        loaded->audits.push_back({row.Text(0), static_cast<uint64_t>(row.Integer(1)),
                                  static_cast<AuditState>(row.Integer(2)), row.Text(3), row.Text(4),
                                  row.Text(5), row.Text(6)});
        return absl::OkStatus();
      });
}

absl::Status LoadWorkers(SqlSource* source, LoadedState* loaded) {
  return source->ForEach(
      "SELECT id, label, slots, version, bench_signature, first_seen, last_seen, pairs, games, "
      "nodes_per_second, cores, memory_mib, instruction_sets, platform, sandbox, quarantine, "
      "owner, core_ms, bench_nps, drained, token, earlier FROM workers ORDER BY number",
      {}, [&](const SqlRow& row) {
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
        worker.owner = row.Text(16);
        worker.core_ms = static_cast<uint64_t>(row.Integer(17));
        worker.ability.bench_nps = row.Real(18);
        worker.drained = row.Text(19);
        worker.token = row.Text(20);
        ROOKERY_ASSIGN_OR_RETURN(worker.earlier, DecodeShares(row.Text(21)));
        return absl::OkStatus();
      });
}

absl::Status LoadArtifacts(SqlSource* source, LoadedState* loaded) {
  return source->ForEach("SELECT sha256, size, kind, lines FROM artifacts ORDER BY sha256", {},
                         [&](const SqlRow& row) {
                           loaded->artifacts.push_back({row.Text(0), row.Integer(1),
                                                        static_cast<ArtifactKind>(row.Integer(2)),
                                                        static_cast<uint64_t>(row.Integer(3))});
                           return absl::OkStatus();
                         });
}

absl::StatusOr<TokenRecord> ReadToken(const SqlRow& row) {
  TokenRecord token;
  token.id = row.Text(0);
  const std::optional<Role> role = FindRole(row.Text(1));
  const std::string hash = row.Text(6);
  if (!role.has_value() || hash.size() != token.secret_hash.size()) {
    return Error(absl::StatusCode::kDataLoss, "the row of token '{}' is damaged", token.id);
  }
  token.role = *role;
  token.owner = row.Text(2);
  token.label = row.Text(3);
  token.worker = row.Text(4);
  token.scope = SplitLines(row.Text(5));
  std::memcpy(token.secret_hash.data(), hash.data(), hash.size());
  token.created = absl::FromUnixMicros(row.Integer(7));
  token.expires = TimeOf(row, 8);
  token.revoked = TimeOf(row, 9);
  return token;
}

absl::Status LoadTokens(SqlSource* source, LoadedState* loaded) {
  return source->ForEach(
      "SELECT id, role, owner, label, worker, scope, secret_hash, created, expires, revoked "
      "FROM tokens ORDER BY id",
      {}, [&](const SqlRow& row) -> absl::Status {
        ROOKERY_ASSIGN_OR_RETURN(TokenRecord token, ReadToken(row));
        loaded->tokens.push_back(std::move(token));
        return absl::OkStatus();
      });
}

// The blocks that may hold pairs of the range.
absl::StatusOr<std::vector<std::string>> SelectBlocks(SqlSource* source, const RunId& run,
                                                      const IndexRange& range) {
  std::vector<std::string> blocks;
  ROOKERY_RETURN_IF_ERROR(source->ForEach(
      "SELECT game_blocks.games FROM runs JOIN game_blocks ON game_blocks.run = runs.number WHERE "
      "runs.id = ? "
      "AND first >= (SELECT coalesce(max(first), 0) FROM game_blocks AS before WHERE before.run = "
      "runs.number AND before.first <= ?) AND first < ? ORDER BY first",
      {run, static_cast<int64_t>(range.begin), static_cast<int64_t>(range.end)},
      [&](const SqlRow& row) {
        blocks.push_back(row.Text(0));
        return absl::OkStatus();
      }));
  return blocks;
}

absl::Status LoadEngines(SqlSource* source, LoadedState* loaded) {
  return source->ForEach(
      "SELECT name, manifest, owner, created, updated FROM engines ORDER BY name", {},
      [&](const SqlRow& row) {
        loaded->engines.push_back({row.Text(0), row.Text(1), row.Text(2),
                                   absl::FromUnixMicros(row.Integer(3)),
                                   absl::FromUnixMicros(row.Integer(4))});
        return absl::OkStatus();
      });
}

absl::Status LoadFits(SqlSource* source, LoadedState* loaded) {
  return source->ForEach("SELECT id, title, owner, created, report FROM fits ORDER BY created", {},
                         [&](const SqlRow& row) -> absl::Status {
                           ROOKERY_ASSIGN_OR_RETURN(FitReport report, DecodeFitReport(row.Text(4)));
                           loaded->fits.push_back(std::make_shared<const Fit>(
                               Fit{row.Text(0), row.Text(1), row.Text(2),
                                   absl::FromUnixMicros(row.Integer(3)), std::move(report)}));
                           return absl::OkStatus();
                         });
}

// In which the rows of a table came.
const char* Arrival(SqlDialect dialect) {
  return dialect == SqlDialect::kSqlite ? "rowid" : "number";
}

}  // namespace

absl::StatusOr<LoadedState> LoadState(SqlSource* source) {
  LoadedState loaded;
  for (const auto load :
       {LoadRuns, LoadTunes, LoadCandidates, LoadLeagues, LoadOpenPairs, LoadLeases, LoadAudits,
        LoadWorkers, LoadArtifacts, LoadTokens, LoadEngines, LoadFits}) {
    ROOKERY_RETURN_IF_ERROR(load(source, &loaded));
  }
  return loaded;
}

absl::StatusOr<std::vector<PairRecord>> SelectPairs(SqlSource* source, const PairQuery& query) {
  std::vector<PairRecord> found;
  const bool with_games = query.games != PairQuery::Games::kNone;
  const auto take = [&](const SqlRow& row) -> absl::Status {
    PairRecord& record = found.emplace_back();
    record.result.index = static_cast<uint64_t>(row.Integer(0));
    record.attempt = static_cast<int>(row.Integer(1));
    record.worker = row.Text(2);
    record.lease = row.Text(3);
    record.received = absl::FromUnixMicros(row.Integer(4));
    record.after_verdict = row.Integer(5) != 0;
    if (with_games && row.Integer(11) > 0) return DecodeGames(row.Text(12), &record.result);
    PairSummary summary;
    ROOKERY_RETURN_IF_ERROR(TakeSummary(row, 6, &summary));
    FillFromSummary(summary, &record);
    return absl::OkStatus();
  };
  // The page is cut out before anything is joined: PostgreSQL sorted all pairs after its first one
  // for it. What isn't shown lies behind all that is.
  ROOKERY_RETURN_IF_ERROR(source->ForEach(
      fmt::format(
          "SELECT pair, attempt, workers.id, lease, received, "
          "runs.state NOT IN (1, 2, 6) AND pair >= runs.prefix, "
          "half_points, first_end, second_end, page.plies, first_points, size{0} "
          "FROM (SELECT run, pair, attempt, worker, lease, received, half_points, first_end, "
          "second_end, plies, first_points, length(games) AS size{1} FROM pairs "
          "WHERE run = (SELECT number FROM runs WHERE id = ?) AND void = 0 AND pair >= ? "
          "ORDER BY pair LIMIT ?) AS page JOIN runs ON runs.number = page.run "
          "JOIN workers ON workers.number = page.worker "
          "WHERE runs.state IN (1, 2, 6) OR pair < runs.prefix OR ? = 1 ORDER BY pair",
          with_games ? ", page.games" : "", with_games ? ", games" : ""),
      {query.run, static_cast<int64_t>(query.from), Page(query.count),
       int64_t{query.after_verdict}},
      take));
  const IndexRange range = WithoutGames(found);
  if (!with_games || range.begin == range.end) return found;
  ROOKERY_ASSIGN_OR_RETURN(const std::vector<std::string> blocks,
                           SelectBlocks(source, query.run, range));
  ROOKERY_RETURN_IF_ERROR(FillFromBlocks(blocks, query.games, &found));
  return found;
}

absl::StatusOr<std::vector<uint64_t>> SelectDisputed(SqlSource* source, const RunId& run,
                                                     uint64_t from, uint64_t to) {
  std::vector<uint64_t> found;
  ROOKERY_RETURN_IF_ERROR(source->ForEach(
      "SELECT pair FROM runs JOIN audits ON audits.run = runs.number WHERE runs.id = ? AND "
      "pair >= ? AND pair < ? AND audits.state IN (2, 4) ORDER BY pair",
      {run, static_cast<int64_t>(from), static_cast<int64_t>(to)}, [&](const SqlRow& row) {
        found.push_back(static_cast<uint64_t>(row.Integer(0)));
        return absl::OkStatus();
      }));
  return found;
}

absl::StatusOr<std::vector<LedgerRow>> SelectRows(SqlSource* source, const RunId& run,
                                                  const WorkerId& worker) {
  std::vector<LedgerRow> found;
  ROOKERY_RETURN_IF_ERROR(source->ForEach(
      fmt::format("SELECT pair, void, workers.id = ?, half_points, first_end, second_end, "
                  "pairs.plies, first_points FROM runs JOIN pairs ON pairs.run = runs.number "
                  "JOIN workers ON workers.number = pairs.worker WHERE runs.id = ? "
                  "ORDER BY pair, void, pairs.{}",
                  Arrival(source->dialect())),
      {worker, run}, [&](const SqlRow& row) {
        LedgerRow& one = found.emplace_back();
        one.index = static_cast<uint64_t>(row.Integer(0));
        one.is_void = row.Integer(1) != 0;
        one.of_worker = row.Integer(2) != 0;
        return TakeSummary(row, 3, &one.summary);
      }));
  return found;
}

absl::StatusOr<RowCounts> SelectRowCounts(SqlSource* source) {
  RowCounts counts;
  const auto into = [&](std::map<std::string, uint64_t>* found, const std::string& sql) {
    return source->ForEach(sql, {}, [&](const SqlRow& row) {
      (*found)[row.Text(0)] = static_cast<uint64_t>(row.Integer(1));
      return absl::OkStatus();
    });
  };
  ROOKERY_RETURN_IF_ERROR(
      into(&counts.pairs,
           "SELECT id, rows_of_it FROM (SELECT worker, count(*) AS rows_of_it FROM pairs GROUP BY "
           "worker) AS grouped JOIN workers ON number = worker"));
  // Of another table whose rows are runs', by what they must be.
  const auto of_runs = [](const std::string& table) {
    return fmt::format(
        "SELECT id, rows_of_it FROM (SELECT run, count(*) AS rows_of_it FROM {} GROUP BY run) AS "
        "grouped JOIN runs ON number = run",
        table);
  };
  const auto audits = [&](AuditState state) {
    return of_runs(fmt::format("audits WHERE state = {}", static_cast<int>(state)));
  };
  ROOKERY_RETURN_IF_ERROR(into(&counts.digests, of_runs("digests")));
  ROOKERY_RETURN_IF_ERROR(into(&counts.audits_agreed, audits(AuditState::kAgreed)));
  ROOKERY_RETURN_IF_ERROR(into(&counts.audits_settled, audits(AuditState::kSettled)));
  return counts;
}

absl::StatusOr<std::vector<DuelRow>> SelectDuels(SqlSource* source, const RunId& run, uint64_t from,
                                                 size_t count) {
  std::vector<DuelRow> found;
  ROOKERY_RETURN_IF_ERROR(source->ForEach(
      "SELECT candidates.pair, clock, points, half_points, workers.id "
      "FROM runs JOIN candidates ON candidates.run = runs.number "
      "LEFT JOIN pairs ON pairs.run = runs.number AND pairs.pair = candidates.pair AND void = 0 "
      "LEFT JOIN workers ON workers.number = pairs.worker "
      "WHERE runs.id = ? AND candidates.pair >= ? ORDER BY candidates.pair LIMIT ?",
      {run, static_cast<int64_t>(from), Page(count)}, [&](const SqlRow& row) {
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

absl::StatusOr<std::vector<RunEvent>> SelectRunEvents(SqlSource* source, const RunId& run,
                                                      size_t count) {
  std::vector<RunEvent> events;
  ROOKERY_RETURN_IF_ERROR(source->ForEach(
      fmt::format("SELECT at, run_events.kind, text, by FROM runs JOIN run_events ON "
                  "run_events.run = runs.number WHERE id = ? ORDER BY run_events.{} LIMIT ?",
                  Arrival(source->dialect())),
      {run, static_cast<int64_t>(count)}, [&](const SqlRow& row) {
        events.push_back(
            {run, absl::FromUnixMicros(row.Integer(0)), row.Text(1), row.Text(2), row.Text(3)});
        return absl::OkStatus();
      }));
  return events;
}

absl::StatusOr<std::vector<Action>> SelectActions(SqlSource* source, uint64_t before,
                                                  size_t count) {
  std::vector<Action> found;
  const int64_t end = static_cast<int64_t>(before);
  ROOKERY_RETURN_IF_ERROR(source->ForEach(
      "SELECT number, at, by, token, origin, kind, target, text FROM actions "
      "WHERE ? = 0 OR number < ? ORDER BY number DESC LIMIT ?",
      {end, end, Page(count)}, [&](const SqlRow& row) {
        found.push_back({static_cast<uint64_t>(row.Integer(0)),
                         absl::FromUnixMicros(row.Integer(1)), row.Text(2), row.Text(3),
                         row.Text(4), row.Text(5), row.Text(6), row.Text(7)});
        return absl::OkStatus();
      }));
  return found;
}

}  // namespace rookery::coordinator

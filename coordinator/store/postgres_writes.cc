#include "coordinator/store/postgres_writes.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/status.h"
#include "coordinator/store/owner_codec.h"
#include "coordinator/store/pair_codec.h"
#include "coordinator/store/run_rows.h"

namespace rookery::coordinator {
namespace {

struct Statement {
  const char* name;
  const char* sql;
};

// Marks are numbered when they are prepared.
constexpr Statement kStatements[] = {
    {"begin", "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"},
    // Waits for a new leader that is just counting the epoch up, and then finds no row: the
    // division by nought undoes the transaction within the pipeline.
    {"check_lead",
     "SELECT 1 / count(*) FROM (SELECT 1 FROM leadership WHERE epoch = ? FOR SHARE) AS mine"},
    {"commit", "COMMIT"},
    {"rollback", "ROLLBACK"},
    {"add_pairs",
     "INSERT INTO pairs (run, pair, attempt, half_points, first_end, second_end, plies, worker, "
     "received, first_points, lease, games) SELECT * FROM unnest(?::bigint[], ?::bigint[], "
     "?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], "
     "?::bigint[], ?::text[], ?::bytea[])"},
    // Counts the games whose digest was there already, by run.
    {"add_digests",
     "WITH sent AS (SELECT * FROM unnest(?::bigint[], ?::bigint[]) AS s (run, digest)), "
     "added AS (INSERT INTO digests SELECT run, digest FROM sent ON CONFLICT DO NOTHING "
     "RETURNING run), "
     "again AS (SELECT run, sum(n)::bigint AS n FROM (SELECT run, count(*) AS n FROM sent "
     "GROUP BY run UNION ALL SELECT run, -count(*) FROM added GROUP BY run) AS both_of GROUP BY "
     "run HAVING sum(n) > 0), "
     "noted AS (UPDATE runs SET repeated_games = repeated_games + again.n FROM again WHERE "
     "runs.number = again.run) SELECT run, n FROM again"},
    {"put_lease",
     "INSERT INTO leases (id, run, worker, pairs, attempt, granted, expires, state, audit) VALUES "
     "(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET expires = excluded.expires, "
     "state = excluded.state"},
    {"drop_lease", "DELETE FROM leases WHERE id = ?"},
    {"put_worker",
     "INSERT INTO workers (id, label, slots, version, bench_signature, first_seen, last_seen, "
     "pairs, games, nodes_per_second, cores, memory_mib, instruction_sets, platform, sandbox, "
     "quarantine, owner, core_ms, bench_nps, number, drained, token, earlier) VALUES (?, ?, ?, ?, "
     "?, ?, ?, ?, "
     "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT "
     "(id) DO UPDATE SET label = excluded.label, slots = excluded.slots, version = "
     "excluded.version, bench_signature = excluded.bench_signature, last_seen = "
     "excluded.last_seen, pairs = excluded.pairs, games = excluded.games, nodes_per_second = "
     "excluded.nodes_per_second, cores = excluded.cores, memory_mib = excluded.memory_mib, "
     "instruction_sets = excluded.instruction_sets, platform = excluded.platform, sandbox = "
     "excluded.sandbox, quarantine = excluded.quarantine, owner = excluded.owner, core_ms = "
     "excluded.core_ms, bench_nps = excluded.bench_nps, drained = excluded.drained, token = "
     "excluded.token, earlier = excluded.earlier"},
    {"put_artifact", "INSERT INTO artifacts VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"},
    {"add_event", "INSERT INTO run_events (run, at, kind, text, by) VALUES (?, ?, ?, ?, ?)"},
    {"put_audit",
     "INSERT INTO audits (run, pair, state, first, digest, second, second_digest) VALUES "
     "(?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run, pair) DO UPDATE SET state = excluded.state, first = "
     "excluded.first, digest = excluded.digest, second = excluded.second, second_digest = "
     "excluded.second_digest"},
    {"void_pairs", "UPDATE pairs SET void = 1 WHERE run = ? AND worker = ? AND void = 0"},
    // Where two void rows of one pair could come back, the older one does.
    {"restore_pairs",
     "UPDATE pairs SET void = 0 FROM (SELECT run, min(number) AS number FROM pairs WHERE run = ? "
     "AND worker = ? AND void = 1 AND NOT EXISTS (SELECT 1 FROM pairs AS counted WHERE "
     "counted.run = pairs.run AND counted.pair = pairs.pair AND counted.void = 0) GROUP BY run, "
     "pair) AS oldest WHERE pairs.run = oldest.run AND pairs.number = oldest.number AND void = 1"},
    {"put_tune",
     "INSERT INTO tunes VALUES (?, ?, ?) ON CONFLICT (run) DO UPDATE SET state = excluded.state"},
    {"add_candidate", "INSERT INTO candidates VALUES (?, ?, ?, ?)"},
    {"put_league", "INSERT INTO leagues VALUES (?, ?)"},
    {"put_league_cell",
     "INSERT INTO league_cells VALUES (?, ?, ?, ?, ?) ON CONFLICT (run, cell) DO UPDATE SET "
     "counts = excluded.counts"},
    {"put_league_standing",
     "INSERT INTO league_standings VALUES (?, ?, ?, ?) ON CONFLICT (run, engine) DO UPDATE SET "
     "grade_points = excluded.grade_points, forfeits = excluded.forfeits"},
    {"put_token",
     "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
     "revoked = excluded.revoked"},
    {"put_engine",
     "INSERT INTO engines VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET manifest = "
     "excluded.manifest, updated = excluded.updated"},
    {"drop_engine", "DELETE FROM engines WHERE name = ?"},
    {"add_fit", "INSERT INTO fits VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"},
    {"drop_fit", "DELETE FROM fits WHERE id = ?"},
    {"drop_token", "DELETE FROM tokens WHERE id = ?"},
    {"add_action",
     "INSERT INTO actions (number, at, by, token, origin, kind, target, text) SELECT "
     "coalesce(max(number), 0) + 1, ?::bigint, ?, ?, ?, ?, ?, ? FROM actions"},
    {"put_block",
     "INSERT INTO game_blocks VALUES (?, ?, ?) ON CONFLICT (run, first) DO UPDATE SET games = "
     "excluded.games"},
    {"drop_block", "DELETE FROM game_blocks WHERE run = ? AND first = ?"},
    {"clear_games",
     "UPDATE pairs SET games = ''::bytea FROM unnest(?::bigint[], ?::text[]) AS done (pair, lease) "
     "WHERE run = ? AND pairs.pair = done.pair AND pairs.lease = done.lease AND void = 0"},
    {"trim_actions", "DELETE FROM actions WHERE number <= (SELECT max(number) FROM actions) - ?"},
};

int64_t ShortDigest(const std::string& digest) {
  int64_t value = 0;
  std::memcpy(&value, digest.data(), std::min(sizeof value, digest.size()));
  return value;
}

void AddTime(PostgresParams* params, absl::Time time) {
  if (time == absl::InfiniteFuture()) {
    params->AddNull();
  } else {
    params->Add(absl::ToUnixMicros(time));
  }
}

absl::StatusOr<int64_t> Find(const absl::flat_hash_map<std::string, int64_t>& numbers,
                             const std::string& id) {
  if (const auto found = numbers.find(id); found != numbers.end()) return found->second;
  return Error(absl::StatusCode::kNotFound, "no row of '{}'", id);
}

}  // namespace

absl::Status PreparePostgresWrites(PostgresConnection* connection) {
  for (const Statement& statement : kStatements) {
    ROOKERY_RETURN_IF_ERROR(connection->Prepare(statement.name, NumberMarks(statement.sql)));
  }
  ROOKERY_RETURN_IF_ERROR(connection->Prepare("insert_run", NumberMarks(InsertRunSql())));
  return connection->Prepare("update_run", NumberMarks(UpdateRunSql()));
}

absl::Status LearnNumbers(PostgresConnection* connection, PostgresNumbers* numbers) {
  const auto learn = [&](const char* sql, absl::flat_hash_map<std::string, int64_t>* known,
                         int64_t* next) {
    known->clear();
    *next = 1;
    return connection->Query(sql, {}, [&](const SqlRow& row) {
      (*known)[row.Text(0)] = row.Integer(1);
      *next = std::max(*next, row.Integer(1) + 1);
      return absl::OkStatus();
    });
  };
  ROOKERY_RETURN_IF_ERROR(learn("SELECT id, number FROM runs", &numbers->runs, &numbers->next_run));
  return learn("SELECT id, number FROM workers", &numbers->workers, &numbers->next_worker);
}

absl::StatusOr<CommitResult> PostgresTransaction::Run(std::span<const Write> writes,
                                                      int64_t epoch) {
  ROOKERY_RETURN_IF_ERROR(connection_->BeginPipeline());
  Send("begin", {});
  PostgresParams lead;
  lead.Add(epoch);
  Send("check_lead", lead);
  absl::Status status;
  for (const Write& write : writes) {
    status = Apply(write);
    if (!status.ok()) break;
  }
  FlushLedger();
  Send(status.ok() ? "commit" : "rollback", {});
  const absl::Status finished = Finish();
  if (status.ok()) status = finished;
  if (status.ok()) return std::move(result_);
  if (!finished.ok() && connection_->alive()) (void)connection_->Execute("ROLLBACK");
  return status;
}

void PostgresTransaction::Send(const char* statement, const PostgresParams& params, Answer answer) {
  connection_->Send(statement, params);
  answers_.push_back(answer);
}

absl::Status PostgresTransaction::Finish() {
  return connection_->Finish([this](int statement, const SqlRow& row) {
    if (answers_[static_cast<size_t>(statement)] == Answer::kRepeated) {
      result_.repeated_games.emplace_back(run_of_number_.at(row.Integer(0)),
                                          static_cast<uint64_t>(row.Integer(1)));
    }
    return absl::OkStatus();
  });
}

absl::StatusOr<int64_t> PostgresTransaction::RunNumber(const RunId& run) const {
  return Find(numbers_->runs, run);
}

absl::StatusOr<int64_t> PostgresTransaction::WorkerNumber(const WorkerId& worker) const {
  return Find(numbers_->workers, worker);
}

absl::Status PostgresTransaction::Apply(const Write& write) {
  if (const auto* add = std::get_if<AddPair>(&write)) return ApplyPair(*add);
  if (const auto* put = std::get_if<PutRun>(&write)) return ApplyRun(put->run);
  if (const auto* put = std::get_if<PutLease>(&write)) return ApplyLease(put->lease);
  if (const auto* drop = std::get_if<DropLease>(&write)) {
    PostgresParams params;
    params.Add(drop->lease);
    Send("drop_lease", params);
    return absl::OkStatus();
  }
  if (const auto* put = std::get_if<PutWorker>(&write)) return ApplyWorker(put->worker);
  if (const auto* put = std::get_if<PutArtifactRow>(&write)) return ApplyArtifact(put->artifact);
  if (const auto* put = std::get_if<PutAudit>(&write)) return ApplyAudit(put->audit);
  if (const auto* mark = std::get_if<MarkPairs>(&write)) return ApplyMark(*mark);
  if (const auto* put = std::get_if<PutTune>(&write)) return ApplyTune(*put);
  if (const auto* add = std::get_if<AddCandidate>(&write)) return ApplyCandidate(*add);
  if (const auto* put = std::get_if<PutLeague>(&write)) {
    ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(put->run));
    PostgresParams params;
    params.Add(run).Add(EncodeLeague(*put->spec->league));
    Send("put_league", params);
    return absl::OkStatus();
  }
  if (const auto* put = std::get_if<PutLeagueCell>(&write)) return ApplyCell(*put);
  if (const auto* put = std::get_if<PutLeagueStanding>(&write)) return ApplyStanding(*put);
  if (const auto* put = std::get_if<PutToken>(&write)) return ApplyToken(put->token);
  if (const auto* add = std::get_if<AddAction>(&write)) return ApplyAction(*add);
  if (const auto* put = std::get_if<PutGameBlock>(&write)) return ApplyBlock(*put);
  if (const auto* put = std::get_if<PutEngineName>(&write)) return ApplyEngine(put->engine);
  if (const auto* drop = std::get_if<DropEngineName>(&write)) {
    PostgresParams params;
    params.Add(drop->name);
    Send("drop_engine", params);
    return absl::OkStatus();
  }
  if (const auto* add = std::get_if<AddFit>(&write)) return ApplyFit(*add->fit);
  if (const auto* drop = std::get_if<DropFit>(&write)) {
    PostgresParams params;
    params.Add(drop->id);
    Send("drop_fit", params);
    return absl::OkStatus();
  }
  if (const auto* drop = std::get_if<DropToken>(&write)) {
    PostgresParams params;
    params.Add(drop->token);
    Send("drop_token", params);
    return absl::OkStatus();
  }
  return ApplyEvent(std::get<AddRunEvent>(write).event);
}

absl::Status PostgresTransaction::ApplyRun(const coordinator::Run& run) {
  RunTexts texts;
  PostgresParams params;
  const auto [place, is_new] = numbers_->runs.try_emplace(run.id, numbers_->next_run);
  if (is_new) {
    ++numbers_->next_run;
    BindInsertRun(run, place->second, &texts, &params);
    Send("insert_run", params);
  } else {
    BindUpdateRun(run, place->second, &texts, &params);
    Send("update_run", params);
  }
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyPair(const AddPair& add) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(add.run));
  ROOKERY_ASSIGN_OR_RETURN(const int64_t worker, WorkerNumber(add.record.worker));
  const PairResult& pair = add.record.result;
  const PairSummary summary = Summarise(pair);
  Ledger& rows = ledger_;
  rows.runs.push_back(run);
  rows.pairs.push_back(static_cast<int64_t>(pair.index));
  rows.attempts.push_back(add.record.attempt);
  rows.half_points.push_back(summary.half_points);
  rows.first_ends.push_back(static_cast<int64_t>(summary.ends[0]));
  rows.second_ends.push_back(static_cast<int64_t>(summary.ends[1]));
  rows.plies.push_back(static_cast<int64_t>(summary.plies));
  rows.workers.push_back(worker);
  rows.received.push_back(absl::ToUnixMicros(add.record.received));
  rows.first_points.push_back(summary.first_points);
  rows.leases.push_back(add.record.lease);
  rows.games.push_back(games_.Encode(pair));
  for (const GameRecord* game : {&pair.first, &pair.second}) {
    rows.digest_runs.push_back(run);
    rows.digests.push_back(ShortDigest(game->digest));
  }
  run_of_number_.try_emplace(run, add.run);
  return absl::OkStatus();
}

// Nothing but marks looks at pairs within a transaction, so that the other writes need not wait
// their turn.
void PostgresTransaction::FlushLedger() {
  if (ledger_.runs.empty()) return;
  const Ledger rows = std::exchange(ledger_, {});
  PostgresParams pairs;
  for (const auto* column :
       {&rows.runs, &rows.pairs, &rows.attempts, &rows.half_points, &rows.first_ends,
        &rows.second_ends, &rows.plies, &rows.workers, &rows.received, &rows.first_points}) {
    pairs.AddArray(*column);
  }
  pairs.AddTexts(rows.leases).AddBlobs(rows.games);
  Send("add_pairs", pairs);
  PostgresParams digests;
  digests.AddArray(rows.digest_runs).AddArray(rows.digests);
  Send("add_digests", digests, Answer::kRepeated);
}

absl::Status PostgresTransaction::ApplyLease(const Lease& lease) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(lease.run));
  ROOKERY_ASSIGN_OR_RETURN(const int64_t worker, WorkerNumber(lease.worker));
  PostgresParams params;
  params.Add(lease.id).Add(run);
  params.Add(worker).AddBlob(EncodeIndices(lease.pairs));
  params.Add(lease.attempt).Add(absl::ToUnixMicros(lease.granted));
  params.Add(absl::ToUnixMicros(lease.expires)).Add(static_cast<int>(lease.state));
  params.Add(lease.audit ? 1 : 0);
  Send("put_lease", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyWorker(const WorkerInfo& worker) {
  const auto [place, is_new] = numbers_->workers.try_emplace(worker.id, numbers_->next_worker);
  if (is_new) ++numbers_->next_worker;
  PostgresParams params;
  params.Add(worker.id).Add(worker.label).Add(worker.slots);
  params.Add(worker.version).Add(worker.bench_signature);
  params.Add(absl::ToUnixMicros(worker.first_seen)).Add(absl::ToUnixMicros(worker.last_seen));
  params.Add(worker.pairs).Add(worker.games);
  params.Add(worker.nodes_per_second).Add(worker.ability.cores);
  params.Add(worker.ability.memory_mib);
  params.Add(JoinLines(worker.ability.instruction_sets));
  params.Add(worker.ability.platform);
  params.Add(worker.ability.sandbox).Add(worker.quarantine);
  params.Add(worker.owner).Add(worker.core_ms).Add(worker.ability.bench_nps).Add(place->second);
  params.Add(worker.drained).Add(worker.token).Add(EncodeShares(worker.earlier));
  Send("put_worker", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyArtifact(const ArtifactInfo& artifact) {
  PostgresParams params;
  params.Add(artifact.sha256).Add(artifact.size);
  params.Add(static_cast<int>(artifact.kind)).Add(artifact.lines);
  Send("put_artifact", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyTune(const PutTune& put) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(put.run));
  PostgresParams params;
  params.Add(run).Add(EncodeTune(*put.spec->tune)).AddBlob(put.state);
  Send("put_tune", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyCandidate(const AddCandidate& add) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(add.run));
  PostgresParams params;
  params.Add(run).Add(add.pair);
  params.Add(add.candidate.clock).AddBlob(EncodePoints(add.candidate));
  Send("add_candidate", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyCell(const PutLeagueCell& put) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(put.run));
  PostgresParams params;
  params.Add(run).Add(put.cell);
  params.Add(put.value.seats.first).Add(put.value.seats.second);
  params.Add(EncodeCounts(put.value));
  Send("put_league_cell", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyStanding(const PutLeagueStanding& put) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(put.run));
  PostgresParams params;
  params.Add(run).Add(put.engine);
  params.Add(put.value.grade_points).Add(put.value.forfeits);
  Send("put_league_standing", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyEvent(const RunEvent& event) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(event.run));
  PostgresParams params;
  params.Add(run).Add(absl::ToUnixMicros(event.at));
  for (const std::string* text : {&event.kind, &event.text, &event.by}) {
    params.Add(*text);
  }
  Send("add_event", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyAudit(const Audit& audit) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(audit.run));
  PostgresParams params;
  params.Add(run).Add(audit.pair).Add(static_cast<int>(audit.state));
  params.Add(audit.first).AddBlob(audit.digest);
  params.Add(audit.second).AddBlob(audit.second_digest);
  Send("put_audit", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyMark(const MarkPairs& mark) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(mark.run));
  ROOKERY_ASSIGN_OR_RETURN(const int64_t worker, WorkerNumber(mark.worker));
  FlushLedger();
  PostgresParams params;
  params.Add(run).Add(worker);
  Send(mark.is_void ? "void_pairs" : "restore_pairs", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyToken(const TokenRecord& token) {
  PostgresParams params;
  params.Add(token.id).Add(RoleName(token.role));
  params.Add(token.owner).Add(token.label);
  params.Add(token.worker).Add(JoinLines(token.scope));
  params.AddBlob(std::string(token.secret_hash.begin(), token.secret_hash.end()));
  params.Add(absl::ToUnixMicros(token.created));
  AddTime(&params, token.expires);
  AddTime(&params, token.revoked);
  Send("put_token", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyEngine(const NamedEngine& engine) {
  PostgresParams params;
  params.Add(engine.name).Add(engine.manifest_sha256).Add(engine.owner);
  params.Add(absl::ToUnixMicros(engine.created)).Add(absl::ToUnixMicros(engine.updated));
  Send("put_engine", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyFit(const Fit& fit) {
  PostgresParams params;
  params.Add(fit.id).Add(fit.title).Add(fit.owner).Add(absl::ToUnixMicros(fit.created));
  params.Add(EncodeFitReport(fit.report));
  Send("add_fit", params);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyAction(const AddAction& add) {
  const Action& action = add.action;
  PostgresParams params;
  params.Add(absl::ToUnixMicros(action.at));
  for (const std::string* text :
       {&action.by, &action.token, &action.from, &action.kind, &action.target, &action.text}) {
    params.Add(*text);
  }
  Send("add_action", params);
  PostgresParams keep;
  keep.Add(add.keep);
  Send("trim_actions", keep);
  return absl::OkStatus();
}

absl::Status PostgresTransaction::ApplyBlock(const PutGameBlock& put) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(put.run));
  FlushLedger();
  PostgresParams block;
  block.Add(run).Add(put.first);
  if (!put.block.empty()) block.AddBlob(put.block);
  Send(put.block.empty() ? "drop_block" : "put_block", block);
  std::vector<int64_t> pairs;
  std::vector<std::string> leases;
  for (const GameRow& row : put.rows) {
    pairs.push_back(static_cast<int64_t>(row.pair));
    leases.push_back(row.lease);
  }
  PostgresParams rows;
  rows.AddArray(pairs).AddTexts(leases).Add(run);
  Send("clear_games", rows);
  return absl::OkStatus();
}

}  // namespace rookery::coordinator

#include "coordinator/store/sqlite_store.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/status.h"
#include "coordinator/store/migrations.h"
#include "coordinator/store/owner_codec.h"
#include "coordinator/store/pair_codec.h"
#include "coordinator/store/run_rows.h"
#include "coordinator/store/sql_reads.h"

namespace rookery::coordinator {
namespace {

// FULL: a transaction that was acknowledged is on the disk, also after a power cut.
constexpr char kPragmas[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
    "PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;"
    "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;";

int64_t ShortDigest(const std::string& digest) {
  int64_t value = 0;
  std::memcpy(&value, digest.data(), std::min(sizeof value, digest.size()));
  return value;
}

void AddTime(SqliteStatement* statement, absl::Time time) {
  if (time == absl::InfiniteFuture()) {
    statement->AddNull();
  } else {
    statement->Add(absl::ToUnixMicros(time));
  }
}

// Rolls back unless Commit was called: no error path can forget it.
class Transaction {
 public:
  explicit Transaction(SqliteDatabase* database) : database_(database) {}
  ~Transaction() {
    if (open_) (void)database_->Execute("ROLLBACK");
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  absl::Status Begin(SqliteStatement* begin) {
    absl::Status status = begin->Run();
    open_ = status.ok();
    return status;
  }
  absl::Status Commit(SqliteStatement* commit) {
    absl::Status status = commit->Run();
    if (status.ok()) open_ = false;
    return status;
  }

 private:
  SqliteDatabase* database_;
  bool open_ = false;
};

}  // namespace

SqliteStore::SqliteStore(FileLock lock, SqliteDatabase writer, SqliteDatabase reader)
    : lock_(std::move(lock)), writer_(std::move(writer)), reader_(std::move(reader)) {}

absl::StatusOr<std::unique_ptr<SqliteStore>> SqliteStore::Open(const std::string& path) {
  ROOKERY_ASSIGN_OR_RETURN(FileLock lock, FileLock::Take(path + ".lock"));
  ROOKERY_ASSIGN_OR_RETURN(SqliteDatabase writer,
                           SqliteDatabase::Open(path, SqliteDatabase::Mode::kReadWrite));
  // The schema first: a file of somebody else's must not be touched, not even its journal mode.
  ROOKERY_RETURN_IF_ERROR(Migrate(&writer, path));
  ROOKERY_RETURN_IF_ERROR(writer.Execute(kPragmas));
  ROOKERY_ASSIGN_OR_RETURN(SqliteDatabase reader,
                           SqliteDatabase::Open(path, SqliteDatabase::Mode::kReadOnly));
  std::unique_ptr<SqliteStore> store(
      new SqliteStore(std::move(lock), std::move(writer), std::move(reader)));
  ROOKERY_RETURN_IF_ERROR(store->PrepareAll());
  return store;
}

absl::Status SqliteStore::PrepareAll() {
  const std::array<std::string, kSqlCount> texts = {
      "BEGIN IMMEDIATE", "COMMIT", InsertRunSql(), UpdateRunSql(),
      "SELECT number FROM runs WHERE id = ?",
      "INSERT INTO pairs (run, pair, attempt, half_points, first_end, second_end, plies, worker, "
      "lease, received, games, first_points) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      "INSERT OR IGNORE INTO digests VALUES (?, ?)",
      "UPDATE runs SET repeated_games = repeated_games + ? WHERE number = ?",
      "INSERT INTO leases (id, run, worker, pairs, attempt, granted, expires, state, audit) VALUES "
      "(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
      "expires = excluded.expires, state = excluded.state",
      "DELETE FROM leases WHERE id = ?",
      "INSERT INTO workers (id, label, slots, version, bench_signature, first_seen, last_seen, "
      "pairs, games, nodes_per_second, cores, memory_mib, instruction_sets, platform, sandbox, "
      "quarantine, owner, core_ms, bench_nps, drained, token, earlier) VALUES "
      "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO "
      "UPDATE SET label = excluded.label, slots = excluded.slots, version = excluded.version, "
      "bench_signature = excluded.bench_signature, last_seen = excluded.last_seen, pairs = "
      "excluded.pairs, games = excluded.games, nodes_per_second = excluded.nodes_per_second, "
      "cores = excluded.cores, memory_mib = excluded.memory_mib, instruction_sets = "
      "excluded.instruction_sets, platform = excluded.platform, sandbox = excluded.sandbox, "
      "quarantine = excluded.quarantine, owner = excluded.owner, core_ms = excluded.core_ms, "
      "bench_nps = excluded.bench_nps, drained = excluded.drained, token = excluded.token, "
      "earlier = excluded.earlier",
      "SELECT number FROM workers WHERE id = ?",
      "INSERT OR IGNORE INTO artifacts VALUES (?, ?, ?, ?)",
      "INSERT INTO run_events (run, at, kind, text, by) VALUES (?, ?, ?, ?, ?)",
      "INSERT OR REPLACE INTO audits (run, pair, state, first, digest, second, second_digest) "
      "VALUES (?, ?, ?, ?, ?, ?, ?)",
      "UPDATE pairs SET void = 1 WHERE run = ? AND worker = ? AND void = 0",
      // Where two void rows of one pair could come back, the older one does.
      "UPDATE OR IGNORE pairs SET void = 0 WHERE run = ? AND worker = ? AND void = 1 AND NOT "
      "EXISTS (SELECT 1 FROM pairs AS counted WHERE counted.run = pairs.run AND counted.pair = "
      "pairs.pair AND counted.void = 0)",
      "INSERT INTO tunes VALUES (?, ?, ?) ON CONFLICT (run) DO UPDATE SET state = excluded.state",
      "INSERT INTO candidates VALUES (?, ?, ?, ?)", "INSERT INTO leagues VALUES (?, ?)",
      "INSERT INTO league_cells VALUES (?, ?, ?, ?, ?) ON CONFLICT (run, cell) DO UPDATE SET "
      "counts = excluded.counts",
      "INSERT INTO league_standings VALUES (?, ?, ?, ?) ON CONFLICT (run, engine) DO UPDATE SET "
      "grade_points = excluded.grade_points, forfeits = excluded.forfeits",
      "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
      "revoked = excluded.revoked",
      "INSERT INTO actions (at, by, token, origin, kind, target, text) VALUES "
      "(?, ?, ?, ?, ?, ?, ?)",
      "DELETE FROM actions WHERE number <= ?",
      "INSERT OR REPLACE INTO game_blocks VALUES (?, ?, ?)",
      "DELETE FROM game_blocks WHERE run = ? AND first = ?",
      "UPDATE pairs SET games = x'' WHERE run = ? AND pair = ? AND lease = ? AND void = 0",
      "INSERT INTO engines VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET manifest = "
      "excluded.manifest, updated = excluded.updated",
      "DELETE FROM engines WHERE name = ?", "INSERT OR IGNORE INTO fits VALUES (?, ?, ?, ?, ?)",
      "DELETE FROM fits WHERE id = ?", "DELETE FROM tokens WHERE id = ?"};
  for (size_t i = 0; i < texts.size(); ++i) {
    ROOKERY_ASSIGN_OR_RETURN(sql_[i], writer_.Prepare(texts[i]));
  }
  return absl::OkStatus();
}

absl::StatusOr<CommitResult> SqliteStore::Commit(std::span<const Write> writes) {
  const auto commit = [&]() -> absl::StatusOr<CommitResult> {
    Transaction transaction(&writer_);
    ROOKERY_RETURN_IF_ERROR(transaction.Begin(&sql_[kBegin]));
    CommitResult result;
    for (const Write& write : writes) ROOKERY_RETURN_IF_ERROR(Apply(write, &result));
    ROOKERY_RETURN_IF_ERROR(transaction.Commit(&sql_[kCommit]));
    return result;
  };
  absl::StatusOr<CommitResult> result = commit();
  if (!result.ok()) {
    for (SqliteStatement& statement : sql_) statement.Reset();
    // Numbers of rows that were rolled back must not be remembered.
    run_numbers_.clear();
    worker_numbers_.clear();
  }
  return result;
}

absl::Status SqliteStore::Apply(const Write& write, CommitResult* result) {
  if (const auto* add = std::get_if<AddPair>(&write)) return ApplyPair(*add, result);
  if (const auto* put = std::get_if<PutRun>(&write)) return ApplyRun(put->run);
  if (const auto* put = std::get_if<PutLease>(&write)) return ApplyLease(put->lease);
  if (const auto* drop = std::get_if<DropLease>(&write)) {
    return sql_[kDropLease].Add(drop->lease).Run();
  }
  if (const auto* put = std::get_if<PutWorker>(&write)) return ApplyWorker(put->worker);
  if (const auto* put = std::get_if<PutArtifactRow>(&write)) {
    const ArtifactInfo& artifact = put->artifact;
    return sql_[kPutArtifact]
        .Add(artifact.sha256)
        .Add(artifact.size)
        .Add(static_cast<int>(artifact.kind))
        .Add(artifact.lines)
        .Run();
  }
  if (const auto* put = std::get_if<PutAudit>(&write)) return ApplyAudit(put->audit);
  if (const auto* mark = std::get_if<MarkPairs>(&write)) return ApplyMark(*mark);
  if (const auto* put = std::get_if<PutTune>(&write)) return ApplyTune(*put);
  if (const auto* add = std::get_if<AddCandidate>(&write)) return ApplyCandidate(*add);
  if (const auto* put = std::get_if<PutLeague>(&write)) return ApplyLeague(*put);
  if (const auto* put = std::get_if<PutLeagueCell>(&write)) return ApplyCell(*put);
  if (const auto* put = std::get_if<PutLeagueStanding>(&write)) return ApplyStanding(*put);
  if (const auto* put = std::get_if<PutToken>(&write)) return ApplyToken(put->token);
  if (const auto* add = std::get_if<AddAction>(&write)) return ApplyAction(*add);
  if (const auto* put = std::get_if<PutGameBlock>(&write)) return ApplyBlock(*put);
  if (const auto* put = std::get_if<PutEngineName>(&write)) return ApplyEngine(put->engine);
  if (const auto* drop = std::get_if<DropEngineName>(&write)) {
    return sql_[kDropEngine].Add(drop->name).Run();
  }
  if (const auto* add = std::get_if<AddFit>(&write)) return ApplyFit(*add->fit);
  if (const auto* drop = std::get_if<DropFit>(&write)) return sql_[kDropFit].Add(drop->id).Run();
  if (const auto* drop = std::get_if<DropToken>(&write)) {
    return sql_[kDropToken].Add(drop->token).Run();
  }
  return ApplyEvent(std::get<AddRunEvent>(write).event);
}

absl::StatusOr<int64_t> SqliteStore::Number(Sql sql, const std::string& id,
                                            absl::flat_hash_map<std::string, int64_t>* known) {
  if (const auto found = known->find(id); found != known->end()) return found->second;
  ROOKERY_ASSIGN_OR_RETURN(const bool row, sql_[sql].Add(id).Step());
  if (!row) return Error(absl::StatusCode::kNotFound, "no row of '{}'", id);
  const int64_t number = sql_[sql].Integer(0);
  sql_[sql].Reset();
  known->emplace(id, number);
  return number;
}

absl::StatusOr<int64_t> SqliteStore::RunNumber(const RunId& run) {
  return Number(kRunNumber, run, &run_numbers_);
}

absl::StatusOr<int64_t> SqliteStore::WorkerNumber(const WorkerId& worker) {
  return Number(kWorkerNumber, worker, &worker_numbers_);
}

absl::Status SqliteStore::ApplyRun(const Run& run) {
  const absl::StatusOr<int64_t> number = RunNumber(run.id);
  RunTexts texts;
  if (number.ok()) {
    BindUpdateRun(run, *number, &texts, &sql_[kUpdateRun]);
    return sql_[kUpdateRun].Run();
  }
  if (!absl::IsNotFound(number.status())) return number.status();
  BindInsertRun(run, std::nullopt, &texts, &sql_[kInsertRun]);
  ROOKERY_RETURN_IF_ERROR(sql_[kInsertRun].Run());
  run_numbers_[run.id] = writer_.last_insert_id();
  return absl::OkStatus();
}

absl::Status SqliteStore::ApplyPair(const AddPair& add, CommitResult* result) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(add.run));
  ROOKERY_ASSIGN_OR_RETURN(const int64_t worker, WorkerNumber(add.record.worker));
  const PairResult& pair = add.record.result;
  const PairSummary summary = Summarise(pair);
  const std::string games = games_.Encode(pair);
  SqliteStatement& insert = sql_[kAddPair];
  insert.Add(run).Add(pair.index).Add(add.record.attempt).Add(summary.half_points);
  insert.Add(static_cast<int>(summary.ends[0])).Add(static_cast<int>(summary.ends[1]));
  insert.Add(summary.plies).Add(worker).Add(add.record.lease);
  insert.Add(absl::ToUnixMicros(add.record.received)).AddBlob(games).Add(summary.first_points);
  ROOKERY_RETURN_IF_ERROR(insert.Run());
  uint64_t repeated = 0;
  for (const GameRecord* game : {&pair.first, &pair.second}) {
    ROOKERY_RETURN_IF_ERROR(sql_[kAddDigest].Add(run).Add(ShortDigest(game->digest)).Run());
    if (writer_.changes() == 0) ++repeated;
  }
  if (repeated == 0) return absl::OkStatus();
  result->repeated_games.emplace_back(add.run, repeated);
  return sql_[kAddRepeated].Add(repeated).Add(run).Run();
}

absl::Status SqliteStore::ApplyLease(const Lease& lease) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(lease.run));
  ROOKERY_ASSIGN_OR_RETURN(const int64_t worker, WorkerNumber(lease.worker));
  const std::string pairs = EncodeIndices(lease.pairs);
  return sql_[kPutLease]
      .Add(lease.id)
      .Add(run)
      .Add(worker)
      .AddBlob(pairs)
      .Add(lease.attempt)
      .Add(absl::ToUnixMicros(lease.granted))
      .Add(absl::ToUnixMicros(lease.expires))
      .Add(static_cast<int>(lease.state))
      .Add(lease.audit ? 1 : 0)
      .Run();
}

absl::Status SqliteStore::ApplyWorker(const WorkerInfo& worker) {
  const std::string sets = JoinLines(worker.ability.instruction_sets);
  const std::string earlier = EncodeShares(worker.earlier);
  return sql_[kPutWorker]
      .Add(worker.id)
      .Add(worker.label)
      .Add(worker.slots)
      .Add(worker.version)
      .Add(worker.bench_signature)
      .Add(absl::ToUnixMicros(worker.first_seen))
      .Add(absl::ToUnixMicros(worker.last_seen))
      .Add(worker.pairs)
      .Add(worker.games)
      .Add(worker.nodes_per_second)
      .Add(worker.ability.cores)
      .Add(worker.ability.memory_mib)
      .Add(sets)
      .Add(worker.ability.platform)
      .Add(worker.ability.sandbox)
      .Add(worker.quarantine)
      .Add(worker.owner)
      .Add(worker.core_ms)
      .Add(worker.ability.bench_nps)
      .Add(worker.drained)
      .Add(worker.token)
      .Add(earlier)
      .Run();
}

absl::Status SqliteStore::ApplyTune(const PutTune& put) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(put.run));
  const std::string spec = EncodeTune(*put.spec->tune);
  return sql_[kPutTune].Add(run).Add(spec).AddBlob(put.state).Run();
}

absl::Status SqliteStore::ApplyCandidate(const AddCandidate& add) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(add.run));
  const std::string points = EncodePoints(add.candidate);
  return sql_[kAddCandidate].Add(run).Add(add.pair).Add(add.candidate.clock).AddBlob(points).Run();
}

absl::Status SqliteStore::ApplyLeague(const PutLeague& put) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(put.run));
  const std::string spec = EncodeLeague(*put.spec->league);
  return sql_[kPutLeague].Add(run).Add(spec).Run();
}

absl::Status SqliteStore::ApplyCell(const PutLeagueCell& put) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(put.run));
  const std::string counts = EncodeCounts(put.value);
  return sql_[kPutLeagueCell]
      .Add(run)
      .Add(put.cell)
      .Add(put.value.seats.first)
      .Add(put.value.seats.second)
      .Add(counts)
      .Run();
}

absl::Status SqliteStore::ApplyStanding(const PutLeagueStanding& put) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(put.run));
  return sql_[kPutLeagueStanding]
      .Add(run)
      .Add(put.engine)
      .Add(put.value.grade_points)
      .Add(put.value.forfeits)
      .Run();
}

absl::Status SqliteStore::ApplyEvent(const RunEvent& event) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(event.run));
  return sql_[kAddEvent]
      .Add(run)
      .Add(absl::ToUnixMicros(event.at))
      .Add(event.kind)
      .Add(event.text)
      .Add(event.by)
      .Run();
}

absl::Status SqliteStore::ApplyAudit(const Audit& audit) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(audit.run));
  return sql_[kPutAudit]
      .Add(run)
      .Add(audit.pair)
      .Add(static_cast<int>(audit.state))
      .Add(audit.first)
      .AddBlob(audit.digest)
      .Add(audit.second)
      .AddBlob(audit.second_digest)
      .Run();
}

absl::Status SqliteStore::ApplyMark(const MarkPairs& mark) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(mark.run));
  ROOKERY_ASSIGN_OR_RETURN(const int64_t worker, WorkerNumber(mark.worker));
  return sql_[mark.is_void ? kVoidPairs : kRestorePairs].Add(run).Add(worker).Run();
}

absl::Status SqliteStore::ApplyToken(const TokenRecord& token) {
  const std::string scope = JoinLines(token.scope);  // bound text outlives the run
  const std::string hash(token.secret_hash.begin(), token.secret_hash.end());
  SqliteStatement& statement = sql_[kPutToken];
  statement.Add(token.id).Add(RoleName(token.role)).Add(token.owner).Add(token.label);
  statement.Add(token.worker).Add(scope).AddBlob(hash).Add(absl::ToUnixMicros(token.created));
  AddTime(&statement, token.expires);
  AddTime(&statement, token.revoked);
  return statement.Run();
}

absl::Status SqliteStore::ApplyEngine(const NamedEngine& engine) {
  return sql_[kPutEngine]
      .Add(engine.name)
      .Add(engine.manifest_sha256)
      .Add(engine.owner)
      .Add(absl::ToUnixMicros(engine.created))
      .Add(absl::ToUnixMicros(engine.updated))
      .Run();
}

absl::Status SqliteStore::ApplyFit(const Fit& fit) {
  const std::string report = EncodeFitReport(fit.report);
  SqliteStatement& insert = sql_[kAddFit];
  insert.Add(fit.id).Add(fit.title).Add(fit.owner).Add(absl::ToUnixMicros(fit.created));
  return insert.Add(report).Run();
}

absl::Status SqliteStore::ApplyAction(const AddAction& add) {
  const Action& action = add.action;
  SqliteStatement& insert = sql_[kAddAction];
  insert.Add(absl::ToUnixMicros(action.at)).Add(action.by).Add(action.token).Add(action.from);
  insert.Add(action.kind).Add(action.target).Add(action.text);
  ROOKERY_RETURN_IF_ERROR(insert.Run());
  const int64_t last_gone = writer_.last_insert_id() - static_cast<int64_t>(add.keep);
  if (last_gone <= 0) return absl::OkStatus();
  return sql_[kTrimActions].Add(last_gone).Run();
}

absl::Status SqliteStore::ApplyBlock(const PutGameBlock& put) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t run, RunNumber(put.run));
  if (put.block.empty()) {
    ROOKERY_RETURN_IF_ERROR(sql_[kDropBlock].Add(run).Add(put.first).Run());
  } else {
    ROOKERY_RETURN_IF_ERROR(sql_[kPutBlock].Add(run).Add(put.first).AddBlob(put.block).Run());
  }
  for (const GameRow& row : put.rows) {
    ROOKERY_RETURN_IF_ERROR(sql_[kClearGames].Add(run).Add(row.pair).Add(row.lease).Run());
  }
  return absl::OkStatus();
}

absl::StatusOr<LoadedState> SqliteStore::Load() {
  SqliteSource source(&writer_);
  return LoadState(&source);
}

absl::StatusOr<std::vector<PairRecord>> SqliteStore::ReadPairs(const PairQuery& query) {
  MutexLock lock(&reader_mutex_);
  SqliteSource source(&reader_);
  return SelectPairs(&source, query);
}

absl::StatusOr<std::vector<uint64_t>> SqliteStore::ReadDisputed(const RunId& run, uint64_t from,
                                                                uint64_t to) {
  MutexLock lock(&reader_mutex_);
  SqliteSource source(&reader_);
  return SelectDisputed(&source, run, from, to);
}

absl::StatusOr<std::vector<LedgerRow>> SqliteStore::ReadRows(const RunId& run,
                                                             const WorkerId& worker) {
  MutexLock lock(&reader_mutex_);
  SqliteSource source(&reader_);
  return SelectRows(&source, run, worker);
}

absl::StatusOr<RowCounts> SqliteStore::CountRows() {
  MutexLock lock(&reader_mutex_);
  SqliteSource source(&reader_);
  return SelectRowCounts(&source);
}

absl::StatusOr<std::vector<DuelRow>> SqliteStore::ReadDuels(const RunId& run, uint64_t from,
                                                            size_t count) {
  MutexLock lock(&reader_mutex_);
  SqliteSource source(&reader_);
  return SelectDuels(&source, run, from, count);
}

absl::StatusOr<std::vector<RunEvent>> SqliteStore::ReadRunEvents(const RunId& run, size_t count) {
  MutexLock lock(&reader_mutex_);
  SqliteSource source(&reader_);
  return SelectRunEvents(&source, run, count);
}

absl::StatusOr<std::vector<Action>> SqliteStore::ReadActions(uint64_t before, size_t count) {
  MutexLock lock(&reader_mutex_);
  SqliteSource source(&reader_);
  return SelectActions(&source, before, count);
}

absl::StatusOr<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path) {
  ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<SqliteStore> store, SqliteStore::Open(path));
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace rookery::coordinator

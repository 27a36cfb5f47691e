// One transaction of the PostgreSQL store: turns Writes into prepared statements, all sent in one
// pipeline, the ledger's rows gathered into one statement each. One thread; one use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/store/pair_codec.h"
#include "coordinator/store/postgres.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

// The statements, to be prepared once a connection.
absl::Status PreparePostgresWrites(PostgresConnection* connection);

// The numbers that rows of runs and workers have. The leader alone gives new ones, so that no
// answer has to be waited for.
struct PostgresNumbers {
  absl::flat_hash_map<std::string, int64_t> runs;
  absl::flat_hash_map<std::string, int64_t> workers;
  int64_t next_run = 1;
  int64_t next_worker = 1;
};
absl::Status LearnNumbers(PostgresConnection* connection, PostgresNumbers* numbers);

class PostgresTransaction {
 public:
  // Neither is owned. After an error the numbers are to be learnt again.
  PostgresTransaction(PostgresConnection* connection, PostgresNumbers* numbers)
      : connection_(connection), numbers_(numbers) {}

  // All of it or nothing; FailedPrecondition if the epoch of the lead is another one by now.
  absl::StatusOr<CommitResult> Run(std::span<const Write> writes, int64_t epoch);

 private:
  enum class Answer { kNone, kRepeated };

  struct Ledger {  // columns of rows that are to be written
    std::vector<int64_t> runs, pairs, attempts, half_points, first_ends, second_ends, plies,
        workers, received, first_points;
    std::vector<std::string> leases, games;
    std::vector<int64_t> digest_runs, digests;
  };

  absl::Status Apply(const Write& write);
  absl::Status ApplyRun(const coordinator::Run& run);
  absl::Status ApplyPair(const AddPair& add);
  absl::Status ApplyLease(const Lease& lease);
  absl::Status ApplyWorker(const WorkerInfo& worker);
  absl::Status ApplyTune(const PutTune& put);
  absl::Status ApplyCandidate(const AddCandidate& add);
  absl::Status ApplyCell(const PutLeagueCell& put);
  absl::Status ApplyStanding(const PutLeagueStanding& put);
  absl::Status ApplyEvent(const RunEvent& event);
  absl::Status ApplyAudit(const Audit& audit);
  absl::Status ApplyMark(const MarkPairs& mark);
  absl::Status ApplyToken(const TokenRecord& token);
  absl::Status ApplyAction(const AddAction& add);
  absl::Status ApplyBlock(const PutGameBlock& put);
  absl::Status ApplyEngine(const NamedEngine& engine);
  absl::Status ApplyFit(const Fit& fit);
  absl::Status ApplyArtifact(const ArtifactInfo& artifact);
  void FlushLedger();
  void Send(const char* statement, const PostgresParams& params, Answer answer = Answer::kNone);
  absl::Status Finish();
  absl::StatusOr<int64_t> RunNumber(const RunId& run) const;
  absl::StatusOr<int64_t> WorkerNumber(const WorkerId& worker) const;

  PostgresConnection* const connection_;
  PostgresNumbers* const numbers_;
  Ledger ledger_;
  std::vector<Answer> answers_;  // what each statement of the pipeline is
  absl::flat_hash_map<int64_t, RunId> run_of_number_;
  GamesPacker games_;
  CommitResult result_;
};

}  // namespace rookery::coordinator

// What can happen to the core. The edge turns requests into these; the loop feeds them one at a
// time. Values; no thread contract of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "coordinator/access/caller.h"
#include "coordinator/access/gate.h"
#include "coordinator/access/token_book.h"
#include "coordinator/core/fit.h"
#include "coordinator/core/run_ledger.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

// A call that waits for an answer; the edge chooses it, unique in the process. 0: nobody waits.
using ReplyToken = uint64_t;
// A worker's stream; the edge chooses it, unique in the process, never used again.
using SessionId = uint64_t;

struct CreateRun {
  ReplyToken token = 0;
  RunSpec spec;
  std::string request_id;  // the same one again gives the run that it made the first time
  std::string by = {};     // who asks; here and below
  Access access = {};      // and what shows that he may
};
struct StopRun {
  ReplyToken token = 0;
  RunId run;
  std::string reason;
  std::string by = {};
  Access access = {};
};
struct PauseRun {
  ReplyToken token = 0;
  RunId run;
  std::string by = {};
  Access access = {};
};
struct ResumeRun {
  ReplyToken token = 0;
  RunId run;
  std::string by = {};
  Access access = {};
};
struct ApproveRun {
  ReplyToken token = 0;
  RunId run;
  std::string by = {};
  Access access = {};
};
// What may be changed of an open run; what is not set stays.
struct RunEdit {
  std::optional<int> priority;
  std::optional<double> weight;
  std::optional<uint64_t> max_pairs;
  std::optional<int64_t> max_core_seconds;
  std::optional<std::vector<std::string>> tags;
  std::optional<KeepGames> keep_games;
};

struct EditRun {
  ReplyToken token = 0;
  RunId run;
  RunEdit edit;
  std::string by = {};
  Access access = {};
};
struct CommentRun {
  ReplyToken token = 0;
  RunId run;
  std::string text;
  std::string by = {};
  Access access = {};
};
// Why the worker would or would not be lent pairs of the run now; answered with a TextReply.
struct ExplainRun {
  ReplyToken token = 0;
  RunId run;
  WorkerId worker;
};
// The bytes lie in the edge's folder, synced; from now on runs may name them.
struct PutArtifact {
  ReplyToken token = 0;
  ArtifactInfo artifact;
  std::string by = {};
  Access access = {};
};
// Names an engine whose manifest is here; another manifest takes the name's place only if asked to.
struct PutEngine {
  ReplyToken token = 0;
  std::string name;
  std::string manifest_sha256;
  bool replace = false;
  std::string by = {};
  Access access = {};
};
struct RenameEngine {
  ReplyToken token = 0;
  std::string name;
  std::string new_name;
  std::string by = {};
  Access access = {};
};
struct RemoveEngine {
  ReplyToken token = 0;
  std::string name;
  std::string by = {};
  Access access = {};
};
// Answered with a TextReply: the fit's id. The same report again is the fit that is there.
struct PostFit {
  ReplyToken token = 0;
  std::string title;
  std::shared_ptr<const FitReport> report;
  std::string by = {};
  Access access = {};
};

// First message of a session. Another session of the same worker is taken over by this one, unless
// that happens again and again: then two processes use one identity, and the newcomer has to wait.
struct WorkerHello {
  SessionId session = 0;
  WorkerId worker;
  std::string label;
  int slots = 0;
  std::string version;
  std::string bench_signature;
  std::vector<LeaseId> held_leases;
  WorkerAbility ability = {};
  Access access = {};
};
// The stream ended. Leases live on until they expire: the worker may come back.
struct WorkerGone {
  SessionId session = 0;
};
struct LeaseRequest {
  SessionId session = 0;
  int max_pairs = 0;
  int64_t request = 0;  // repeated in the answer
};
struct Report {
  SessionId session = 0;
  LeaseId lease;
  int64_t sequence = 0;  // from 1, a lease
  RunId run;
  int attempt = 1;
  std::vector<PairResult> pairs;
};
struct Heartbeat {
  SessionId session = 0;
  std::vector<LeaseId> held_leases;
  double nodes_per_second = 0;
};
struct Release {
  SessionId session = 0;
  LeaseId lease;
  std::string reason = {};
  bool failed = false;  // it can't be played there, as opposed to: the worker shuts down
};
// A row of the ledger as a rebuild needs it; the loop fills them in from the store.
struct LedgerRow {
  uint64_t index = 0;
  PairSummary summary;
  bool is_void = false;
  bool of_worker = false;  // of the one that the event names
};
// Marks the pairs of a worker, which is in quarantine, as void or takes that back. The rows are all
// of the run's, by index; counted ones come before void ones of the same pair.
struct VoidPairs {
  ReplyToken token = 0;
  RunId run;
  WorkerId worker;
  std::string reason;
  bool restore = false;
  std::string by = {};
  bool quarantine = false;               // put it in quarantine first: an audit has shown it
  std::optional<uint64_t> settles = {};  // the audited pair
  std::vector<LedgerRow> rows = {};
  Access access = {};
};
// Nothing is lent to the worker any more and its reports are refused; if it is to drain, what it
// plays is awaited and counts. An empty reason lifts both.
struct SetQuarantine {
  ReplyToken token = 0;
  WorkerId worker;
  std::string reason;
  std::string by = {};
  Access access = {};
  bool drain = false;
};
// Answered with a TextReply: the token's id. The same secret again gives the same token.
struct CreateToken {
  ReplyToken token = 0;
  TokenRecord record;       // id and times are the core's to give
  absl::Duration lifetime;  // zero: it doesn't expire
  std::string by = {};
  Access access = {};
};
struct RevokeToken {
  ReplyToken token = 0;
  TokenId id;
  std::string by = {};
  Access access = {};
};
// A worker's own token, for one that came with a join token; answered as CreateToken.
struct JoinWorker {
  ReplyToken token = 0;
  WorkerId worker;
  std::string label;
  Sha256Digest secret_hash{};
  std::string by = {};
  Access access = {};
};
// Attempts that the gate refused; `others` of them before this one have no event of their own.
struct NoteRefusal {
  Refusal refusal;
  uint64_t others = 0;
};
// A row whose games have been put into a block; the lease tells it from one that was lent anew.
struct GameRow {
  uint64_t pair = 0;
  LeaseId lease;
};
// Games of a run in a block, or thinned out: made beside the loop, from what the store held.
struct StoreGames {
  RunId run;
  uint64_t first = 0;  // pair index, the block's key
  std::string block;   // empty: nothing of it is kept
  std::vector<GameRow> rows;
  std::optional<uint64_t> packed_to = {};  // the run's marks move on to these
  std::optional<uint64_t> dropped_to = {};
  uint64_t dropped = 0;   // so many pairs have no games any more
  std::string note = {};  // not empty: for people, as an event of the run
};
// The coordinator is about to stop: nothing is lent any more, workers are told.
struct DrainAll {
  std::string reason;
};
// Time passes: leases expire.
struct Tick {};

using Event = std::variant<CreateRun, StopRun, PauseRun, ResumeRun, EditRun, CommentRun, ExplainRun,
                           SetQuarantine, VoidPairs, PutArtifact, WorkerHello, WorkerGone,
                           LeaseRequest, Report, Heartbeat, Release, DrainAll, Tick, CreateToken,
                           RevokeToken, JoinWorker, NoteRefusal, ApproveRun, StoreGames, PutEngine,
                           RenameEngine, RemoveEngine, PostFit>;

}  // namespace rookery::coordinator

// What the core wants done after one Step: writes for the store, in one transaction, and replies
// that may leave only after that transaction is on disk. Values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "coordinator/access/action.h"
#include "coordinator/core/candidates.h"
#include "coordinator/core/events.h"
#include "coordinator/core/league_table.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

// ---- Writes, applied in order. Put replaces the row of the same key. ----

struct PutRun {  // the run's row with its snapshot of totals; repeated_games is the store's own
  Run run;
};
struct AddPair {  // AlreadyExists if the pair has a row that isn't void
  RunId run;
  PairRecord record;
};
struct PutLease {
  Lease lease;
};
struct DropLease {
  LeaseId lease;
};
struct PutWorker {
  WorkerInfo worker;
};
struct PutArtifactRow {
  ArtifactInfo artifact;
};
struct AddRunEvent {
  RunEvent event;
};
struct PutAudit {
  Audit audit;
};
// All rows of the worker in the run: counted ones become void; or void ones counted again, except
// where the pair has another row that counts.
struct MarkPairs {
  RunId run;
  WorkerId worker;
  bool is_void = true;
};
struct PutTune {  // the tuner's state; the spec is stored once, with the first
  RunId run;
  std::shared_ptr<const RunSpec> spec;
  std::string state;
};
struct AddCandidate {
  RunId run;
  uint64_t pair = 0;
  Candidate candidate;
};
struct PutLeague {  // once, with the run
  RunId run;
  std::shared_ptr<const RunSpec> spec;
};
struct PutLeagueCell {
  RunId run;
  uint64_t cell = 0;
  LeagueCell value;
};
struct PutLeagueStanding {
  RunId run;
  int engine = 0;
  LeagueStanding value;
};
// The games of the counted rows named, which go from the rows into one block of the run's, in the
// place of the one that begins there; an empty block: they are no longer kept.
struct PutGameBlock {
  RunId run;
  uint64_t first = 0;  // pair index, the block's key
  std::string block;   // see coordinator/games/game_block.h
  std::vector<GameRow> rows;
};
struct PutToken {
  TokenRecord token;
};
struct DropToken {
  TokenId token;
};
struct PutEngineName {
  NamedEngine engine;
};
struct DropEngineName {
  std::string name;
};
struct AddFit {  // once; another of the same id changes nothing
  std::shared_ptr<const Fit> fit;
};
struct DropFit {
  FitId id;
};
struct AddAction {  // the audit log's; its number is the store's to give
  Action action;
  uint64_t keep = limits::kMaxActions;  // so many of the newest rows stay
};
using Write = std::variant<PutRun, AddPair, PutLease, DropLease, PutWorker, PutArtifactRow,
                           AddRunEvent, PutAudit, MarkPairs, PutTune, AddCandidate, PutLeague,
                           PutLeagueCell, PutLeagueStanding, PutToken, AddAction, PutGameBlock,
                           PutEngineName, DropEngineName, AddFit, DropFit, DropToken>;

// ---- Replies to calls, by token. ----

struct RunReply {
  ReplyToken token = 0;
  RunId run;
  bool created = false;  // false: it was there already
};
struct DoneReply {
  ReplyToken token = 0;
};
struct TextReply {
  ReplyToken token = 0;
  std::string text;
};
struct ErrorReply {
  ReplyToken token = 0;
  absl::Status status;
};

// ---- Messages to a worker, by session. ----

struct Welcome {
  SessionId session = 0;
  int heartbeat_seconds = 0;
  std::vector<LeaseId> lost_leases;  // of the held ones: stop playing these
  int reconnect_spread_ms = 0;       // to wait up to, when the link breaks
};
struct LeaseGrant {
  SessionId session = 0;
  int64_t request = 0;
  Lease lease;
  int expires_in_seconds = 0;
  std::shared_ptr<const RunSpec> spec;  // with run_seed and book_lines: all that the plan needs
  uint64_t run_seed = 0;
  uint64_t book_lines = 0;
  std::vector<Candidate> candidates;  // of a tune: one a pair of the lease
  std::vector<Seats> seats;           // of a Swiss league, likewise
};
struct NoWork {
  SessionId session = 0;
  int64_t request = 0;
  std::string reason;
  int retry_after_ms = 0;
};
struct ReportAck {
  SessionId session = 0;
  LeaseId lease;
  int64_t sequence = 0;
  int counted = 0;
  int duplicates = 0;
  std::string refused;  // not empty: it can never be counted, and why
};
struct Cancel {
  SessionId session = 0;
  LeaseId lease;
  std::string reason;
};
struct Drain {
  SessionId session = 0;
  std::string reason;
};
// Ends the stream with this status; the session is forgotten already.
struct CloseSession {
  SessionId session = 0;
  absl::Status status;
  absl::Duration retry_after = {};  // not zero: it may come back then
  bool warn = false;                // whoever runs the coordinator should hear of it
};

using Reply = std::variant<RunReply, DoneReply, TextReply, ErrorReply, Welcome, LeaseGrant, NoWork,
                           ReportAck, Cancel, Drain, CloseSession>;

struct Effects {
  std::vector<Write> writes;
  std::vector<Reply> replies;
  // To be stepped after the commit, each with the rows that it needs.
  std::vector<Event> next;
};

}  // namespace rookery::coordinator

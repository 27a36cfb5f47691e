// The coordinator's domain in plain values, copyable, without proto, SQL or threads; wall times.
// Numbers of the enums are stored: never renumber. They equal those of proto/rookery/v1.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "base/pairing/league.h"
#include "base/pairing/outcome.h"
#include "coordinator/core/engine_spec.h"
#include "coordinator/core/keep_games.h"
#include "coordinator/core/tune_spec.h"
#include "coordinator/stats/overshoot.h"
#include "coordinator/stats/sprt.h"

namespace rookery::coordinator {

// Ten characters of base/ids.h, without the "runs/" of the API's resource names.
using RunId = std::string;
using LeaseId = std::string;
using WorkerId = std::string;  // chosen by the worker, kept on its disk

enum class RunKind : uint8_t { kTest = 1, kMatch = 2, kLeague = 3, kTune = 4 };
// Active, paused and waiting are open; the other three are final and never left again.
enum class RunState : uint8_t {
  kActive = 1,
  kPaused = 2,
  kFinished = 3,
  kStopped = 4,
  kFailed = 5,
  kWaiting = 6  // for an operator's approval: nothing has been lent of it
};

inline bool IsOpen(RunState state) {
  return state == RunState::kActive || state == RunState::kPaused || state == RunState::kWaiting;
}

struct Adjudication {
  int draw_move_number = 0;
  int draw_move_count = 0;
  int draw_score_cp = 0;
  int resign_move_count = 0;
  int resign_score_cp = 0;
  bool resign_two_sided = false;
};

// What happens when a test is accepted: the same again at other limits.
struct FollowUp {
  Limits limits;
  std::optional<stats::SprtBounds> sprt;  // none: the same bounds
};

// What a worker must have to play a run, beyond what follows from its limits (memory for hash
// tables, a core a thread). Empty and 0: anything will do.
struct Needs {
  int64_t memory_mib = 0;                     // free, for all that plays at once
  std::vector<std::string> instruction_sets;  // such as "avx2"; all of them
  std::string embedded_build;                 // the bench signature that the worker must have
  std::string platform;                       // such as "linux-x86_64"
  std::string sandbox;                        // the least: see kSandboxes
};

// Who plays in a league, and who meets whom.
struct LeagueSpec {
  Format format = Format::kRoundRobin;
  std::vector<EngineSpec> engines;
  uint64_t pairs = 0;  // of a pairing; in a Swiss of a meeting
  int rounds = 0;      // of a Swiss
  int seeds = 1;       // of a gauntlet
  LeagueShape shape() const {
    return {format, static_cast<int>(engines.size()), pairs, rounds, seeds};
  }
};

// What someone asked for. Core replaces zeros by the defaults below when the run is made, so the
// stored spec says everything; max_pairs 0 becomes the book's number of openings.
struct RunSpec {
  RunKind kind = RunKind::kTest;
  std::string title;
  EngineSpec dev;
  EngineSpec base;
  Limits limits;
  std::optional<stats::SprtBounds> sprt;  // tests have it, matches don't
  uint64_t max_pairs = 0;
  std::string book_sha256;
  uint64_t seed = 0;          // 0: drawn
  std::string rule_profile;   // "" becomes "engine"
  int max_moves = 0;          // 0 becomes kDefaultMaxMoves
  int hash_kib = 0;           // 0 becomes kDefaultHashKib
  uint32_t decide_every = 0;  // 0 becomes 1
  std::optional<Adjudication> adjudication;
  std::optional<TuneSpec> tune;      // tunes alone; dev and base are then the same weights
  std::optional<LeagueSpec> league;  // leagues alone; dev and base are then empty
  std::string owner;
  int priority = 0;   // higher classes are served first
  double weight = 1;  // share within a class
  std::vector<std::string> tags;
  int threads = 1;               // of each engine; a game takes so many slots
  int64_t max_core_seconds = 0;  // what its games may cost; 0: no limit
  std::optional<FollowUp> follow_up;
  std::string link;  // for people: where the difference between dev and base is shown
  Needs needs;
  double audit_share = 0;               // of the pairs that are played again elsewhere, 0 to 1
  std::optional<KeepGames> keep_games;  // none: the coordinator's default
  bool chess960 = false;      // castling may begin from other squares; UCI engines are told so
  int64_t reference_nps = 0;  // times are scaled by it over a worker's bench_nps; 0: they aren't

  // The limits that the engine, one of this spec's, plays by.
  const Limits& LimitsOf(const EngineSpec& engine) const {
    return engine.limits.has_value() ? *engine.limits : limits;
  }
  // All who play.
  std::vector<const EngineSpec*> Players() const {
    if (!league.has_value()) return {&dev, &base};
    std::vector<const EngineSpec*> players;
    for (const EngineSpec& engine : league->engines) players.push_back(&engine);
    return players;
  }
};
inline constexpr int kDefaultMaxMoves = 400;
inline constexpr int kDefaultHashKib = 1024;

// Figures of a run that are functions of its ledger, but for what voids have cost it. Kept as a
// snapshot with the run's row, so that a start costs the same after a million pairs.
struct RunTotals {
  // Of the prefix: the pairs 0 .. prefix-1, all of which are counted.
  uint64_t prefix = 0;
  stats::Pentanomial pentanomial{};
  double llr = 0;                   // 0 without an SPRT
  stats::OvershootState overshoot;  // unused where the test looks after every pair
  // Of a test whose pairs were voided while it was open; it isn't in the ledger, and stays.
  uint64_t looked = 0;  // the furthest prefix that it had looked at by then
  double apart = 0;     // how much further out its bounds lie since (PriceOfReplacing)
  stats::Verdict verdict = stats::Verdict::kUndecided;
  uint64_t games = 0;
  uint64_t plies = 0;
  std::map<GameEnd, uint64_t> ends;
  std::map<GameEnd, uint64_t> dev_lost;  // of those that are an engine's fault, by dev's
  // Of the whole ledger.
  uint64_t counted = 0;         // rows that aren't void
  uint64_t core_ms = 0;         // that their games took, times the engines' threads
  uint64_t after_verdict = 0;   // of those, at or beyond the prefix of a run that has ended
  uint64_t duplicates = 0;      // pairs that were reported again after they had been counted
  uint64_t repeated_games = 0;  // games whose digest an earlier game of the run has
  uint64_t voided = 0;          // rows that are void
  uint64_t contested = 0;       // of an ended run: void rows below its prefix
  uint64_t audits_agreed = 0;   // pairs that were played again elsewhere, with the same games
  uint64_t audits_disagreed = 0;
};

struct Run {
  RunId id;
  // With defaults filled in. An edit puts another one in its place.
  std::shared_ptr<const RunSpec> spec;
  uint64_t seed = 0;
  uint64_t book_lines = 0;
  std::string request_id;
  RunState state = RunState::kActive;
  absl::Time created;
  absl::Time ended = absl::InfiniteFuture();  // InfiniteFuture: it hasn't
  std::string message;                        // why it failed or was stopped
  RunId parent = {};                          // the run that it follows up
  RunTotals totals;
  GamesState games = {};
};

struct GameRecord {
  GameResult result = GameResult::kDraw;
  GameEnd end = GameEnd::kStalemate;
  std::string moves;   // two bytes a move, as proto Game.moves
  std::string digest;  // 32 bytes: SHA-256 of opening FEN, newline, moves
  int64_t nodes = 0;
  int64_t elapsed_ms = 0;
  std::string detail;  // evidence where an engine failed
  std::vector<int32_t> scores_cp;
  std::vector<uint32_t> times_ms;   // thought about each move; none: not said
  std::vector<uint32_t> clocks_ms;  // left to the mover after it; none without clocks
};

// Both games of a pair as reported; in the first one dev has White.
struct PairResult {
  uint64_t index = 0;
  GameRecord first;
  GameRecord second;
};

// A row of the ledger.
struct PairRecord {
  PairResult result;
  WorkerId worker;
  LeaseId lease;
  int attempt = 1;
  absl::Time received;
  bool after_verdict = false;  // its run has ended at a lower index; set by the store's reads
  bool has_games = true;       // false: only results and ends are known; set by the store's reads
};

enum class LeaseState : uint8_t { kLive = 1, kExpired = 2, kCancelled = 3, kReleased = 4 };

// Pairs of one run lent to one worker until a time.
struct Lease {
  LeaseId id;
  RunId run;
  WorkerId worker;
  std::vector<uint64_t> pairs;  // ascending
  int attempt = 1;              // 1: lent for the first time
  absl::Time granted;
  absl::Time expires;
  LeaseState state = LeaseState::kLive;
  bool audit = false;  // its pairs are counted already; the worker isn't told
};

// A counted pair that is played again by another worker: the games must be the same ones.
enum class AuditState : uint8_t { kPending = 1, kDisputed = 2, kAgreed = 3, kSettled = 4 };
struct Audit {
  RunId run;
  uint64_t pair = 0;
  AuditState state = AuditState::kPending;
  WorkerId first;      // whose row is counted
  std::string digest;  // of both its games, 64 bytes
  WorkerId second;     // who played it again with another outcome
  std::string second_digest;
};

// What a worker can play, as it says itself. Zeros and empty: it didn't say, and nothing is asked.
struct WorkerAbility {
  int cores = 0;
  int64_t memory_mib = 0;
  std::vector<std::string> instruction_sets;  // sorted
  std::string platform;
  std::string sandbox;
  double bench_nps = 0;  // of the embedded engine, a slot, with all slots busy
  bool operator==(const WorkerAbility&) const = default;
};
// From nothing to everything: a run may ask for a least one.
inline constexpr std::array<const char*, 4> kSandboxes = {"none", "rlimits", "landlock", "bwrap"};

// What a worker did while it was one owner's.
struct OwnerShare {
  std::string owner;
  uint64_t pairs = 0;  // counted
  uint64_t games = 0;
  uint64_t core_ms = 0;
  bool operator==(const OwnerShare&) const = default;
};

struct WorkerInfo {
  WorkerId id;
  std::string label;
  int slots = 0;
  std::string version;
  std::string bench_signature;
  absl::Time first_seen;
  absl::Time last_seen;
  uint64_t pairs = 0;  // counted
  uint64_t games = 0;
  double nodes_per_second = 0;  // of a slot, from its newest heartbeat
  WorkerAbility ability = {};
  std::string quarantine = {};  // not empty: why nothing is lent to it, and its reports are refused
  std::string drained = {};     // not empty: why nothing more is lent to it
  std::string owner = {};       // of the token that it last came with: who lends it
  std::string token = {};       // that it last came with, and whose this id is while it lives
  uint64_t core_ms = 0;         // that the games of its counted pairs took, times their threads
  // Of its pairs, games and core_ms: what it did before it was last given to another owner, an
  // entry an owner; the rest is the present owner's (worker_owners.h).
  std::vector<OwnerShare> earlier = {};
  bool operator==(const WorkerInfo&) const = default;
};

enum class ArtifactKind : uint8_t { kWeights = 1, kBook = 2, kEngine = 3, kEngineFile = 4 };

struct ArtifactInfo {
  std::string sha256;
  int64_t size = 0;
  ArtifactKind kind = ArtifactKind::kWeights;
  uint64_t lines = 0;  // of a book
};

// What happened to a run, for people: created, paused, verdict, stopped ...
struct RunEvent {
  RunId run;
  absl::Time at;
  std::string kind;
  std::string text;
  std::string by = {};  // who did it; empty: the coordinator itself
};

}  // namespace rookery::coordinator

// The coordinator's domain in plain values: runs, pairs, leases, workers, artifacts.
// No proto, SQL or threads; copyable; times are wall times of the coordinator.
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
#include "base/pairing/outcome.h"
#include "coordinator/stats/sprt.h"

namespace rookery::coordinator {

// Ten characters of base/ids.h, without the "runs/" of the API's resource names.
using RunId = std::string;
using LeaseId = std::string;
using WorkerId = std::string;  // chosen by the worker, kept on its disk

enum class RunKind : uint8_t { kTest = 1, kMatch = 2 };
// Active and paused are open; the other three are final and never left again.
enum class RunState : uint8_t {
  kActive = 1,
  kPaused = 2,
  kFinished = 3,
  kStopped = 4,
  kFailed = 5
};

inline bool IsOpen(RunState state) {
  return state == RunState::kActive || state == RunState::kPaused;
}

struct EngineSpec {
  std::string name;            // as people see it
  std::string weights_sha256;  // artifact with the canonical weights file
};

// How long an engine may think about one move; 0: that limit is not set.
struct Limits {
  int64_t nodes = 0;
  int depth = 0;
  int64_t movetime_ms = 0;
  int64_t base_ms = 0;
  int64_t increment_ms = 0;
};

struct Adjudication {
  int draw_move_number = 0;
  int draw_move_count = 0;
  int draw_score_cp = 0;
  int resign_move_count = 0;
  int resign_score_cp = 0;
  bool resign_two_sided = false;
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
  std::string owner;
  int priority = 0;   // higher classes are served first
  double weight = 1;  // share within a class
  std::vector<std::string> tags;
};
inline constexpr int kDefaultMaxMoves = 400;
inline constexpr int kDefaultHashKib = 1024;

// Figures of a run that are functions of its ledger. Kept as a snapshot with the run's row, so
// that a start costs the same after a million pairs.
struct RunTotals {
  // Of the prefix: the pairs 0 .. prefix-1, all of which are counted.
  uint64_t prefix = 0;
  stats::Pentanomial pentanomial{};
  double llr = 0;  // 0 without an SPRT
  stats::Verdict verdict = stats::Verdict::kUndecided;
  uint64_t games = 0;
  uint64_t plies = 0;
  std::map<GameEnd, uint64_t> ends;
  // Of the whole ledger.
  uint64_t counted = 0;         // rows that aren't void
  uint64_t after_verdict = 0;   // of those, at or beyond the prefix of a run that has ended
  uint64_t duplicates = 0;      // pairs that were reported again after they had been counted
  uint64_t repeated_games = 0;  // games whose digest an earlier game of the run has
};

struct Run {
  RunId id;
  std::shared_ptr<const RunSpec> spec;  // with defaults filled in; never changes
  uint64_t seed = 0;
  uint64_t book_lines = 0;
  std::string request_id;
  RunState state = RunState::kActive;
  absl::Time created;
  absl::Time ended = absl::InfiniteFuture();  // InfiniteFuture: it hasn't
  std::string message;                        // why it failed or was stopped
  RunTotals totals;
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
};

enum class ArtifactKind : uint8_t { kWeights = 1, kBook = 2 };

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
};

}  // namespace rookery::coordinator

// Every bound of the coordinator's core, by name. Requests beyond them are refused with a message
// that repeats the bound; nothing grows without one. Constants; any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/time/time.h"

namespace rookery::coordinator::limits {

// Strings from outside, in bytes.
inline constexpr size_t kMaxTitle = 200;
inline constexpr size_t kMaxName = 100;  // of an engine, owner, label
inline constexpr size_t kMaxRequestId = 64;
inline constexpr size_t kMaxWorkerId = 64;
inline constexpr size_t kMaxVersion = 100;
inline constexpr size_t kMaxReason = 500;
inline constexpr size_t kMaxDetail = 2000;  // evidence of a failed game
inline constexpr size_t kMaxTags = 16;

// State held in memory.
inline constexpr size_t kMaxRuns = 20'000;      // ended ones included
inline constexpr size_t kMaxOpenRuns = 500;     // active or paused
inline constexpr size_t kMaxWorkers = 50'000;   // known, away ones included
inline constexpr size_t kMaxSessions = 20'000;  // connected
inline constexpr size_t kMaxArtifacts = 100'000;
inline constexpr size_t kMaxLeasesPerWorker = 16;    // live
inline constexpr size_t kMaxPastLeases = 50'000;     // expired or cancelled, kept for late reports
inline constexpr uint64_t kMaxPairsAhead = 200'000;  // lent beyond the consecutive prefix, a run

// Sizes of messages.
inline constexpr int kMaxSlots = 4096;
inline constexpr int kMaxPairsPerLease = 2048;
inline constexpr size_t kMaxPairsPerReport = 64;
inline constexpr size_t kMaxHeldLeases = 64;
inline constexpr size_t kMaxMoveBytes = 2 * 2 * 2000;  // two bytes a ply, 2000 full moves
inline constexpr size_t kMaxScores = 2 * 2000;

// Runs.
inline constexpr uint64_t kMaxPairs = 10'000'000;
inline constexpr uint32_t kMaxDecideEvery = 100'000;
inline constexpr int kMaxGameMoves = 2000;  // full moves of one game
inline constexpr int kMaxHashKib = 4 << 20;
inline constexpr int64_t kMaxNodesPerMove = 100'000'000'000;
inline constexpr int kMaxDepth = 200;
inline constexpr int64_t kMaxMilliseconds = 24LL * 3600 * 1000;

// A worker that renews a lease but brings nothing for so long loses it: at least this, ten times
// what the lease should take, and the last where nothing is known of a pair's duration.
inline constexpr absl::Duration kMinStall = absl::Minutes(10);
inline constexpr int kStallFactor = 10;
inline constexpr absl::Duration kUnknownStall = absl::Hours(2);

// How long a cancelled or expired lease may still deliver what it had finished.
inline constexpr absl::Duration kLateReports = absl::Hours(24);

}  // namespace rookery::coordinator::limits

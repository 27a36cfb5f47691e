// Every bound of the coordinator's core, by name. Requests beyond them are refused with a message
// that repeats the bound; nothing grows without one. Constants; any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/time/time.h"

namespace rookery::coordinator::limits {

// Strings from outside, in bytes.
inline constexpr size_t kMaxTitle = 200;
inline constexpr size_t kMaxRuleProfile = 1000;  // a name and options
inline constexpr size_t kMaxName = 100;          // of an engine, owner, label
inline constexpr size_t kMaxEngineName = 60;     // under which people know a UCI engine
inline constexpr size_t kMaxRequestId = 64;
inline constexpr size_t kMaxWorkerId = 64;
inline constexpr size_t kMaxVersion = 100;
inline constexpr size_t kMaxReason = 500;
inline constexpr size_t kMaxDetail = 2000;  // evidence of a failed game
inline constexpr size_t kMaxTags = 16;
inline constexpr size_t kMaxLink = 500;
inline constexpr size_t kMaxComment = 2000;
inline constexpr size_t kMaxInstructionSets = 32;

// State held in memory.
inline constexpr size_t kMaxRuns = 20'000;       // ended ones included
inline constexpr size_t kMaxOpenRuns = 500;      // active or paused
inline constexpr size_t kMaxWorkers = 50'000;    // known, away ones included
inline constexpr size_t kMaxSessions = 20'000;   // connected
inline constexpr size_t kMaxEarlierOwners = 64;  // of a worker that did something for each
inline constexpr size_t kMaxArtifacts = 100'000;
inline constexpr size_t kMaxEngines = 10'000;        // with names
inline constexpr size_t kMaxFits = 100;              // the newest
inline constexpr size_t kMaxFitBytes = 256 << 10;    // of a fit's report
inline constexpr size_t kMaxLeasesPerWorker = 16;    // live
inline constexpr size_t kMaxPastLeases = 50'000;     // expired or cancelled, kept for late reports
inline constexpr uint64_t kMaxPairsAhead = 200'000;  // lent beyond the consecutive prefix, a run

inline constexpr uint64_t kMaxCandidatesAhead = 20'000;  // the same of a tune
inline constexpr size_t kMaxTuneParameters = 400;
inline constexpr size_t kMaxRaceParameters = 1'000;  // in which a race's candidates may differ
// Of the candidates in a lease: beside its other fields they must fit a message (4 MiB).
inline constexpr size_t kMaxCandidateBytes = 3 << 20;
inline constexpr size_t kMaxTuneCandidates = 64;
inline constexpr int kMaxTuneDecimals = 6;

// The audit log's rows; the oldest go first.
inline constexpr uint64_t kMaxActions = 1'000'000;
inline constexpr uint64_t kMinActions = 1'000;  // that an operator may ask for

// Sizes of messages.
inline constexpr int kMaxSlots = 4096;
inline constexpr int kMaxPairsPerLease = 2048;
inline constexpr size_t kMaxPairsPerReport = 64;
inline constexpr size_t kMaxHeldLeases = 64;
inline constexpr size_t kMaxMoveBytes = 2 * 2 * 2000;  // two bytes a ply, 2000 full moves

// Runs.
inline constexpr uint64_t kMaxPairs = 10'000'000;
inline constexpr uint32_t kMaxDecideEvery = 100'000;
inline constexpr int kMaxGameMoves = 2000;   // full moves of one game
inline constexpr int kMaxDaysKept = 36'500;  // of games
inline constexpr int kMaxHashKib = 4 << 20;
inline constexpr int kMaxThreads = 512;
inline constexpr int64_t kMaxCoreSeconds = 1'000'000'000'000;
inline constexpr int64_t kMaxMemoryMib = 1 << 26;
inline constexpr int64_t kMaxNodesPerMove = 100'000'000'000;
inline constexpr int kMaxDepth = 200;
inline constexpr size_t kMaxPeriods = 16;  // of a clock
inline constexpr int kMaxPeriodMoves = 1000;
inline constexpr int64_t kMaxNps = 1'000'000'000;  // of a slot
inline constexpr int64_t kMaxMilliseconds = 24LL * 3600 * 1000;

// An author's quota of core-hours is of the runs that he began so lately.
inline constexpr absl::Duration kQuotaWindow = absl::Hours(24 * 30);
inline constexpr absl::Duration kQuotaLook = absl::Seconds(10);  // at what runs

// A worker that renews a lease but brings nothing for so long loses it: at least this, ten times
// what the lease should take, and the last where nothing is known of a pair's duration.
inline constexpr absl::Duration kMinStall = absl::Minutes(10);
inline constexpr int kStallFactor = 10;
inline constexpr absl::Duration kUnknownStall = absl::Hours(2);

// A worker that said that it can't play a run isn't lent pairs of it for so long; a run that so
// many distinct workers can't play, and none could, has failed.
inline constexpr absl::Duration kUnableFor = absl::Hours(1);
inline constexpr size_t kFaultQuorum = 3;
// So many workers of a version must agree on the bench before one that differs is wrong.
inline constexpr int kBuildQuorum = 2;
inline constexpr size_t kMaxUnable = 1000;  // remembered, a run
// Games that an engine lost by a fault of its own and that are told as events, a run and start of
// the coordinator; the others only count.
inline constexpr int kMaxFaultsTold = 20;

// Audits: pairs of a run that wait to be played again; beyond it none is chosen.
inline constexpr size_t kMaxAudits = 2000;
// Residuals: the first look at a run's workers, then at every doubling; the chance of a false alarm
// in a whole run is kFalseAlarms at most.
inline constexpr uint64_t kFirstResidualLook = 256;
inline constexpr double kFalseAlarms = 0.01;
inline constexpr size_t kMaxComparedWorkers = 5000;

// Two processes with one worker's identity throw each other out. So many takeovers within the
// window are free: a worker may crash, or lose its link, before its old session is known to be
// dead.
inline constexpr size_t kFreeTakeovers = 3;
inline constexpr absl::Duration kTakeoverWindow = absl::Minutes(1);
// After that whoever comes while the other lives is told to wait, twice as long each time; until
// nobody has been told so for a while.
inline constexpr absl::Duration kFirstTakeoverRetry = absl::Seconds(5);
inline constexpr absl::Duration kMaxTakeoverRetry = absl::Minutes(5);
inline constexpr absl::Duration kTakeoverCalm = absl::Minutes(10);
inline constexpr absl::Duration kTakeoverTold = absl::Minutes(1);  // between two warnings

// Idle workers: the longest pause between two requests, and how many are woken a second.
inline constexpr absl::Duration kMaxIdleRetry = absl::Seconds(60);
inline constexpr double kWakesPerSecond = 500;

// How long a cancelled or expired lease may still deliver what it had finished.
inline constexpr absl::Duration kLateReports = absl::Hours(24);

}  // namespace rookery::coordinator::limits

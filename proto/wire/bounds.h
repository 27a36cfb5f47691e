// Named bounds of everything that crosses the wire. Values only; any thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rookery::wire {

inline constexpr int kProtocol = 1;

// Text
inline constexpr size_t kMaxRequestId = 64;
inline constexpr size_t kMaxTitle = 200;
inline constexpr size_t kMaxEngineName = 100;
inline constexpr size_t kMaxEngineId = 60;  // the name under which people know a UCI engine
inline constexpr size_t kMaxReason = 500;
inline constexpr size_t kMaxWorkerId = 64;
inline constexpr size_t kMaxLabel = 100;
inline constexpr size_t kMaxVersion = 100;
inline constexpr size_t kMaxSignature = 100;
inline constexpr size_t kMaxLeaseId = 64;
inline constexpr size_t kMaxResourceName = 80;
inline constexpr size_t kMaxPageToken = 100;
inline constexpr size_t kMaxGameDetail = 2000;
inline constexpr size_t kMaxRuleProfile = 1000;  // a name and options
inline constexpr size_t kMaxUser = 100;
inline constexpr size_t kMaxTag = 100;
inline constexpr int kMaxTags = 16;
inline constexpr size_t kMaxLink = 500;
inline constexpr size_t kMaxComment = 2000;
inline constexpr size_t kMaxNeed = 100;
inline constexpr int kMaxInstructionSets = 32;

// Who calls, as he says himself: metadata of each call.
inline constexpr char kUserKey[] = "rookery-user";
// Who calls, proved: "Bearer ID_SECRET".
inline constexpr char kAuthorizationKey[] = "authorization";

// Numbers
inline constexpr int32_t kMaxThreads = 512;
inline constexpr int32_t kMaxPriority = 100;
inline constexpr double kMaxWeight = 100;
inline constexpr int64_t kMaxCoreSeconds = 1'000'000'000'000;
inline constexpr int64_t kMaxMemoryMib = 1 << 26;
inline constexpr int64_t kMaxNodes = 1'000'000'000'000;
inline constexpr int32_t kMaxDepth = 127;
inline constexpr int64_t kMaxMillis = 24LL * 3600 * 1000;
inline constexpr int kMaxPeriods = 16;  // of a clock
inline constexpr int32_t kMaxPeriodMoves = 1000;
inline constexpr int64_t kMaxMarginMs = 60'000;
inline constexpr int64_t kMaxNps = 1'000'000'000;  // of a slot
inline constexpr uint64_t kMaxPairs = 1'000'000'000;
inline constexpr int32_t kMaxMoves = 2000;  // full moves of a game
inline constexpr int32_t kMinHashKib = 64;
inline constexpr int32_t kMaxHashKib = 1 << 20;  // 1 GiB an engine
inline constexpr uint32_t kMaxDecideEvery = 10'000;
inline constexpr int32_t kMaxPageSize = 1000;
inline constexpr int32_t kDefaultPageSize = 50;
inline constexpr int32_t kMaxSlots = 4096;
inline constexpr int32_t kMaxLeasePairs = 4096;
inline constexpr int kMaxHeldLeases = 256;
inline constexpr int kMaxReportPairs = 64;
inline constexpr int kMaxLiveGames = 8;             // of a message
inline constexpr size_t kMaxLiveMoveBytes = 2'000;  // of a game that is sent as it is played
inline constexpr int32_t kMaxDaysKept = 36'500;
inline constexpr int kMaxTuneParameters = 400;
inline constexpr int kMaxRaceParameters = 1'000;  // in which a race's candidates may differ
inline constexpr int kMaxTuneCandidates = 64;
inline constexpr int kMaxTuneDecimals = 6;
inline constexpr int32_t kMaxTuneValue = 1'000'000'000;
inline constexpr size_t kMaxParameterName = 64;
inline constexpr int kMaxFitWeights = 2'000;
inline constexpr int kMaxFitPasses = 60;
inline constexpr uint64_t kMaxFitPositions = 1'000'000'000'000;
inline constexpr size_t kMaxFitData = 500;  // bytes
inline constexpr int kMaxScoreCp = 200'000;
inline constexpr double kMaxEloLogistic = 1000;
inline constexpr double kMaxEloNormalized = 10'000;

// Bytes
inline constexpr size_t kChunkBytes = 256 * 1024;  // a piece of a streamed file or PGN
inline constexpr int64_t kMaxArtifactBytes = 512LL << 20;
inline constexpr int64_t kMaxWeightsBytes = 1 << 20;
inline constexpr int kMaxMessageBytes = 4 << 20;  // of one gRPC message, both ways

}  // namespace rookery::wire

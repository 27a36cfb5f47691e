// Many games of a run in one block of bytes: moves as their places among the legal ones
// (move_rank.h), scores as differences, times, and clocks as what they differ from the times; each
// kind in a stream of its own, packed by zstd with a checksum. Self-contained: the openings lie in
// it, and digests that follow from opening and moves don't.
//
// The format is stored: a new one gets a new version byte, and old ones are read for ever.
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

inline constexpr size_t kMostPairsInBlock = 1024;

struct BlockPair {
  PairResult result;
  std::string opening;  // FEN; a game that can't be played from it is kept as it came
};

// In ascending order of their index, at most kMostPairsInBlock (CHECK).
std::string EncodeBlock(const std::vector<BlockPair>& pairs);

// The pairs from <= index < to, with their openings. DataLoss for bytes that are torn, corrupt or
// none of ours.
// Without moves also without digests, but many times faster.
enum class BlockMoves { kLeaveOut, kReplay };
absl::StatusOr<std::vector<BlockPair>> DecodeBlock(std::string_view block, uint64_t from,
                                                   uint64_t to,
                                                   BlockMoves moves = BlockMoves::kReplay);

// How many bytes each kind takes; for figures.
struct BlockSizes {
  size_t heads = 0;
  size_t moves = 0;
  size_t scores = 0;
  size_t times = 0;
  size_t clocks = 0;
};
absl::StatusOr<BlockSizes> SizesOf(std::string_view block);

}  // namespace rookery::coordinator

// How the two games of a pair lie in one blob: numbers as LEB128, then zstd. Also the small
// encodings of other columns. Formats are stored: a new one gets a new version byte.
// Pure; any thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/core/candidates.h"
#include "coordinator/core/league_table.h"
#include "coordinator/core/types.h"
#include "coordinator/games/zstd_packer.h"

namespace rookery::coordinator {

// How games are packed: each writer of a store keeps one, of the level that rows have.
class GamesPacker {
 public:
  std::string Encode(const PairResult& pair);

 private:
  ZstdPacker zstd_{3, ZstdPacker::Checksum::kNone};
};
// Fills in both games; the index is a column of its own. DataLoss for bytes that are none of ours.
absl::Status DecodeGames(std::string_view blob, PairResult* pair);

// Lines of text without line breaks of their own, each ended by one.
std::string JoinLines(const std::vector<std::string>& lines);
std::vector<std::string> SplitLines(std::string_view text);

// Ascending indices, as differences.
std::string EncodeIndices(const std::vector<uint64_t>& indices);
absl::StatusOr<std::vector<uint64_t>> DecodeIndices(std::string_view blob);

// Both sides' values, as signed LEB128.
std::string EncodePoints(const Candidate& candidate);
absl::Status DecodePoints(std::string_view blob, Candidate* candidate);

// What a tune was asked for: a line of options, then a line a parameter.
std::string EncodeTune(const TuneSpec& tune);
absl::StatusOr<TuneSpec> DecodeTune(std::string_view text);

// What the first columns of limits don't say, the margin and the periods of a clock: "margin moves
// base increment ..."; empty if there is nothing to say. And all of them, "nodes depth movetime
// base increment margin ..." with the periods likewise.
std::string EncodeClock(const Limits& limits);
absl::Status DecodeClock(std::string_view text, Limits* limits);
std::string EncodeLimits(const Limits& limits);
absl::StatusOr<Limits> DecodeLimits(std::string_view text);

// Who meets whom in a league: a line of the format, then some lines an engine.
std::string EncodeLeague(const LeagueSpec& league);
absl::StatusOr<LeagueSpec> DecodeLeague(std::string_view text);
// A cell's nine counts.
std::string EncodeCounts(const LeagueCell& cell);
absl::Status DecodeCounts(std::string_view text, LeagueCell* cell);

// "1:20 3:4": games by GameEnd's number.
std::string EncodeEnds(const std::map<GameEnd, uint64_t>& ends);
absl::StatusOr<std::map<GameEnd, uint64_t>> DecodeEnds(std::string_view text);

}  // namespace rookery::coordinator

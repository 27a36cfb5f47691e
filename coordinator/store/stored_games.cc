#include "coordinator/store/stored_games.h"

#include <algorithm>
#include <utility>

#include "base/status.h"
#include "coordinator/games/game_block.h"

namespace rookery::coordinator {
namespace {

// Of the side that made so many half points, as White or as Black.
GameResult ResultOf(int half_points, bool as_white) {
  if (half_points == 1) return GameResult::kDraw;
  return (half_points >= 2) == as_white ? GameResult::kWhiteWins : GameResult::kBlackWins;
}

}  // namespace

void FillFromSummary(const PairSummary& summary, PairRecord* record) {
  const uint64_t index = record->result.index;
  record->result = {};
  record->result.index = index;
  record->result.first.result = ResultOf(summary.first_points, true);
  record->result.second.result = ResultOf(summary.half_points - summary.first_points, false);
  record->result.first.end = summary.ends[0];
  record->result.second.end = summary.ends[1];
  record->has_games = false;
}

IndexRange WithoutGames(const std::vector<PairRecord>& records) {
  IndexRange range;
  for (const PairRecord& record : records) {
    if (record.has_games) continue;
    if (range.begin == range.end) range.begin = record.result.index;
    range.end = record.result.index + 1;
  }
  return range;
}

absl::Status FillFromBlocks(const std::vector<std::string>& blocks, PairQuery::Games games,
                            std::vector<PairRecord>* records) {
  const IndexRange range = WithoutGames(*records);
  const BlockMoves moves =
      games == PairQuery::Games::kAll ? BlockMoves::kReplay : BlockMoves::kLeaveOut;
  for (const std::string& block : blocks) {
    ROOKERY_ASSIGN_OR_RETURN(std::vector<BlockPair> pairs,
                             DecodeBlock(block, range.begin, range.end, moves));
    for (BlockPair& pair : pairs) {
      const auto record = std::lower_bound(
          records->begin(), records->end(), pair.result.index,
          [](const PairRecord& one, uint64_t index) { return one.result.index < index; });
      if (record == records->end() || record->result.index != pair.result.index ||
          record->has_games) {
        continue;  // a row that has been void since, or was lent anew
      }
      record->result = std::move(pair.result);
      record->has_games = true;
    }
  }
  return absl::OkStatus();
}

}  // namespace rookery::coordinator

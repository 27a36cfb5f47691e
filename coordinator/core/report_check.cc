#include "coordinator/core/report_check.h"

#include <string_view>

#include "base/status.h"
#include "coordinator/core/limits.h"

namespace rookery::coordinator {
namespace {

bool IsDrawEnd(GameEnd end) {
  switch (end) {
    case GameEnd::kRepetition:
    case GameEnd::kNoProgress:
    case GameEnd::kDeadPosition:
    case GameEnd::kAgreement:
    case GameEnd::kClaimedDraw:
    case GameEnd::kFlagFallNoMate:
    case GameEnd::kAdjudicatedDraw:
      return true;
    default:
      return false;
  }
}

bool IsDecisiveEnd(GameEnd end) {
  switch (end) {
    case GameEnd::kCheckmate:
    case GameEnd::kTime:
    case GameEnd::kIllegalMove:
    case GameEnd::kCrash:
    case GameEnd::kStall:
    case GameEnd::kResignation:
    case GameEnd::kAdjudicatedWin:
      return true;
    default:
      return false;
  }
}

absl::Status CheckGame(uint64_t index, std::string_view which, const GameRecord& game) {
  const auto wrong = [&](std::string_view what) {
    return InvalidArgument("pair {}, {} game: {}", index, which, what);
  };
  const int result = static_cast<int>(game.result);
  if (result < 1 || result > 3) return wrong("result is none of the three");
  if (!GameEndFromNumber(static_cast<int>(game.end))) return wrong("end is not in the list");
  const bool draw = game.result == GameResult::kDraw;
  if ((draw && IsDecisiveEnd(game.end)) || (!draw && IsDrawEnd(game.end))) {
    return wrong("its end and its result contradict each other");
  }
  if (game.digest.size() != 32) return wrong("digest is not 32 bytes long");
  if (game.moves.size() > limits::kMaxMoveBytes || game.moves.size() % 2 != 0) {
    return wrong(fmt::format("moves are {} bytes; an even number up to {} is allowed",
                             game.moves.size(), limits::kMaxMoveBytes));
  }
  if (game.nodes < 0 || game.elapsed_ms < 0 || game.elapsed_ms > 30 * limits::kMaxMilliseconds) {
    return wrong("nodes or elapsed_ms is out of range");
  }
  if (game.detail.size() > limits::kMaxDetail) return wrong("detail is too long");
  const size_t plies = game.moves.size() / 2;
  for (const size_t said : {game.scores_cp.size(), game.times_ms.size(), game.clocks_ms.size()}) {
    if (said != 0 && said != plies)
      return wrong("scores, times and clocks are one a move, or none");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckPair(const PairResult& pair) {
  ROOKERY_RETURN_IF_ERROR(CheckGame(pair.index, "first", pair.first));
  return CheckGame(pair.index, "second", pair.second);
}

}  // namespace rookery::coordinator

#include "worker/match/game_pgn.h"

#include <fmt/format.h>

#include <cstdlib>

#include "engine/chess/pgn_tags.h"
#include "engine/search/engine.h"

namespace rookery::worker {
namespace {

std::string ScoreText(int score_cp) {
  const char sign = score_cp < 0 ? '-' : '+';
  if (std::abs(score_cp) > search::kMateBound) {
    return fmt::format("{}M{}", sign, search::kMateScore - std::abs(score_cp));
  }
  return fmt::format("{}{}.{:02}", sign, std::abs(score_cp) / 100, std::abs(score_cp) % 100);
}

std::string Seconds(int64_t us) {
  const int64_t ms = (us + 500) / 1000;
  return fmt::format("{}.{:03}s", ms / 1000, ms % 1000);
}

}  // namespace

std::string_view TerminationTag(GameEnd end) { return chess::TerminationTag(end); }

std::string ResultReason(const PlayedGame& game) { return chess::EndText(game.end, game.result); }

std::string MoveComment(const MoveRecord& record) {
  std::string text =
      record.score_cp ? fmt::format("{}/{} ", ScoreText(*record.score_cp), record.depth) : "";
  text += Seconds(record.thinking_us);
  if (record.nodes > 0) text += fmt::format(", n={}", record.nodes);
  if (record.left_us >= 0) text += fmt::format(", tl={}", Seconds(record.left_us));
  return text;
}

chess::PgnGame ToPgnGame(const PlayedGame& game, const chess::Position& opening,
                         const GameLabels& labels) {
  chess::PgnGame pgn;
  pgn.start = opening;
  pgn.result = game.result;
  pgn.tags = {{"Event", labels.event},
              {"Site", "?"},
              {"Date", labels.date},
              {"Round", labels.round},
              {"White", labels.white},
              {"Black", labels.black},
              {"PlyCount", fmt::format("{}", game.moves.size())},
              {"Termination", std::string(TerminationTag(game.end))},
              {"TimeControl", labels.time_control}};
  for (size_t i = 0; i < game.moves.size(); ++i) {
    std::string comment = i < game.records.size() ? MoveComment(game.records[i]) : "";
    if (i + 1 == game.moves.size()) {
      comment += fmt::format("{}{}", comment.empty() ? "" : ", ", ResultReason(game));
    }
    chess::PgnMove& move = pgn.moves.emplace_back();
    move.move = game.moves[i];
    move.comment = std::move(comment);
  }
  return pgn;
}

}  // namespace rookery::worker

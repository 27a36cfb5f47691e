#include "worker/match/game_pgn.h"

#include <fmt/format.h>

#include <cstdlib>

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

std::string_view TerminationTag(GameEnd end) {
  switch (end) {
    case GameEnd::kTime:
    case GameEnd::kFlagFallNoMate:
      return "time forfeit";
    case GameEnd::kIllegalMove:
      return "illegal move";
    case GameEnd::kCrash:
      return "abandoned";
    case GameEnd::kStall:
      return "stalled connection";
    case GameEnd::kAdjudicatedDraw:
    case GameEnd::kAdjudicatedWin:
    case GameEnd::kAdjudicatedTablebase:
    case GameEnd::kAdjudicatedLength:
      return "adjudication";
    default:
      return "normal";
  }
}

std::string ResultReason(const PlayedGame& game) {
  const bool white_won = game.result == GameResult::kWhiteWins;
  const std::string_view winner = white_won ? "White" : "Black";
  const std::string_view loser = white_won ? "Black" : "White";
  switch (game.end) {
    case GameEnd::kCheckmate:
      return fmt::format("{} mates", winner);
    case GameEnd::kStalemate:
      return "Draw by stalemate";
    case GameEnd::kRepetition:
      return "Draw by 3-fold repetition";
    case GameEnd::kNoProgress:
      return "Draw by fifty moves rule";
    case GameEnd::kDeadPosition:
      return "Draw by insufficient mating material";
    case GameEnd::kTime:
      return fmt::format("{} loses on time", loser);
    case GameEnd::kFlagFallNoMate:
      return "Draw by timeout vs insufficient material";
    case GameEnd::kIllegalMove:
      return fmt::format("{} makes an illegal move", loser);
    case GameEnd::kCrash:
      return fmt::format("{} disconnects", loser);
    case GameEnd::kStall:
      return fmt::format("{}'s connection stalls", loser);
    case GameEnd::kAdjudicatedWin:
      return fmt::format("{} wins by adjudication", winner);
    case GameEnd::kAdjudicatedLength:
      return "Draw by adjudication: maximal game length";
    case GameEnd::kAdjudicatedTablebase:
      return game.result == GameResult::kDraw
                 ? "Draw by adjudication: SyzygyTB"
                 : fmt::format("{} wins by adjudication: SyzygyTB", winner);
    case GameEnd::kAdjudicatedDraw:
      return "Draw by adjudication";
    default:
      return std::string(Name(game.end));
  }
}

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

#include "worker/match/game_pgn.h"

#include <fmt/format.h>

#include <cstdlib>

#include "engine/chess/pgn_tags.h"
#include "engine/search/engine.h"

namespace rookery::worker {
namespace {

std::string ScoreText(int score_cp) {
  if (score_cp == 0) return "0.00";
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

std::string ResultReason(const PlayedGame& game, const chess::RuleProfile& rules) {
  return chess::EndText(game.end, game.result, rules);
}

std::string MoveComment(const MoveRecord& record, const CommentStyle& style) {
  if (style.none) return "";
  const SearchFigures& said = record.figures;
  std::string text =
      record.score_cp ? fmt::format("{}/{} ", ScoreText(*record.score_cp), record.depth) : "";
  text += Seconds(record.thinking_us);
  if (style.clock && record.left_us >= 0) text += fmt::format(", tl={}", Seconds(record.left_us));
  if (style.latency && said.said_ms >= 0) {
    text += fmt::format(", latency={}",
                        Seconds(std::max<int64_t>(0, record.thinking_us - said.said_ms * 1000)));
  }
  if (style.nodes && record.nodes > 0) text += fmt::format(", n={}", record.nodes);
  if (style.selective_depth) text += fmt::format(", sd={}", said.selective_depth);
  if (style.nodes_per_second) text += fmt::format(", nps={}", said.nodes_per_second);
  if (style.hash) text += fmt::format(", hashfull={}", said.hash_permill);
  if (style.tablebase_hits) text += fmt::format(", tbhits={}", said.tablebase_hits);
  if (style.line) text += fmt::format(", pv=\"{}\"", said.line);
  return text;
}

chess::PgnGame ToPgnGame(const PlayedGame& game, const openings::Opening& opening,
                         const GameLabels& labels, const CommentStyle& style) {
  chess::PgnGame pgn;
  pgn.start = opening.start;
  pgn.moves = openings::BookMoves(opening, !style.none);
  pgn.result = game.result;
  pgn.tags = {{"Event", labels.event}, {"Site", labels.site},   {"Date", labels.date},
              {"Round", labels.round}, {"White", labels.white}, {"Black", labels.black}};
  if (!style.none) {
    pgn.tags.insert(pgn.tags.end(),
                    {{"PlyCount", fmt::format("{}", opening.moves.size() + game.moves.size())},
                     {"Termination", std::string(TerminationTag(game.end))}});
    pgn.tags.insert(pgn.tags.end(), labels.more.begin(), labels.more.end());
  }
  for (size_t i = 0; i < game.moves.size(); ++i) {
    chess::PgnMove& move = pgn.moves.emplace_back();
    move.move = game.moves[i];
    if (i < game.records.size()) move.comment = MoveComment(game.records[i], style);
  }
  if (!style.none) {
    std::string& last = pgn.moves.empty() ? pgn.comment : pgn.moves.back().comment;
    last += fmt::format("{}{}", last.empty() ? "" : ", ", ResultReason(game, labels.rules));
  }
  return pgn;
}

}  // namespace rookery::worker

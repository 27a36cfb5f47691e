#include "engine/chess/pgn_tags.h"

#include <fmt/format.h>

#include <cstdlib>

namespace rookery::chess {

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

namespace {

// "fifty" is the word that scripts look for. Where an ending has a count of its own, which of the
// two it was isn't known here.
std::string NoProgressText(const RuleProfile& rules) {
  if (rules.no_progress_kbnk_plies > 0) return "Draw by no-progress rule";
  const int moves = rules.no_progress_plies / 2;
  return moves == 50 ? "Draw by fifty moves rule" : fmt::format("Draw by {} moves rule", moves);
}

}  // namespace

std::string EndText(GameEnd end, GameResult result, const RuleProfile& rules) {
  const bool white_won = result == GameResult::kWhiteWins;
  const std::string_view winner = white_won ? "White" : "Black";
  const std::string_view loser = white_won ? "Black" : "White";
  switch (end) {
    case GameEnd::kCheckmate:
      return fmt::format("{} mates", winner);
    case GameEnd::kStalemate:
      return "Draw by stalemate";
    case GameEnd::kRepetition:
      return fmt::format("Draw by {}-fold repetition", rules.repetition_count);
    case GameEnd::kNoProgress:
      return NoProgressText(rules);
    case GameEnd::kPerpetual:
      return "Draw by perpetual check";
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
      return result == GameResult::kDraw ? "Draw by adjudication: SyzygyTB"
                                         : fmt::format("{} wins by adjudication: SyzygyTB", winner);
    case GameEnd::kAdjudicatedDraw:
      return "Draw by adjudication";
    default:
      return std::string(Name(end));
  }
}

std::string ScoreText(int score_cp) {
  if (score_cp == 0) return "0.00";
  const char sign = score_cp < 0 ? '-' : '+';
  const int size = std::abs(score_cp);
  if (size > kMateBoundInPgn) return fmt::format("{}M{}", sign, kMateInPgn - size);
  return fmt::format("{}{}.{:02}", sign, size / 100, size % 100);
}

std::string TimeControlText(std::span<const ClockPhase> phases, int64_t movetime_ms) {
  const auto seconds = [](int64_t ms) {
    return fmt::format("{:.10g}", static_cast<double>(ms) / 1000);
  };
  if (movetime_ms > 0) return seconds(movetime_ms) + "/move";
  std::string text;
  for (const ClockPhase& phase : phases) {
    if (!text.empty()) text += ':';
    if (phase.moves > 0) text += fmt::format("{}/", phase.moves);
    text += seconds(phase.base_ms);
    if (phase.increment_ms > 0) text += '+' + seconds(phase.increment_ms);
  }
  return text.empty() ? "-" : text;
}

std::vector<std::pair<std::string, std::string>> TimeControlTags(const std::string& white,
                                                                 const std::string& black) {
  if (white == black) return {{"TimeControl", white}};
  return {{"WhiteTimeControl", white}, {"BlackTimeControl", black}};
}

}  // namespace rookery::chess

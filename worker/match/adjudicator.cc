#include "worker/match/adjudicator.h"

#include <cstdlib>

#include "engine/search/engine.h"

namespace rookery::worker {

std::optional<chess::RuleEnd> Adjudicator::Known(const chess::Position& position) const {
  const TableRules& rule = rules_.endgames;
  if (rule.tables == nullptr) return std::nullopt;
  if (rule.most_men > 0 && chess::Count(position.occupied()) > rule.most_men) return std::nullopt;
  const std::optional<tablebase::Wdl> wdl = rule.tables->ProbeWdl(position);
  if (!wdl.has_value()) return std::nullopt;
  const int value = static_cast<int>(*wdl);
  const bool wins = std::abs(value) == 2 || (std::abs(value) == 1 && rule.ignore_fifty_moves);
  if (!wins) {
    if (rule.verdicts == TableVerdicts::kWins) return std::nullopt;
    return chess::RuleEnd{GameEnd::kAdjudicatedTablebase, GameResult::kDraw};
  }
  if (rule.verdicts == TableVerdicts::kDraws) return std::nullopt;
  const bool white = (value > 0) == (position.side() == chess::Color::kWhite);
  return chess::RuleEnd{GameEnd::kAdjudicatedTablebase,
                        white ? GameResult::kWhiteWins : GameResult::kBlackWins};
}

std::optional<chess::RuleEnd> Adjudicator::AfterMove(const chess::Position& position,
                                                     std::optional<int> score_cp) {
  const chess::Color mover = chess::Other(position.side());
  const bool resigns = Resigns(mover, score_cp);
  const bool draws = Draws(position, score_cp);
  if (const auto known = Known(position); known.has_value()) return known;
  if (resigns) {
    return chess::RuleEnd{GameEnd::kAdjudicatedWin, mover == chess::Color::kWhite
                                                        ? GameResult::kBlackWins
                                                        : GameResult::kWhiteWins};
  }
  if (draws) return chess::RuleEnd{GameEnd::kAdjudicatedDraw, GameResult::kDraw};
  return std::nullopt;
}

bool Adjudicator::Resigns(chess::Color mover, std::optional<int> score_cp) {
  if (rules_.resign_move_count <= 0) return false;
  int& losing = losing_moves_[static_cast<size_t>(Index(mover))];
  int& winning = winning_moves_[static_cast<size_t>(Index(mover))];
  losing = score_cp && *score_cp <= -rules_.resign_score_cp ? losing + 1 : 0;
  winning = score_cp && *score_cp >= rules_.resign_score_cp ? winning + 1 : 0;
  if (losing < rules_.resign_move_count) return false;
  return !rules_.resign_two_sided ||
         winning_moves_[static_cast<size_t>(Index(chess::Other(mover)))] >=
             rules_.resign_move_count;
}

bool Adjudicator::Draws(const chess::Position& position, std::optional<int> score_cp) {
  if (rules_.draw_move_count <= 0) return false;
  // A capture or pawn move breaks the series, but begins a new one itself.
  if (position.halfmove_clock() == 0) draw_plies_ = 0;
  const bool even = score_cp && std::abs(*score_cp) <= rules_.draw_score_cp &&
                    std::abs(*score_cp) <= search::kMateBound;
  draw_plies_ = even ? draw_plies_ + 1 : 0;
  return draw_plies_ >= 2 * rules_.draw_move_count &&
         position.fullmove_number() - 1 >= rules_.draw_move_number;
}

}  // namespace rookery::worker

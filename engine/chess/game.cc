#include "engine/chess/game.h"

#include <algorithm>

#include "engine/chess/movegen.h"

namespace rookery::chess {

Game::Game(const Position& start, const RuleProfile& profile)
    : start_(start), position_(start), profile_(profile) {}

void Game::Play(Move move) {
  keys_.push_back(position_.key());
  moves_.push_back(move);
  position_.Play(move);
}

int Game::Occurrences() const {
  int count = 1;
  // Nothing before the last capture or pawn move can be the same position.
  const size_t reach = std::min<size_t>(keys_.size(), position_.halfmove_clock());
  for (size_t back = 4; back <= reach; back += 2) {
    if (keys_[keys_.size() - back] == position_.key()) ++count;
  }
  return count;
}

std::optional<RuleEnd> Game::End() const {
  const auto draw = [](GameEnd end) { return RuleEnd{end, GameResult::kDraw}; };
  if (!HasLegalMove(position_)) {
    if (!position_.in_check()) return draw(GameEnd::kStalemate);
    return RuleEnd{GameEnd::kCheckmate, position_.side() == Color::kWhite ? GameResult::kBlackWins
                                                                          : GameResult::kWhiteWins};
  }
  if (profile_.dead_position && IsDeadPosition(position_)) return draw(GameEnd::kDeadPosition);
  if (profile_.repetition_count > 0 && Occurrences() >= profile_.repetition_count) {
    return draw(GameEnd::kRepetition);
  }
  if (profile_.no_progress_plies > 0 && position_.halfmove_clock() >= profile_.no_progress_plies) {
    return draw(GameEnd::kNoProgress);
  }
  return std::nullopt;
}

}  // namespace rookery::chess

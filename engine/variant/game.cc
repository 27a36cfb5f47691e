#include "engine/variant/game.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "engine/variant/movegen.h"
#include "engine/variant/position_text.h"

namespace rookery::variant {

std::string_view Name(Ending ending) {
  static constexpr std::array<std::string_view, 5> kNames = {
      "king-captured", "four-passes", "repetition", "no-progress", "round-limit"};
  return kNames[static_cast<size_t>(ending)];
}

std::string_view ResultText(const Outcome& outcome) {
  if (!outcome.winner.has_value()) return "1/2-1/2";
  return *outcome.winner == 0 ? "1-0" : "0-1";
}

Game::Game(const Board& board, const Position& start, int most_rounds)
    : board_(&board), most_rounds_(most_rounds), position_(start) {
  AfterTurn();
}

void Game::Play(const Move& move) {
  ROOKERY_CHECK(!outcome_.has_value());
  ROOKERY_CHECK(std::find(moves_.begin(), moves_.end(), move) != moves_.end());
  record_.push_back(MoveText(move));
  variant::Play(*board_, move, position_);
  passes_ = 0;
  AfterTurn();
}

void Game::Pass() {
  ROOKERY_CHECK(!outcome_.has_value() && moves_.empty());
  record_.emplace_back("pass");
  variant::Pass(position_);
  ++passes_;
  AfterTurn();
}

void Game::AfterTurn() {
  if (position_.quiet_turns == 0) since_progress_.clear();
  since_progress_.push_back(position_);
  outcome_ = Judge();
  moves_.clear();
  if (!outcome_.has_value()) Generate(*board_, position_, moves_);
}

std::optional<Outcome> Game::Judge() const {
  if (position_.lost_king.has_value()) {
    return Outcome{Ending::kKingCaptured, 1 - Team(*position_.lost_king)};
  }
  if (passes_ >= kSeats) return Outcome{Ending::kFourPasses, std::nullopt};
  if (IsRepeated()) return Outcome{Ending::kRepetition, std::nullopt};
  if (position_.quiet_turns >= kSeats * board_->options().no_progress_rounds) {
    return Outcome{Ending::kNoProgress, std::nullopt};
  }
  if (position_.round > most_rounds_) return Outcome{Ending::kRoundLimit, std::nullopt};
  return std::nullopt;
}

bool Game::IsRepeated() const {
  const auto times =
      std::count_if(since_progress_.begin(), since_progress_.end(),
                    [&](const Position& earlier) { return IsSame(earlier, position_); });
  return times >= board_->options().repetition;
}

}  // namespace rookery::variant

// What players do besides moving: offers of a draw, resignation, illegal moves; and what comes of
// it by a rule profile. For play with people and for engines that can offer and resign.
// A pure state machine; one thread at a time.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/chess/rule_profile.h"

namespace rookery::chess {

class Conduct {
 public:
  // Why something is refused; kNone: it is accepted.
  enum class Refusal { kNone, kNotOnTheMove, kSecondOffer, kNoOffer, kNotWithdrawable, kTooEarly };

  explicit Conduct(const RuleProfile& profile) : profile_(profile) {}

  Color turn() const { return turn_; }
  // Set once the game has ended.
  std::optional<std::pair<GameEnd, GameResult>> end() const { return end_; }

  // A legal move on the board; it declines the other side's offer. The turn changes with the clock.
  Refusal Move(Color color);
  Refusal PressClock(Color color);
  Refusal Offer(Color color);
  Refusal Accept(Color color);
  Refusal Decline(Color color);
  Refusal Withdraw(Color color);
  void Resign(Color color);
  // `other_can_mate`: whether the other side could still mate; else it can't win (FIDE 7.5.5), but
  // where no illegal move is forgiven at all the first one loses.
  void Illegal(Color color, bool other_can_mate);

 private:
  void Lose(Color color, GameEnd end);

  RuleProfile profile_;
  Color turn_ = Color::kWhite;
  bool moved_ = false;
  std::optional<Color> offer_;
  std::array<bool, 2> blocked_{};  // declined, and the other side hasn't offered since
  std::array<int, 2> illegal_{};
  std::optional<std::pair<GameEnd, GameResult>> end_;
};

// For people: "second offer in a row" ...
std::string_view Text(Conduct::Refusal refusal);

// Whether a game with reversed colours starts anew: when `moves` full moves have been played and
// `percent` of the time is gone.
bool RestartsReversed(const RuleProfile& profile, int moves, double percent);

}  // namespace rookery::chess

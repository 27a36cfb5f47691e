#include "engine/chess/conduct.h"

namespace rookery::chess {

Conduct::Refusal Conduct::Move(Color color) {
  if (color != turn_ || moved_) return Refusal::kNotOnTheMove;
  moved_ = true;
  if (offer_ == Other(color)) Decline(color);
  return Refusal::kNone;
}

Conduct::Refusal Conduct::PressClock(Color color) {
  if (color != turn_) return Refusal::kNotOnTheMove;
  turn_ = Other(color);
  moved_ = false;
  return Refusal::kNone;
}

Conduct::Refusal Conduct::Offer(Color color) {
  if (profile_.offers_after_move) {
    if (color != turn_) return Refusal::kNotOnTheMove;
    if (!moved_) return Refusal::kTooEarly;
  }
  if (profile_.offers_alternate && blocked_[Index(color)]) return Refusal::kSecondOffer;
  offer_ = color;
  return Refusal::kNone;
}

Conduct::Refusal Conduct::Accept(Color color) {
  if (offer_ != Other(color)) return Refusal::kNoOffer;
  end_ = {GameEnd::kAgreement, GameResult::kDraw};
  return Refusal::kNone;
}

Conduct::Refusal Conduct::Decline(Color color) {
  if (offer_ != Other(color)) return Refusal::kNoOffer;
  blocked_[Index(Other(color))] = true;
  blocked_[Index(color)] = false;
  offer_.reset();
  return Refusal::kNone;
}

Conduct::Refusal Conduct::Withdraw(Color) { return Refusal::kNotWithdrawable; }

void Conduct::Resign(Color color) { Lose(color, GameEnd::kResignation); }

void Conduct::Illegal(Color color, bool other_can_mate) {
  const int count = ++illegal_[Index(color)];
  if (profile_.illegal_limit == 0 || count < profile_.illegal_limit) return;
  if (other_can_mate || profile_.illegal_limit == 1) {
    Lose(color, GameEnd::kIllegalMove);
  } else {
    end_ = {GameEnd::kIllegalMove, GameResult::kDraw};
  }
}

void Conduct::Lose(Color color, GameEnd end) {
  end_ = {end, color == Color::kWhite ? GameResult::kBlackWins : GameResult::kWhiteWins};
}

std::string_view Text(Conduct::Refusal refusal) {
  switch (refusal) {
    case Conduct::Refusal::kNone:
      return "ok";
    case Conduct::Refusal::kNotOnTheMove:
      return "not on the move";
    case Conduct::Refusal::kSecondOffer:
      return "second offer in a row";
    case Conduct::Refusal::kNoOffer:
      return "there is no offer to answer";
    case Conduct::Refusal::kNotWithdrawable:
      return "an offer cannot be withdrawn";
    case Conduct::Refusal::kTooEarly:
      return "an offer is made after the move";
  }
  return "";
}

bool RestartsReversed(const RuleProfile& profile, int moves, double percent) {
  return moves < profile.reversed_restart_moves || percent < profile.reversed_restart_percent;
}

}  // namespace rookery::chess

#include "engine/chess/game.h"

#include <algorithm>

#include "engine/chess/movegen.h"

namespace rookery::chess {
namespace {

RuleEnd Draw(GameEnd end) { return {end, GameResult::kDraw}; }

}  // namespace

Game::Game(const Position& start, const RuleProfile& profile)
    : start_(start), position_(start), profile_(profile), since_capture_(start.halfmove_clock()) {}

void Game::Play(Move move) {
  since_capture_ = position_.IsCapture(move) ? 0 : since_capture_ + 1;
  int& checks = checks_[Index(position_.side())];
  keys_.push_back(position_.key());
  moves_.push_back(move);
  position_.Play(move);
  checks = position_.in_check() ? checks + 1 : 0;
}

Game::Repeats Game::FindRepeats() const {
  Repeats repeats;
  // Nothing before the last capture or pawn move can be the same position.
  const size_t reach = std::min<size_t>(keys_.size(), position_.halfmove_clock());
  for (size_t back = 4; back <= reach; back += 2) {
    if (keys_[keys_.size() - back] != position_.key()) continue;
    ++repeats.count;
    repeats.span = static_cast<int>(back);
  }
  return repeats;
}

int Game::Occurrences() const { return FindRepeats().count; }

std::optional<RuleEnd> Game::MateOrStalemate() const {
  if (HasLegalMove(position_)) return std::nullopt;
  if (!position_.in_check()) return Draw(GameEnd::kStalemate);
  return RuleEnd{GameEnd::kCheckmate, position_.side() == Color::kWhite ? GameResult::kBlackWins
                                                                        : GameResult::kWhiteWins};
}

std::optional<RuleEnd> Game::RepetitionEnd() const {
  if (profile_.repetition_count == 0) return std::nullopt;
  const Repeats repeats = FindRepeats();
  if (repeats.count < profile_.repetition_count) return std::nullopt;
  // One side did nothing but check since the position first stood on the board.
  const bool perpetual = profile_.perpetual == PerpetualRule::kRepetition &&
                         std::max(checks_[0], checks_[1]) >= repeats.span / 2;
  return Draw(perpetual ? GameEnd::kPerpetual : GameEnd::kRepetition);
}

bool Game::NoProgressEnd() const {
  return NoProgressEnds(profile_, {since_capture_, position_.halfmove_clock()},
                        IsBishopAndKnight(position_));
}

std::optional<RuleEnd> Game::FastchessEnd() const {
  const std::optional<RuleEnd> mate = MateOrStalemate();
  if (NoProgressEnd()) {
    return mate.has_value() && mate->end == GameEnd::kCheckmate ? mate : Draw(GameEnd::kNoProgress);
  }
  if (DeadEnd()) return Draw(GameEnd::kDeadPosition);
  if (const auto repetition = RepetitionEnd(); repetition.has_value()) return repetition;
  return mate;
}

std::optional<RuleEnd> Game::End() const {
  if (profile_.order == EndOrder::kFastchess) return FastchessEnd();
  if (const auto mate = MateOrStalemate(); mate.has_value()) return mate;
  if (DeadEnd()) return Draw(GameEnd::kDeadPosition);
  if (const auto repetition = RepetitionEnd(); repetition.has_value()) return repetition;
  if (NoProgressEnd()) return Draw(GameEnd::kNoProgress);
  if (profile_.perpetual == PerpetualRule::kChecks &&
      ChecksInARow() >= std::max(profile_.perpetual_checks, 1)) {
    return Draw(GameEnd::kPerpetual);
  }
  return std::nullopt;
}

bool Game::CanClaimRepetition() const {
  if (profile_.repetition_claim == 0) return false;
  if (Occurrences() >= profile_.repetition_claim) return true;
  MoveList moves;
  GenerateLegal(position_, moves);
  return std::any_of(moves.begin(), moves.end(), [this](Move move) {
    Game after = *this;
    after.Play(move);
    return after.Occurrences() >= profile_.repetition_claim;
  });
}

bool Game::CanClaimNoProgress() const {
  if (profile_.no_progress_claim_plies == 0) return false;
  RuleProfile claimed = profile_;
  claimed.no_progress_plies = profile_.no_progress_claim_plies;
  MoveList moves;
  GenerateLegal(position_, moves);
  if (moves.empty()) return false;
  Game now = *this;
  now.profile_ = claimed;
  if (now.NoProgressEnd()) return true;
  return std::any_of(moves.begin(), moves.end(), [&now](Move move) {
    Game after = now;
    after.Play(move);
    return after.NoProgressEnd();
  });
}

}  // namespace rookery::chess

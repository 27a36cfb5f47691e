#include "engine/search/move_picker.h"

#include <algorithm>

#include "engine/search/exchange.h"

namespace rookery::search {
namespace {

using chess::Move;
using chess::PieceType;
using chess::Position;

// Promotions to less than a queen are almost never best.
constexpr int kUnderpromotion = -40'000;

PieceType VictimOf(const Position& position, Move move) {
  return position.IsEnPassant(move) ? PieceType::kPawn : chess::TypeOf(position.at(move.to()));
}

}  // namespace

MovePicker::MovePicker(const Ordering& ordering, Mode mode) : ordering_(ordering), mode_(mode) {
  const Position& position = *ordering_.position;
  const bool wanted = mode_ == Mode::kAll || IsTactical(position, ordering_.hash_move);
  if (ordering_.hash_move.none() || !wanted || !position.IsLegal(ordering_.hash_move)) {
    ordering_.hash_move = Move();
    stage_ = Stage::kGenerateTactical;
  }
}

Move MovePicker::Next() {
  switch (stage_) {
    case Stage::kHash:
      stage_ = Stage::kGenerateTactical;
      return ordering_.hash_move;
    case Stage::kGenerateTactical:
      chess::GenerateTactical(*ordering_.position, moves_);
      ScoreTactical();
      stage_ = Stage::kTactical;
      [[fallthrough]];
    case Stage::kTactical:
      if (const Move move = NextTactical(); !move.none()) return move;
      if (mode_ == Mode::kTactical) {
        stage_ = Stage::kDone;
        return Move();
      }
      stage_ = Stage::kRefutations;
      [[fallthrough]];
    case Stage::kRefutations:
      if (mode_ == Mode::kTacticalAndChecks) ordering_.refutations = {};
      if (const Move move = NextRefutation(); !move.none()) return move;
      stage_ = Stage::kGenerateQuiet;
      [[fallthrough]];
    case Stage::kGenerateQuiet:
      next_ = 0;
      moves_.Clear();
      if (!skip_quiets_) {
        chess::GenerateQuiet(*ordering_.position, moves_);
        if (mode_ == Mode::kTacticalAndChecks) KeepChecks();
        ScoreQuiet();
      }
      stage_ = Stage::kQuiet;
      [[fallthrough]];
    case Stage::kQuiet:
      if (const Move move = NextQuiet(); !move.none()) return move;
      stage_ = Stage::kLosing;
      [[fallthrough]];
    case Stage::kLosing:
      if (next_losing_ < losing_count_) return losing_[next_losing_++];
      stage_ = Stage::kDone;
      [[fallthrough]];
    case Stage::kDone:
      return Move();
  }
  return Move();
}

// Of the moves, those that give check.
void MovePicker::KeepChecks() {
  size_t kept = 0;
  for (const Move move : moves_) {
    if (ordering_.position->GivesCheck(move)) moves_[kept++] = move;
  }
  moves_.Truncate(kept);
}

void MovePicker::ScoreTactical() {
  const Position& position = *ordering_.position;
  const int weight = (*ordering_.constants)[params::Constant::kVictimWeight];
  for (size_t i = 0; i < moves_.size(); ++i) {
    const Move move = moves_[i];
    const PieceType mover = chess::TypeOf(position.at(move.from()));
    const PieceType victim = VictimOf(position, move);
    int score = ordering_.constants->ExchangeValue(victim) * weight +
                ordering_.histories->Capture(mover, move.to(), victim);
    if (move.promotion() == PieceType::kQueen) {
      score += ordering_.constants->ExchangeValue(PieceType::kQueen) * weight;
    } else if (move.promotion() != PieceType::kNone) {
      score += kUnderpromotion;
    }
    scores_[i] = score;
  }
}

int MovePicker::QuietScore(const Ordering& ordering, Move move) {
  const Position& position = *ordering.position;
  const auto mover = static_cast<size_t>(chess::TypeOf(position.at(move.from())));
  const auto to = static_cast<size_t>(move.to());
  int score = ordering.histories->Quiet(position.side(), move);
  for (const PieceTo* table : ordering.continuations) score += (*table)[mover][to];
  return score;
}

void MovePicker::ScoreQuiet() {
  for (size_t i = 0; i < moves_.size(); ++i) {
    scores_[i] = QuietScore(ordering_, moves_[i]);
    if (moves_[i].promotion() != PieceType::kNone) scores_[i] += kUnderpromotion;
  }
}

void MovePicker::SelectBest() {
  size_t best = next_;
  for (size_t i = next_ + 1; i < moves_.size(); ++i) {
    if (scores_[i] > scores_[best]) best = i;
  }
  std::swap(moves_[best], moves_[next_]);
  std::swap(scores_[best], scores_[next_]);
}

Move MovePicker::NextTactical() {
  while (next_ < moves_.size()) {
    SelectBest();
    const Move move = moves_[next_++];
    if (move == ordering_.hash_move) continue;
    if (mode_ == Mode::kAll &&
        !ExchangeAtLeast(*ordering_.position, move, 0, *ordering_.constants)) {
      if (losing_count_ < losing_.size()) {
        losing_[losing_count_++] = move;
        continue;
      }
    }
    return move;
  }
  return Move();
}

Move MovePicker::NextRefutation() {
  const Position& position = *ordering_.position;
  while (next_refutation_ < ordering_.refutations.size()) {
    const size_t index = next_refutation_++;
    Move& move = ordering_.refutations[index];
    const bool repeated =
        move == ordering_.hash_move ||
        std::find(ordering_.refutations.begin(),
                  ordering_.refutations.begin() + static_cast<ptrdiff_t>(index),
                  move) != ordering_.refutations.begin() + static_cast<ptrdiff_t>(index);
    if (!move.none() && !repeated && !skip_quiets_ && !IsTactical(position, move) &&
        position.IsLegal(move)) {
      return move;
    }
    move = Move();  // so that the quiet stage hands it out if it comes up there
  }
  return Move();
}

bool MovePicker::WasHandedOut(Move move) const {
  return move == ordering_.hash_move ||
         std::find(ordering_.refutations.begin(), ordering_.refutations.end(), move) !=
             ordering_.refutations.end();
}

Move MovePicker::NextQuiet() {
  while (!skip_quiets_ && next_ < moves_.size()) {
    SelectBest();
    const Move move = moves_[next_++];
    if (!WasHandedOut(move)) return move;
  }
  return Move();
}

}  // namespace rookery::search

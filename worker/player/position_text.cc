#include "worker/player/position_text.h"

#include <vector>

#include "engine/chess/notation.h"

namespace rookery::worker {

void PositionText::BeginFrom(const chess::Position& position, size_t ply) {
  const std::string fen = chess::ToFen(position);
  text_ = fen == chess::kStartFen ? "position startpos" : "position fen " + fen;
  last_ = position;
  plies_ = ply;
  has_moves_ = false;
}

const std::string& PositionText::Of(const chess::Game& game) {
  const std::vector<chess::Move>& moves = game.moves();
  if (text_.empty() || plies_ > moves.size()) {
    BeginFrom(game.start(), 0);
    earlier_ = game.start();
    earlier_plies_ = 0;
  }
  bool begins_later = false;
  chess::Position begin = earlier_;
  size_t begin_plies = 0;
  while (earlier_plies_ + kKeptPlies < moves.size()) {
    earlier_.Play(moves[earlier_plies_++]);
    if (earlier_.halfmove_clock() != 0) continue;
    begin = earlier_;
    begin_plies = earlier_plies_;
    begins_later = true;
  }
  if (begins_later) BeginFrom(begin, begin_plies);
  for (; plies_ < moves.size(); ++plies_) {
    text_ += has_moves_ ? " " : " moves ";
    has_moves_ = true;
    text_ += chess::ToUci(last_, moves[plies_], chess960_);
    last_.Play(moves[plies_]);
  }
  return text_;
}

}  // namespace rookery::worker

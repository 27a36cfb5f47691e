// Quiescence: captures until nothing hangs, so that the evaluation is asked in calm positions only.
#include <algorithm>

#include "engine/search/exchange.h"
#include "engine/search/searcher.h"

namespace rookery::search {

using chess::Move;
using chess::PieceType;
using chess::Position;
using params::Constant;

int Searcher::Quiescence(int ply, int alpha, int beta) {
  Frame& frame = FrameAt(ply);
  const Position& position = frame.position;
  frame.line_length = 0;
  CountNode();
  if (stopped_) return 0;
  selective_depth_ = std::max(selective_depth_, ply + 1);
  if (IsDraw(ply)) return kDrawScore;
  const bool in_check = position.in_check();
  if (ply >= kMaxPly - 1) return in_check ? kDrawScore : Evaluate(position);

  const bool pv = beta - alpha > 1;
  const TableEntry entry = table_.Probe(position.key(), ply);
  if (!pv && entry.found) {
    const Bound needed = entry.score >= beta ? Bound::kLower : Bound::kUpper;
    if ((static_cast<int>(entry.bound) & static_cast<int>(needed)) != 0) return entry.score;
  }

  int best = -kInfinite;
  int raw = kNoScore;
  int futile_base = -kInfinite;
  if (!in_check) {
    raw = entry.found && entry.evaluation != kNoScore ? entry.evaluation : Evaluate(position);
    best = Corrected(position, raw);
    if (entry.found && !IsMate(entry.score)) {
      const Bound tighter = entry.score > best ? Bound::kLower : Bound::kUpper;
      if ((static_cast<int>(entry.bound) & static_cast<int>(tighter)) != 0) best = entry.score;
    }
    if (best >= beta) {
      if (!entry.found) {
        table_.Store(
            position.key(), ply,
            {.move = Move(), .score = best, .evaluation = raw, .depth = 0, .bound = Bound::kLower});
      }
      return best;
    }
    futile_base = best + constants_[Constant::kQuiescenceMargin];
  }
  const int original_alpha = alpha;
  alpha = std::max(alpha, best);

  const Ordering ordering = OrderingAt(ply, entry.move);
  MovePicker picker(ordering, in_check ? MovePicker::Mode::kAll : MovePicker::Mode::kTactical);
  Move best_move;
  int move_number = 0;
  for (Move move = picker.Next(); !move.none(); move = picker.Next()) {
    ++move_number;
    if (best > -kMateBound) {
      if (in_check && !IsTactical(position, move)) {
        picker.SkipQuiets();  // one way out of check is known
        continue;
      }
      if (!in_check) {
        const int gain = constants_.ExchangeValue(
            position.IsEnPassant(move) ? PieceType::kPawn : chess::TypeOf(position.at(move.to())));
        if (futile_base + gain <= alpha && move.promotion() == PieceType::kNone) {
          best = std::max(best, futile_base + gain);
          continue;
        }
        if (!ExchangeAtLeast(position, move, 0, constants_)) continue;
      }
    }
    Play(ply, move);
    const int score = -Quiescence(ply + 1, -beta, -alpha);
    Unplay();
    if (stopped_) return 0;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    best_move = move;
    if (pv) UpdateLine(ply, move);
    if (score >= beta) break;
    alpha = score;
  }
  if (in_check && move_number == 0) return MatedIn(ply);

  const Bound bound = best >= beta            ? Bound::kLower
                      : best > original_alpha ? Bound::kExact
                                              : Bound::kUpper;
  table_.Store(position.key(), ply,
               {.move = best_move,
                .score = best,
                .evaluation = raw,
                .depth = 0,
                .bound = bound,
                .was_pv = pv || entry.was_pv});
  return best;
}

}  // namespace rookery::search

// Quiescence: captures until nothing hangs, and at first checks, so that the evaluation is asked in
// calm positions only.
#include <algorithm>

#include "engine/search/exchange.h"
#include "engine/search/searcher.h"

namespace rookery::search {
namespace {

using chess::Move;
using chess::PieceType;
using chess::Position;
using params::Constant;

bool Fits(Bound bound, Bound needed) {
  return (static_cast<int>(bound) & static_cast<int>(needed)) != 0;
}

}  // namespace

QuietLine Searcher::Quiesce(const Position& position) {
  table_->Clear();
  SetUpRoot(chess::Game(position), {});
  QuietLine line;
  line.score = Quiescence(0, 0, -kInfinite, kInfinite);
  const Frame& root = FrameAt(0);
  line.moves.assign(root.line.begin(), root.line.begin() + root.line_length);
  return line;
}

int Searcher::Quiescence(int ply, int depth, int alpha, int beta) {
  Frame& frame = FrameAt(ply);
  const Position& position = frame.position;
  frame.line_length = 0;
  CountNode();
  if (stopped_) return 0;
  selective_depth_ = std::max(selective_depth_, ply + 1);
  if (IsDraw(ply)) return kDrawScore;
  Node node{.ply = ply,
            .depth = depth,
            .alpha = alpha,
            .beta = beta,
            .pv = beta - alpha > 1,
            .cut = false,
            .in_check = position.in_check(),
            .improving = false,
            .mate_near = false,
            .raw_evaluation = kNoScore,
            .evaluation = kNoScore,
            .entry = {}};
  if (ply >= kMaxPly - 1) return node.in_check ? kDrawScore : Evaluate(position);
  node.entry = table_->Probe(position.key(), ply);
  if (!node.pv && node.entry.found &&
      Fits(node.entry.bound, node.entry.score >= beta ? Bound::kLower : Bound::kUpper)) {
    return node.entry.score;
  }
  int best = -kInfinite;
  if (StandPat(node, best)) return best;
  node.alpha = std::max(alpha, best);

  const Ordering ordering = OrderingAt(ply, node.entry.move);
  // Plies of quiescence count from 0 downwards.
  const bool checks = depth > -constants_[Constant::kQuiescenceChecks];
  MovePicker picker(ordering, node.in_check ? MovePicker::Mode::kAll
                              : checks      ? MovePicker::Mode::kTacticalAndChecks
                                            : MovePicker::Mode::kTactical);
  Move best_move;
  bool any = false;
  for (Move move = picker.Next(); !move.none(); move = picker.Next()) {
    any = true;
    if (best > -kMateBound) {
      if (node.in_check && !IsTactical(position, move)) {
        picker.SkipQuiets();  // one way out of check is known
        continue;
      }
      if (!node.in_check && PruneInQuiescence(node, move, best)) continue;
    }
    Play(ply, move);
    const int score = -Quiescence(ply + 1, depth - 1, -beta, -node.alpha);
    Unplay();
    if (stopped_) return 0;
    if (score <= best) continue;
    best = score;
    if (score <= node.alpha) continue;
    best_move = move;
    if (node.pv) UpdateLine(ply, move);
    if (score >= beta) break;
    node.alpha = score;
  }
  if (node.in_check && !any) return MatedIn(ply);
  const Bound bound = best >= beta ? Bound::kLower : best > alpha ? Bound::kExact : Bound::kUpper;
  table_->Store(position.key(), ply,
                {.move = best_move,
                 .score = best,
                 .evaluation = node.raw_evaluation,
                 .depth = 0,
                 .bound = bound,
                 .was_pv = node.pv || node.entry.was_pv});
  return best;
}

// Takes the evaluation as the least that the side has, unless it is in check. True if that is
// enough.
bool Searcher::StandPat(Node& node, int& best) {
  if (node.in_check) return false;
  const Position& position = FrameAt(node.ply).position;
  const TableEntry& entry = node.entry;
  node.raw_evaluation =
      entry.found && entry.evaluation != kNoScore ? entry.evaluation : Evaluate(position);
  node.evaluation = Corrected(node.ply, node.raw_evaluation);
  if (entry.found && !IsMate(entry.score) &&
      Fits(entry.bound, entry.score > node.evaluation ? Bound::kLower : Bound::kUpper)) {
    node.evaluation = entry.score;
  }
  best = node.evaluation;
  if (best < node.beta) return false;
  if (!entry.found) {
    table_->Store(position.key(), node.ply,
                  {.move = Move(),
                   .score = best,
                   .evaluation = node.raw_evaluation,
                   .depth = 0,
                   .bound = Bound::kLower});
  }
  return true;
}

// Whether a capture can't bring the score up to alpha, or a move loses material.
bool Searcher::PruneInQuiescence(const Node& node, Move move, int& best) {
  const Position& position = FrameAt(node.ply).position;
  if (!IsTactical(position, move)) return !ExchangeAtLeast(position, move, 0, constants_);
  const int gain = constants_.ExchangeValue(
      position.IsEnPassant(move) ? PieceType::kPawn : chess::TypeOf(position.at(move.to())));
  const int most = node.evaluation + constants_[Constant::kQuiescenceMargin] + gain;
  if (most <= node.alpha && move.promotion() == PieceType::kNone) {
    best = std::max(best, most);
    return true;
  }
  return !ExchangeAtLeast(position, move, 0, constants_);
}

}  // namespace rookery::search

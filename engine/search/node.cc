// The inner nodes of the tree, in named steps.
#include <algorithm>

#include "engine/search/exchange.h"
#include "engine/search/searcher.h"

namespace rookery::search {
namespace {

using chess::Move;
using chess::PieceType;
using chess::Position;
using params::Constant;

constexpr int kFiftyMoves = 100;  // plies
constexpr int kCorrectionUnit = 256;
constexpr int kCorrectionGrain = 64;  // learned errors are kept in 64ths of a centipawn

PieceType MoverOf(const Position& position, Move move) {
  return chess::TypeOf(position.at(move.from()));
}

bool HasPieces(const Position& position) {
  const chess::Color side = position.side();
  return position.of(side) !=
         (position.of(side, PieceType::kPawn) | position.of(side, PieceType::kKing));
}

// Neither side can mate with a lone minor piece.
bool IsBareDraw(const Position& position) {
  if (position.of(PieceType::kPawn) | position.of(PieceType::kRook) |
      position.of(PieceType::kQueen)) {
    return false;
  }
  return chess::Count(position.occupied()) <= 3;
}

// Near the root, and so much is won already that only a mate is better: then nothing is left out,
// because the mating move rarely looks good before the mate is seen.
bool IsMateNear(const Constants& constants, int ply, int alpha, int beta) {
  const int won = constants[Constant::kWonScore];
  return ply <= constants[Constant::kMateNearPly] && (alpha >= won || beta <= -won);
}

}  // namespace

bool Searcher::IsDraw(int ply) const {
  const Frame& frame = FrameAt(ply);
  const Position& position = frame.position;
  if (IsBareDraw(position)) return true;
  if (position.halfmove_clock() >= kFiftyMoves) {
    return !position.in_check() || chess::HasLegalMove(position);
  }
  // A repetition inside the tree is as good as a draw; one of the game's positions must come up
  // for the third time.
  const int most =
      std::min({position.halfmove_clock(), frame.plies_since_null, static_cast<int>(keys_.size())});
  int seen_in_game = 0;
  for (int back = 4; back <= most; back += 2) {
    const size_t index = keys_.size() - static_cast<size_t>(back);
    if (keys_[index] != position.key()) continue;
    if (index >= root_keys_ || ++seen_in_game == 2) return true;
  }
  return false;
}

void Searcher::Play(int ply, Move move) {
  Frame& frame = FrameAt(ply);
  Frame& next = FrameAt(ply + 1);
  frame.move = move;
  frame.continuation = &histories_->Continuation(MoverOf(frame.position, move), move.to());
  next.position = frame.position;
  next.position.Play(move);
  next.plies_since_null = frame.plies_since_null + 1;
  table_->Prefetch(next.position.key());
  keys_.push_back(frame.position.key());
}

void Searcher::UpdateLine(int ply, Move move) {
  Frame& frame = FrameAt(ply);
  const Frame& next = FrameAt(ply + 1);
  frame.line[0] = move;
  const int length = std::min(next.line_length, kMaxPly);
  std::copy_n(next.line.begin(), length, frame.line.begin() + 1);
  frame.line_length = length + 1;
}

int Searcher::Corrected(int ply, int evaluation) {
  const int by_pawns = histories_->PawnCorrection(FrameAt(ply).position);
  const int by_move = *MoveCorrectionAt(ply);
  const int correction = (by_pawns * constants_[Constant::kCorrectionWeight] +
                          by_move * constants_[Constant::kMoveCorrectionWeight]) /
                         (kCorrectionUnit * kCorrectionGrain);
  return std::clamp(evaluation + correction, -kMostEvaluation, kMostEvaluation);
}

int16_t* Searcher::MoveCorrectionAt(int ply) {
  const Frame& before = FrameAt(ply - 1);
  if (before.move.none()) return &no_correction_;
  const Position& position = FrameAt(ply).position;
  return &histories_->MoveCorrection(position.at(before.move.to()), before.move.to());
}

Ordering Searcher::OrderingAt(int ply, Move hash_move) {
  const Frame& frame = FrameAt(ply);
  const Frame& before = FrameAt(ply - 1);
  Ordering ordering;
  ordering.position = &frame.position;
  ordering.constants = &constants_;
  ordering.histories = histories_.get();
  ordering.hash_move = hash_move;
  ordering.refutations = {frame.killers[0], frame.killers[1], Move()};
  if (!before.move.none()) {
    const PieceType moved = chess::TypeOf(frame.position.at(before.move.to()));
    if (moved != PieceType::kNone) {
      ordering.refutations[2] = histories_->Counter(moved, before.move.to());
    }
  }
  ordering.continuations = {before.continuation, FrameAt(ply - 2).continuation};
  return ordering;
}

int Searcher::SearchNode(int ply, int depth, int alpha, int beta, bool cut) {
  if (depth <= 0) return Quiescence(ply, 0, alpha, beta);
  Frame& frame = FrameAt(ply);
  const Position& position = frame.position;
  const bool root = ply == 0;
  frame.line_length = 0;
  CountNode();
  if (stopped_) return 0;
  selective_depth_ = std::max(selective_depth_, ply + 1);

  if (!root) {
    if (IsDraw(ply)) return kDrawScore;
    if (ply >= kMaxPly - 1) return position.in_check() ? kDrawScore : Evaluate(position);
    // No line from here is better than a mate on the next move, or worse than one now.
    alpha = std::max(alpha, MatedIn(ply));
    beta = std::min(beta, MateIn(ply + 1));
    if (alpha >= beta) return alpha;
  }

  Node node{.ply = ply,
            .depth = depth,
            .alpha = alpha,
            .beta = beta,
            .pv = beta - alpha > 1,
            .cut = cut,
            .in_check = position.in_check(),
            .improving = false,
            .mate_near = IsMateNear(constants_, ply, alpha, beta),
            .raw_evaluation = kNoScore,
            .evaluation = kNoScore,
            .entry = {}};
  if (frame.excluded.none()) node.entry = table_->Probe(position.key(), ply);
  if (root) node.entry.move = root_moves_[pv_index_].move;
  int score = 0;
  if (TableCutoff(node, score)) return score;
  if (probing_ && !root && ProbeTables(node, score)) return score;
  EvaluateNode(node);
  FrameAt(ply + 1).killers = {};
  if (PruneNode(node, score)) return score;
  if (stopped_) return 0;
  if ((node.pv || node.cut) && node.entry.move.none() &&
      node.depth >= constants_[Constant::kInternalReductionDepth]) {
    // Without a hash move the order is bad: a shallower search first.
    node.depth -= constants_[Constant::kInternalReduction];
  }

  const Ordering ordering = OrderingAt(ply, node.entry.move);
  MovePicker picker(ordering, MovePicker::Mode::kAll);
  TriedMoves tried;
  Outcome outcome;
  outcome.original_alpha = alpha;
  Candidate candidate{};
  while (true) {
    const Move move = candidate.move = picker.Next();
    if (move.none()) break;
    if (move == frame.excluded || (root && !RootMoveAllowed(move))) continue;
    ++candidate.number;
    candidate.quiet = !IsTactical(position, move);
    candidate.history = candidate.quiet ? MovePicker::QuietScore(ordering, move) : 0;
    if (!root && outcome.score > -kMateBound &&
        PruneMove(node, picker, candidate, tried.quiets.count)) {
      continue;
    }
    int cutoff = -kInfinite;
    const int extension = Extension(node, move, cutoff);
    if (stopped_) return 0;
    if (cutoff > -kInfinite) return cutoff;

    frame.double_extensions = FrameAt(ply - 1).double_extensions + (extension > 1 ? 1 : 0);
    const int64_t nodes_before = nodes_;
    score = SearchMove(node, candidate, node.depth - 1 + extension);
    if (stopped_) return 0;
    if (root) NoteRootMove(node, candidate, score, nodes_ - nodes_before);
    if (score > outcome.score) {
      outcome.score = score;
      if (score > node.alpha) {
        outcome.best = move;
        if (node.pv) UpdateLine(ply, move);
        if (score >= node.beta) break;
        node.alpha = score;
        node.mate_near = IsMateNear(constants_, ply, node.alpha, beta);
      }
    }
    (candidate.quiet ? tried.quiets : tried.captures).Add(move);
  }
  if (candidate.number == 0) {
    if (!frame.excluded.none()) return alpha;
    return node.in_check ? MatedIn(ply) : kDrawScore;
  }
  if (frame.excluded.none()) FinishNode(node, outcome, tried);
  return outcome.score;
}

void Searcher::NoteRootMove(const Node& node, const Candidate& candidate, int score,
                            int64_t nodes) {
  RootMove& entry = *std::find_if(root_moves_.begin(), root_moves_.end(),
                                  [&](const RootMove& r) { return r.move == candidate.move; });
  entry.nodes += nodes;
  entry.mated = score < -kMateBound;
  if (score <= node.alpha) {
    entry.score = -kInfinite;  // only known not to be better
    return;
  }
  entry.score = score;
  entry.selective_depth = selective_depth_;
  UpdateLine(0, candidate.move);
  const Frame& frame = FrameAt(0);
  entry.line.assign(frame.line.begin(), frame.line.begin() + frame.line_length);
}

bool Searcher::TableCutoff(const Node& node, int& score) const {
  const TableEntry& entry = node.entry;
  if (node.pv || !entry.found || entry.depth < node.depth ||
      FrameAt(node.ply).position.halfmove_clock() >= constants_[Constant::kTableClockMost]) {
    return false;
  }
  const Bound needed = entry.score >= node.beta ? Bound::kLower : Bound::kUpper;
  if ((static_cast<int>(entry.bound) & static_cast<int>(needed)) == 0) return false;
  score = entry.score;
  return true;
}

void Searcher::EvaluateNode(Node& node) {
  Frame& frame = FrameAt(node.ply);
  if (node.in_check) {
    frame.static_evaluation = kNoScore;
    return;
  }
  if (!frame.excluded.none()) {
    node.raw_evaluation = node.evaluation = frame.static_evaluation;
  } else {
    const bool known = node.entry.found && node.entry.evaluation != kNoScore;
    node.raw_evaluation = known ? node.entry.evaluation : Evaluate(frame.position);
    frame.static_evaluation = node.evaluation = Corrected(node.ply, node.raw_evaluation);
    if (node.entry.found && !IsMate(node.entry.score)) {
      const Bound tighter = node.entry.score > node.evaluation ? Bound::kLower : Bound::kUpper;
      if ((static_cast<int>(node.entry.bound) & static_cast<int>(tighter)) != 0) {
        node.evaluation = node.entry.score;
      }
    }
  }
  int before = FrameAt(node.ply - 2).static_evaluation;
  if (before == kNoScore) before = FrameAt(node.ply - 4).static_evaluation;
  node.improving = before != kNoScore && frame.static_evaluation > before;
}

// Whether the whole node can be given up: it is far too good, or hopeless.
bool Searcher::PruneNode(Node& node, int& score) {
  if (node.pv || node.in_check || node.mate_near || !FrameAt(node.ply).excluded.none())
    return false;
  const int depth = node.depth;
  if (depth <= constants_[Constant::kRazorDepth] &&
      node.evaluation + constants_[Constant::kRazorMargin] * depth <= node.alpha) {
    score = Quiescence(node.ply, 0, node.alpha, node.alpha + 1);
    if (score <= node.alpha) return true;
  }
  const int margin = constants_[Constant::kReverseFutilityMargin] * depth -
                     (node.improving ? constants_[Constant::kReverseFutilityImproving] : 0);
  if (depth <= constants_[Constant::kReverseFutilityDepth] &&
      node.evaluation - margin >= node.beta && !IsMate(node.beta) && !IsMate(node.evaluation)) {
    const int share = constants_[Constant::kReverseFutilityShare];
    score = (node.evaluation * share + node.beta * (100 - share)) / 100;
    return true;
  }
  return TryNullMove(node, score) || (!stopped_ && TryProbCut(node, score));
}

// If passing is good enough, a move will be.
bool Searcher::TryNullMove(const Node& node, int& score) {
  Frame& frame = FrameAt(node.ply);
  if (node.depth < constants_[Constant::kNullDepth] || node.evaluation < node.beta ||
      frame.static_evaluation < node.beta - constants_[Constant::kNullSlack] * node.depth ||
      IsMate(node.beta) || FrameAt(node.ply - 1).move.none() || !HasPieces(frame.position)) {
    return false;
  }
  const int reduction =
      constants_[Constant::kNullBase] + node.depth / constants_[Constant::kNullDepthDivisor] +
      std::min((node.evaluation - node.beta) / constants_[Constant::kNullEvalDivisor],
               constants_[Constant::kNullEvalMost]);
  Frame& next = FrameAt(node.ply + 1);
  frame.move = Move();
  frame.continuation = &no_continuation_;
  frame.double_extensions = FrameAt(node.ply - 1).double_extensions;
  next.position = frame.position;
  next.position.PlayNull();
  next.plies_since_null = 0;
  table_->Prefetch(next.position.key());
  keys_.push_back(frame.position.key());
  score = -SearchNode(node.ply + 1, node.depth - reduction, -node.beta, -node.beta + 1, !node.cut);
  Unplay();
  if (stopped_ || score < node.beta) return false;
  if (score > kMateBound) score = node.beta;  // a mate behind a pass proves nothing
  return true;
}

// If a capture beats beta by a margin at a shallow depth, it will hold at the full one.
bool Searcher::TryProbCut(const Node& node, int& score) {
  const int depth = node.depth - constants_[Constant::kProbCutReduction];
  const int threshold = node.beta + constants_[Constant::kProbCutMargin];
  if (node.depth < constants_[Constant::kProbCutDepth] || IsMate(node.beta)) return false;
  if (node.entry.found && node.entry.depth >= depth + 1 && node.entry.score < threshold) {
    return false;
  }
  Frame& frame = FrameAt(node.ply);
  const Position& position = frame.position;
  frame.double_extensions = FrameAt(node.ply - 1).double_extensions;
  const int needed = threshold - frame.static_evaluation;
  const Ordering ordering = OrderingAt(node.ply, node.entry.move);
  MovePicker picker(ordering, MovePicker::Mode::kTactical);
  for (Move move = picker.Next(); !move.none(); move = picker.Next()) {
    if (!ExchangeAtLeast(position, move, needed, constants_)) continue;
    Play(node.ply, move);
    score = -Quiescence(node.ply + 1, 0, -threshold, -threshold + 1);
    if (score >= threshold && !stopped_) {
      score = -SearchNode(node.ply + 1, depth, -threshold, -threshold + 1, !node.cut);
    }
    Unplay();
    if (stopped_) return false;
    if (score >= threshold) {
      table_->Store(position.key(), node.ply,
                    {.move = move,
                     .score = score,
                     .evaluation = node.raw_evaluation,
                     .depth = depth + 1,
                     .bound = Bound::kLower});
      return true;
    }
  }
  return false;
}

// Whether a move is so unlikely to matter that it isn't searched at all.
bool Searcher::PruneMove(const Node& node, MovePicker& picker, const Candidate& candidate,
                         size_t quiets_tried) {
  if (node.mate_near) return false;
  if (candidate.quiet && PruneQuiet(node, picker, candidate, quiets_tried)) return true;
  if (node.depth > constants_[Constant::kSeeDepth]) return false;
  if (!candidate.quiet && !picker.AmongLosingCaptures()) return false;
  const int most_loss = candidate.quiet
                            ? constants_[Constant::kSeeQuietMargin] * DepthLeft(node, candidate)
                            : constants_[Constant::kSeeCaptureMargin] * node.depth;
  return !ExchangeAtLeast(FrameAt(node.ply).position, candidate.move, -most_loss, constants_);
}

// Plies that a late move would be searched to.
int Searcher::DepthLeft(const Node& node, const Candidate& candidate) const {
  return std::max(1, node.depth - 1 - constants_.Reduction(node.depth, candidate.number) / 1024);
}

bool Searcher::PruneQuiet(const Node& node, MovePicker& picker, const Candidate& candidate,
                          size_t quiets_tried) {
  if (node.in_check) return false;
  const int late = constants_[Constant::kLateMoveBase] +
                   node.depth * node.depth * constants_[Constant::kLateMoveGrowth] / 100;
  const int share = node.improving ? 100 : constants_[Constant::kLateMoveWorsening];
  if (node.depth <= constants_[Constant::kLateMoveDepth] &&
      static_cast<int>(quiets_tried) >= late * share / 100) {
    picker.SkipQuiets();
    return true;
  }
  if (node.depth <= constants_[Constant::kHistoryPruneDepth] &&
      candidate.history < -constants_[Constant::kHistoryPruneMargin] * node.depth) {
    return true;
  }
  const int depth = DepthLeft(node, candidate);
  const int most = node.evaluation + constants_[Constant::kFutilityBase] +
                   constants_[Constant::kFutilityMargin] * depth;
  if (depth <= constants_[Constant::kFutilityDepth] && most <= node.alpha &&
      !FrameAt(node.ply).position.GivesCheck(candidate.move)) {
    picker.SkipQuiets();
    return true;
  }
  return false;
}

// Plies by which the move is searched deeper. Sets `cutoff` if the node is decided on the way.
int Searcher::Extension(const Node& node, Move move, int& cutoff) {
  Frame& frame = FrameAt(node.ply);
  if (node.ply * 100 >= constants_[Constant::kExtensionMost] * root_depth_) return 0;
  const int by_check = node.in_check ? constants_[Constant::kCheckExtension] : 0;
  const TableEntry& entry = node.entry;
  const bool may_be_singular =
      node.ply > 0 && move == entry.move && frame.excluded.none() &&
      node.depth >= constants_[Constant::kSingularDepth] &&
      entry.depth >= node.depth - constants_[Constant::kSingularTableDepth] &&
      (static_cast<int>(entry.bound) & static_cast<int>(Bound::kLower)) != 0 &&
      !IsMate(entry.score);
  if (!may_be_singular) return by_check;

  // Is every other move clearly worse?
  const int margin = entry.score - constants_[Constant::kSingularMargin] * node.depth;
  frame.excluded = move;
  frame.double_extensions = FrameAt(node.ply - 1).double_extensions;
  const std::array<Move, 2> killers = frame.killers;
  const int depth = (node.depth - 1) * constants_[Constant::kSingularShare] / 100;
  const int score = SearchNode(node.ply, depth, margin - 1, margin, node.cut);
  frame.excluded = Move();
  frame.killers = killers;
  if (stopped_) return 0;
  if (score < margin) {
    const bool twice = !node.pv && score < margin - constants_[Constant::kDoubleExtension] &&
                       frame.double_extensions < constants_[Constant::kDoubleExtensionsMost];
    return twice ? 2 : 1;
  }
  if (margin >= node.beta) {
    cutoff = margin;  // several moves beat beta
    return 0;
  }
  if (entry.score >= node.beta) return -constants_[Constant::kSingularReduction];
  return by_check;
}

int Searcher::ReducedDepth(const Node& node, const Candidate& candidate, int new_depth) {
  int reduction = constants_.Reduction(node.depth, candidate.number);
  if (candidate.quiet) {
    reduction -= candidate.history * 1024 / constants_[Constant::kReductionHistory];
  } else {
    reduction = reduction * constants_[Constant::kReductionCapture] / 100;
  }
  if (!node.pv) reduction += constants_[Constant::kReductionNonPv];
  if (node.cut) reduction += constants_[Constant::kReductionCut];
  if (!node.improving) reduction += constants_[Constant::kReductionWorsening];
  if (node.in_check || FrameAt(node.ply + 1).position.in_check()) {
    reduction -= constants_[Constant::kReductionCheck];
  }
  if (node.entry.was_pv) reduction -= constants_[Constant::kReductionWasPv];
  // At least a ply is searched, but never more than the move would get without a reduction.
  return std::clamp(new_depth - reduction / 1024, std::min(1, new_depth), new_depth);
}

// The move's score from this side's view: first as if it were worse than the best, then in full.
int Searcher::SearchMove(const Node& node, const Candidate& candidate, int new_depth) {
  const int ply = node.ply;
  Play(ply, candidate.move);
  FrameAt(ply + 1).line_length = 0;
  int score = 0;
  bool full = candidate.number == 1;
  if (!full) {
    const bool late = node.depth >= constants_[Constant::kReductionDepth] && !node.mate_near &&
                      candidate.number >= constants_[Constant::kReductionMove] + (node.pv ? 1 : 0);
    const int reduced = late ? ReducedDepth(node, candidate, new_depth) : new_depth;
    score = -SearchNode(ply + 1, reduced, -node.alpha - 1, -node.alpha, late || !node.cut);
    if (!stopped_ && score > node.alpha && reduced < new_depth) {
      score = -SearchNode(ply + 1, new_depth, -node.alpha - 1, -node.alpha, !node.cut);
    }
    full = node.pv && score > node.alpha;
  }
  if (full && !stopped_) {
    const bool cut = !node.pv && !node.cut;
    score = -SearchNode(ply + 1, new_depth, -node.beta, -node.alpha, cut);
  }
  Unplay();
  return score;
}

void Searcher::RewardQuiet(const Node& node, Move best, const MoveLog& quiets) {
  Frame& frame = FrameAt(node.ply);
  const Position& position = frame.position;
  const int bonus = std::min(constants_[Constant::kHistoryFactor] * node.depth,
                             constants_[Constant::kHistoryCap]);
  if (frame.killers[0] != best) {
    frame.killers[1] = frame.killers[0];
    frame.killers[0] = best;
  }
  const Frame& before = FrameAt(node.ply - 1);
  if (!before.move.none()) {
    const PieceType moved = chess::TypeOf(position.at(before.move.to()));
    if (moved != PieceType::kNone) histories_->Counter(moved, before.move.to()) = best;
  }
  const auto learn = [&](Move move, int amount) {
    Learn(histories_->Quiet(position.side(), move), amount);
    for (int back = 1; back <= 2; ++back) {
      const Frame& earlier = FrameAt(node.ply - back);
      if (earlier.move.none()) continue;
      Learn((*earlier.continuation)[static_cast<size_t>(MoverOf(position, move))]
                                   [static_cast<size_t>(move.to())],
            amount);
    }
  };
  learn(best, bonus);
  for (size_t i = 0; i < quiets.count; ++i) {
    if (quiets.moves[i] != best) learn(quiets.moves[i], -bonus);
  }
}

void Searcher::RewardCapture(const Node& node, Move best, const MoveLog& captures) {
  const Position& position = FrameAt(node.ply).position;
  const int bonus = std::min(constants_[Constant::kHistoryFactor] * node.depth,
                             constants_[Constant::kHistoryCap]);
  const auto learn = [&](Move move, int amount) {
    const PieceType victim =
        position.IsEnPassant(move) ? PieceType::kPawn : chess::TypeOf(position.at(move.to()));
    Learn(histories_->Capture(MoverOf(position, move), move.to(), victim), amount);
  };
  if (IsTactical(position, best)) learn(best, bonus);
  for (size_t i = 0; i < captures.count; ++i) {
    if (captures.moves[i] != best) learn(captures.moves[i], -bonus);
  }
}

// What the node taught goes into histories and table.
void Searcher::FinishNode(const Node& node, const Outcome& outcome, const TriedMoves& tried) {
  const Position& position = FrameAt(node.ply).position;
  if (outcome.score >= node.beta) {
    if (!IsTactical(position, outcome.best)) RewardQuiet(node, outcome.best, tried.quiets);
    RewardCapture(node, outcome.best, tried.captures);
  }
  const Bound bound = outcome.score >= node.beta               ? Bound::kLower
                      : outcome.score > outcome.original_alpha ? Bound::kExact
                                                               : Bound::kUpper;
  LearnCorrection(node, outcome, bound);
  if (node.ply > 0 || pv_index_ == 0) {
    table_->Store(position.key(), node.ply,
                  {.move = outcome.best,
                   .score = outcome.score,
                   .evaluation = node.raw_evaluation,
                   .depth = node.depth,
                   .bound = bound,
                   .was_pv = node.pv || node.entry.was_pv});
  }
}

// How far the evaluation of a calm position was off, by the search's better knowledge.
void Searcher::LearnCorrection(const Node& node, const Outcome& outcome, Bound bound) {
  const Frame& frame = FrameAt(node.ply);
  const int evaluation = frame.static_evaluation;
  const bool calm = !node.in_check && !IsMate(outcome.score) &&
                    (outcome.best.none() || !IsTactical(frame.position, outcome.best));
  if (!calm || (bound == Bound::kLower && outcome.score <= evaluation) ||
      (bound == Bound::kUpper && outcome.score >= evaluation)) {
    return;
  }
  const int weight = std::min(node.depth + 1, constants_[Constant::kCorrectionRate]);
  const int error = std::clamp((outcome.score - evaluation) * kCorrectionGrain, -kCorrectionMost,
                               kCorrectionMost);
  const auto learn = [&](int16_t& entry) {
    entry = static_cast<int16_t>((entry * (kCorrectionUnit - weight) + error * weight) /
                                 kCorrectionUnit);
  };
  learn(histories_->PawnCorrection(frame.position));
  if (int16_t* const by_move = MoveCorrectionAt(node.ply); by_move != &no_correction_) {
    learn(*by_move);
  }
}

}  // namespace rookery::search

// The root: iterative deepening, aspiration windows, limits and reports.
#include "engine/search/searcher.h"

#include <algorithm>
#include <utility>

#include "base/rng.h"

namespace rookery::search {
namespace {

using chess::Move;
using chess::Position;
using params::Constant;

constexpr int64_t kNodesBetweenLooks = 1024;  // at the clock and at Stop
constexpr int kMostDepth = kMaxPly - 1;

// Best first, equals in the order they had. By insertion: most scores are equal, so little moves.
template <typename Iterator>
void SortByScore(Iterator first, Iterator last) {
  for (Iterator next = first; next != last; ++next) {
    const Iterator place =
        std::find_if(first, next, [&](const auto& before) { return before.score < next->score; });
    std::rotate(place, next, next + 1);
  }
}

}  // namespace

Searcher::Searcher(const EngineOptions& options, Clock* clock)
    : Searcher(options, clock,
               std::make_shared<TranspositionTable>(
                   options.hash_bytes,
                   Replacement{
                       .age = options.weights[Constant::kTableAge],
                       .exact_margin = options.weights[Constant::kTableExactMargin],
                   }),
               true) {}

Searcher::Searcher(const EngineOptions& options, Clock* clock, const Searcher& leader)
    : Searcher(options, clock, leader.table_, false) {}

Searcher::Searcher(const EngineOptions& options, Clock* clock,
                   std::shared_ptr<TranspositionTable> table, bool leads)
    : constants_(options.weights),
      evaluator_(options.weights),
      clock_(clock),
      multipv_(std::max(1, options.multipv)),
      endgames_(options.endgames),
      table_(std::move(table)),
      leads_(leads),
      histories_(std::make_unique<Histories>()),
      frames_(kMaxPly + kFramesBefore + 4) {
  NewGame(0);
}

void Searcher::NewGame(uint64_t seed) {
  seed_ = seed;
  if (leads_) table_->Clear();
  histories_->Clear();
  ForgetStop();
}

SearchResult Searcher::Search(const chess::Game& game, const SearchLimits& limits,
                              const Engine::OnReport& on_report) {
  SetUpRoot(game, limits);
  if (root_moves_.empty()) return {};
  reported_best_ = Move();
  Deepen(limits, on_report);
  if (stopped_) AvoidAMate();
  if (on_report && stopped_) ReportTheEnd(on_report);
  shown_nodes_.store(nodes_, std::memory_order_relaxed);
  shown_table_hits_.store(table_hits_, std::memory_order_relaxed);
  // A Stop that came too late must not end the next search: it is forgotten here, once.
  ForgetStop();

  const RootMove& best = root_moves_.front();
  SearchResult result;
  result.best = best.move;
  if (best.line.size() > 1) result.ponder = best.line[1];
  result.score = best.KnownScore();
  if (result.score == -kInfinite) result.score = Evaluate(game.position());
  result.depth = completed_depth_;
  result.nodes = nodes_;
  return result;
}

void Searcher::SetUpRoot(const chess::Game& game, const SearchLimits& limits) {
  started_us_ = clock_->MonotonicNanos() / 1000;
  plan_ = PlanTime(limits, constants_);
  node_limit_ = limits.nodes > 0 ? limits.nodes : INT64_MAX;
  may_ponder_ = limits.ponder;
  nodes_ = 0;
  selective_depth_ = 0;
  completed_depth_ = 0;
  completed_score_ = -kInfinite;
  settled_ = 0;
  stopped_ = false;
  ForgetNodes();
  if (leads_) table_->NewSearch();

  keys_ = game.past_keys();
  root_keys_ = keys_.size();
  for (int ply = -kFramesBefore; ply < kMaxPly; ++ply) {
    Frame& frame = FrameAt(ply);
    frame.move = Move();
    frame.continuation = &no_continuation_;
    frame.static_evaluation = kNoScore;
    frame.double_extensions = 0;
    frame.plies_since_null = static_cast<int>(keys_.size());
    frame.excluded = Move();
    frame.killers = {};
    frame.line_length = 0;
  }
  FrameAt(0).position = game.position();

  chess::MoveList moves;
  chess::GenerateLegal(game.position(), moves);
  root_moves_.clear();
  for (const Move move : moves) {
    const auto& wanted = limits.search_moves;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), move) != wanted.end()) {
      root_moves_.push_back({.move = move, .line = {move}});
    }
  }
  // The seed decides which of two equal moves is looked at first.
  Rng rng(seed_);
  for (size_t i = root_moves_.size(); i > 1; --i) {
    std::swap(root_moves_[i - 1], root_moves_[rng.Below(i)]);
  }
  if (root_moves_.empty() && !moves.empty()) {
    root_moves_.push_back({.move = moves[0], .line = {moves[0]}});
  }
  table_hits_ = 0;
  probing_ = endgames_.tables != nullptr;
  if (probing_) RankRoot(game);
}

void Searcher::Deepen(const SearchLimits& limits, const Engine::OnReport& on_report) {
  const int most_depth = limits.depth > 0 ? std::min(limits.depth, kMostDepth) : kMostDepth;
  const size_t lines = std::min(static_cast<size_t>(multipv_), root_moves_.size());
  for (int depth = 1; depth <= most_depth; ++depth) {
    root_depth_ = depth;
    const Move best_before = root_moves_.front().move;
    for (RootMove& move : root_moves_) {
      move.previous_score = move.score;
      move.previous_bound = Bound::kExact;
      move.mated = false;
    }
    for (pv_index_ = 0; pv_index_ < lines && !stopped_; ++pv_index_) {
      selective_depth_ = 0;
      SearchRootWindow(depth, pv_index_);
      SortByScore(root_moves_.begin(), root_moves_.begin() + static_cast<ptrdiff_t>(pv_index_) + 1);
      if (on_report && !stopped_) {
        for (size_t i = 0; i <= pv_index_; ++i) {
          if (i == pv_index_ || pv_index_ + 1 == lines) Report(depth, i, Bound::kExact, on_report);
        }
      }
    }
    if (stopped_) break;
    completed_depth_ = depth;
    completed_score_ = root_moves_.front().score;
    settled_ = root_moves_.front().move == best_before ? settled_ + 1 : 0;
    if (MateFound(limits) || EnoughTime(depth)) break;
  }
}

// Searches the moves from pv_index on, in a window around the last score that widens until the
// score lies inside.
void Searcher::SearchRootWindow(int depth, size_t pv_index) {
  int delta = constants_[Constant::kAspirationDelta];
  int alpha = -kInfinite;
  int beta = kInfinite;
  const int guess = root_moves_[pv_index].previous_score;
  if (depth >= constants_[Constant::kAspirationDepth] && guess != -kInfinite && !IsMate(guess)) {
    alpha = std::max(guess - delta, -kInfinite);
    beta = std::min(guess + delta, kInfinite);
  }
  const auto first = root_moves_.begin() + static_cast<ptrdiff_t>(pv_index);
  int reduced = 0;
  while (true) {
    for (auto move = first; move != root_moves_.end(); ++move) move->score = -kInfinite;
    const int score = SearchNode(0, std::max(1, depth - reduced), alpha, beta, false);
    // The best move to the front, the others in the order they had.
    SortByScore(first, root_moves_.end());
    if (stopped_) return;
    if (score <= alpha) {
      const int share = constants_[Constant::kAspirationBeta];
      beta = (alpha * (100 - share) + beta * share) / 100;
      alpha = std::max(score - delta, -kInfinite);
      reduced = 0;
    } else if (score >= beta) {
      beta = std::min(score + delta, kInfinite);
      // What is known of it if the search ends before the next try.
      first->previous_score = score;
      first->previous_bound = Bound::kLower;
      if (!IsMate(score) && reduced < constants_[Constant::kAspirationReductions]) ++reduced;
    } else {
      return;
    }
    delta += std::max(1, delta * constants_[Constant::kAspirationGrowth] / 100);
    if (delta > constants_[Constant::kAspirationMost] || IsMate(score)) {
      alpha = -kInfinite;
      beta = kInfinite;
      reduced = 0;
    }
  }
}

// A depth that was broken off when its best move so far leads into a mate, which the depth before
// didn't see: one of those moves that may not. None is worth more than the best of that depth.
void Searcher::AvoidAMate() {
  if (!root_moves_.front().mated || completed_score_ < -kMateBound) return;
  const auto other = std::find_if(root_moves_.begin(), root_moves_.end(),
                                  [](const RootMove& move) { return !move.mated; });
  if (other == root_moves_.end()) return;
  other->score = -kInfinite;
  other->previous_score = completed_score_;
  other->previous_bound = Bound::kUpper;
  std::rotate(root_moves_.begin(), other, other + 1);
}

// A depth that was broken off: perhaps with a better move in hand, and match runners compare the
// move with the last line that they were shown; and with nodes and time that no line has told yet.
void Searcher::ReportTheEnd(const Engine::OnReport& on_report) {
  RootMove& found = root_moves_.front();
  // Not even one move was searched: what the position looks like is all that is known.
  if (found.KnownScore() == -kInfinite) found.score = Evaluate(FrameAt(0).position);
  const Bound bound = found.score == -kInfinite ? found.previous_bound : Bound::kExact;
  const bool of_this_depth =
      bound == Bound::kLower || (bound == Bound::kExact && found.move != reported_best_);
  Report(of_this_depth ? root_depth_ : std::max(1, completed_depth_), 0, bound, on_report);
}

void Searcher::Report(int depth, size_t pv_index, Bound bound, const Engine::OnReport& on_report) {
  const RootMove& root = root_moves_[pv_index];
  SearchReport report;
  report.depth = depth;
  report.selective_depth = root.selective_depth;
  report.score = root.KnownScore();
  report.lower_bound = bound == Bound::kLower;
  report.upper_bound = bound == Bound::kUpper;
  report.nodes = nodes_;
  report.elapsed_us = clock_->MonotonicNanos() / 1000 - started_us_;
  report.hash_permill = table_->UsedPermill();
  report.multipv = static_cast<int>(pv_index) + 1;
  report.table_hits = table_hits_;
  report.line = root.line;
  if (pv_index == 0) reported_best_ = root.move;
  on_report(report);
}

bool Searcher::MateFound(const SearchLimits& limits) const {
  const int score = root_moves_.front().score;
  if (limits.mate > 0 && score > kMateBound && (kMateScore - score + 1) / 2 <= limits.mate) {
    return true;
  }
  // Nothing shorter can be found at a greater depth.
  return plan_.timed && !Pondering() && IsMate(score) &&
         kMateScore - std::abs(score) <= completed_depth_ / 2;
}

bool Searcher::EnoughTime(int depth) {
  if (!plan_.timed || Pondering()) return false;
  const int64_t elapsed = clock_->MonotonicNanos() / 1000 - started_us_;
  if (plan_.fixed) return elapsed >= plan_.soft_us;
  if (root_moves_.size() == 1 && depth >= constants_[Constant::kTimeSingleDepth]) return true;
  // A move that has been best for long needs less of its time; so does one that took most nodes.
  const int64_t settled = constants_[Constant::kTimeUnsettled] -
                          constants_[Constant::kTimeSettled] *
                              std::min(settled_, constants_[Constant::kTimeMostSettled]);
  const int64_t share = nodes_ > 0 ? root_moves_.front().nodes * 100 / nodes_ : 0;
  const int64_t effort = std::clamp<int64_t>(constants_[Constant::kTimeEffort] - share,
                                             constants_[Constant::kTimeLeastEffort],
                                             constants_[Constant::kTimeMostEffort]);
  return elapsed >= plan_.soft_us * settled / 100 * effort / 100;
}

void Searcher::CountNode() {
  if (nodes_ >= node_limit_) {
    stopped_ = true;
    return;
  }
  ++nodes_;
  if (nodes_ % kNodesBetweenLooks != 0) return;
  shown_nodes_.store(nodes_, std::memory_order_relaxed);
  shown_table_hits_.store(table_hits_, std::memory_order_relaxed);
  if (stop_requested_.load(std::memory_order_relaxed)) stopped_ = true;
  if (plan_.timed && !Pondering() &&
      clock_->MonotonicNanos() / 1000 - started_us_ >= plan_.hard_us) {
    stopped_ = true;
  }
}

bool Searcher::RootMoveAllowed(Move move) const {
  return std::any_of(root_moves_.begin() + static_cast<ptrdiff_t>(pv_index_), root_moves_.end(),
                     [&](const RootMove& root) { return root.move == move; });
}

}  // namespace rookery::search

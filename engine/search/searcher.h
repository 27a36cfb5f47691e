// The search of one engine: iterative deepening over a principal variation search. Everything that
// it learns and knows is a member; two searchers share nothing, unless one was made to use the
// other's table.
// One thread at a time; Stop, PonderHit and nodes may come from any thread.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "engine/chess/game.h"
#include "engine/eval/evaluator.h"
#include "engine/search/constants.h"
#include "engine/search/engine.h"
#include "engine/search/history.h"
#include "engine/search/move_picker.h"
#include "engine/search/score.h"
#include "engine/search/time_plan.h"
#include "engine/search/transposition.h"

namespace rookery::search {

class Searcher {
 public:
  // The clock isn't owned.
  Searcher(const EngineOptions& options, Clock* clock);
  // Reads and writes the leader's table, and leaves its ageing to the leader.
  Searcher(const EngineOptions& options, Clock* clock, const Searcher& leader);

  void NewGame(uint64_t seed);
  SearchResult Search(const chess::Game& game, const SearchLimits& limits,
                      const Engine::OnReport& on_report);
  QuietLine Quiesce(const chess::Position& position);
  void Stop() { stop_requested_.store(true, std::memory_order_relaxed); }
  void ForgetStop() {
    stop_requested_.store(false, std::memory_order_relaxed);
    ponder_hit_.store(false, std::memory_order_relaxed);
  }
  void ForgetNodes() {
    shown_nodes_.store(0, std::memory_order_relaxed);
    shown_table_hits_.store(0, std::memory_order_relaxed);
  }
  void PonderHit() { ponder_hit_.store(true, std::memory_order_relaxed); }
  // Of the search that runs, or the last one; some hundreds late.
  int64_t nodes() const { return shown_nodes_.load(std::memory_order_relaxed); }
  int64_t table_hits() const { return shown_table_hits_.load(std::memory_order_relaxed); }
  int Evaluate(const chess::Position& position) {
    return std::clamp(evaluator_.Evaluate(position), -kMostEvaluation, kMostEvaluation);
  }

 private:
  // One ply of the line that is being searched.
  struct Frame {
    chess::Position position = chess::Position::Start();
    chess::Move move;       // being searched from here
    PieceTo* continuation;  // of that move
    int static_evaluation;  // corrected; kNoScore in check
    int double_extensions;  // on the way here
    int plies_since_null;
    chess::Move excluded;  // while asking whether the hash move is singular
    std::array<chess::Move, 2> killers;
    std::array<chess::Move, kMaxPly + 1> line;  // best line from here on
    int line_length;
  };
  struct RootMove {
    chess::Move move;
    int score = -kInfinite;
    int previous_score = -kInfinite;
    Bound previous_bound = Bound::kExact;  // what that score is
    bool mated = false;                    // by force, as this depth found
    int selective_depth = 0;
    int64_t nodes = 0;
    std::vector<chess::Move> line;

    // Of this try, or the newest one before it.
    int KnownScore() const { return score > -kInfinite ? score : previous_score; }
  };
  // What the steps of a node share.
  struct Node {
    int ply;
    int depth;
    int alpha;
    int beta;
    bool pv;
    bool cut;
    bool in_check;
    bool improving;
    bool mate_near;
    int raw_evaluation;  // as the evaluator gave it
    int evaluation;      // the best guess, by the hash table where it knows better
    TableEntry entry;
  };
  // A move of a node, and what is known about it before it is searched.
  struct Candidate {
    chess::Move move;
    int number;  // 1 for the first that is considered
    bool quiet;
    int history;  // by all histories; 0 unless quiet
  };
  struct MoveLog {
    std::array<chess::Move, 64> moves;
    size_t count = 0;
    void Add(chess::Move move) {
      if (count < moves.size()) moves[count++] = move;
    }
  };
  struct TriedMoves {
    MoveLog quiets;
    MoveLog captures;
  };
  struct Outcome {
    int score = -kInfinite;
    chess::Move best;
    int original_alpha = 0;
  };

  // searcher.cc: the root
  void SetUpRoot(const chess::Game& game, const SearchLimits& limits);
  void Deepen(const SearchLimits& limits, const Engine::OnReport& on_report);
  void SearchRootWindow(int depth, size_t pv_index);
  void Report(int depth, size_t pv_index, Bound bound, const Engine::OnReport& on_report);
  void AvoidAMate();
  void ReportTheEnd(const Engine::OnReport& on_report);
  bool EnoughTime(int depth);
  bool MateFound(const SearchLimits& limits) const;
  void CountNode();

  // node.cc: the inner nodes
  int SearchNode(int ply, int depth, int alpha, int beta, bool cut);
  bool TableCutoff(const Node& node, int& score) const;
  void EvaluateNode(Node& node);
  bool PruneNode(Node& node, int& score);
  bool TryNullMove(const Node& node, int& score);
  bool TryProbCut(const Node& node, int& score);
  bool PruneMove(const Node& node, MovePicker& picker, const Candidate& candidate,
                 size_t quiets_tried);
  int DepthLeft(const Node& node, const Candidate& candidate) const;
  bool PruneQuiet(const Node& node, MovePicker& picker, const Candidate& candidate,
                  size_t quiets_tried);
  int Extension(const Node& node, chess::Move move, int& cutoff);
  int ReducedDepth(const Node& node, const Candidate& candidate, int new_depth);
  int SearchMove(const Node& node, const Candidate& candidate, int new_depth);
  void NoteRootMove(const Node& node, const Candidate& candidate, int score, int64_t nodes);
  void FinishNode(const Node& node, const Outcome& outcome, const TriedMoves& tried);
  void LearnCorrection(const Node& node, const Outcome& outcome, Bound bound);
  void RewardQuiet(const Node& node, chess::Move best, const MoveLog& quiets);
  void RewardCapture(const Node& node, chess::Move best, const MoveLog& captures);
  Ordering OrderingAt(int ply, chess::Move hash_move);

  // endgames.cc: what the tables know
  void RankRoot(const chess::Game& game);
  bool ProbeTables(const Node& node, int& score);

  // quiescence.cc
  int Quiescence(int ply, int depth, int alpha, int beta);
  bool StandPat(Node& node, int& best);
  bool PruneInQuiescence(const Node& node, chess::Move move, int& best);

  Searcher(const EngineOptions& options, Clock* clock, std::shared_ptr<TranspositionTable> table,
           bool leads);

  // shared
  bool IsDraw(int ply) const;
  void Play(int ply, chess::Move move);
  void Unplay() { keys_.pop_back(); }
  void UpdateLine(int ply, chess::Move move);
  int Corrected(int ply, int evaluation);
  // What was learned about evaluations after the move that led to this ply.
  int16_t* MoveCorrectionAt(int ply);
  // Whether limits of time wait for PonderHit.
  bool Pondering() const { return may_ponder_ && !ponder_hit_.load(std::memory_order_relaxed); }
  bool RootMoveAllowed(chess::Move move) const;
  Frame& FrameAt(int ply) { return frames_[static_cast<size_t>(ply + kFramesBefore)]; }
  const Frame& FrameAt(int ply) const { return frames_[static_cast<size_t>(ply + kFramesBefore)]; }

  static constexpr int kFramesBefore = 4;  // so that looking back from the root needs no test

  Constants constants_;
  eval::Evaluator evaluator_;
  Clock* clock_;
  int multipv_;
  uint64_t seed_ = 0;
  const Endgames endgames_;
  bool probing_ = false;  // in this search
  int64_t table_hits_ = 0;
  const std::shared_ptr<TranspositionTable> table_;
  const bool leads_;  // the table is its own
  std::unique_ptr<Histories> histories_;
  PieceTo no_continuation_ = {};  // read where there was no move; always zero
  int16_t no_correction_ = 0;     // likewise
  std::vector<Frame> frames_;
  std::vector<uint64_t> keys_;  // of all positions before the current one, game's first
  size_t root_keys_ = 0;
  std::vector<RootMove> root_moves_;
  size_t pv_index_ = 0;

  int64_t nodes_ = 0;
  int64_t node_limit_ = 0;
  int selective_depth_ = 0;
  int completed_depth_ = 0;
  int completed_score_ = -kInfinite;  // of its best move
  int root_depth_ = 0;
  chess::Move reported_best_;  // of the newest report's first line
  int settled_ = 0;            // depths in a row with the same best move
  TimePlan plan_;
  int64_t started_us_ = 0;
  bool stopped_ = false;
  std::atomic<int64_t> shown_nodes_ = 0;
  std::atomic<int64_t> shown_table_hits_ = 0;
  std::atomic<bool> stop_requested_ = false;
  std::atomic<bool> ponder_hit_ = false;
  bool may_ponder_ = false;
};

}  // namespace rookery::search

// The embedded engine: an instance with its own weights, tables and histories; no globals, so
// differently weighted instances play each other in one thread.
// One thread at a time per instance; Stop, PonderHit and nodes may be called from any thread.
//
// Determinism: the same weights, game, limits and seed after NewGame give the same move and
// node count on every machine, as long as the limits don't ask for time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "engine/chess/game.h"
#include "engine/params/weights.h"
#include "engine/tablebase/tablebase.h"

namespace rookery::search {

// Scores in centipawns from the mover's view. Mates lie beyond: kMateScore - plies to mate.
inline constexpr int kMateScore = 32'000;
inline constexpr int kMateBound = 31'000;  // |score| above this is a mate
// What endgame tables call won, less the plies to it; below every mate, above every evaluation.
inline constexpr int kTableWin = 29'000;

struct SearchLimits {
  int64_t nodes = 0;  // 0: none
  int depth = 0;
  int64_t movetime_ms = 0;
  int64_t time_left_ms = -1;  // clock of the side to move; -1: none
  int64_t increment_ms = 0;
  int moves_to_go = 0;
  bool infinite = false;
  bool ponder = false;                    // no limit of time holds before PonderHit
  int mate = 0;                           // ends when one in so many moves is found; 0: none
  std::vector<chess::Move> search_moves;  // empty: all
};

struct SearchReport {
  int depth = 0;
  int selective_depth = 0;
  int score = 0;
  bool lower_bound = false;
  bool upper_bound = false;
  int64_t nodes = 0;
  int64_t elapsed_us = 0;
  int hash_permill = 0;
  int multipv = 1;
  int64_t table_hits = 0;         // positions that endgame tables knew
  std::vector<chess::Move> line;  // principal variation
};

struct SearchResult {
  chess::Move best;    // none only if the game has ended
  chess::Move ponder;  // may be none
  int score = 0;
  int depth = 0;
  int64_t nodes = 0;
};

// What captures alone lead to.
struct QuietLine {
  int score = 0;  // mover's view
  std::vector<chess::Move> moves;
};

// What the search knows of endgames by heart. Without tables, nothing.
struct Endgames {
  std::shared_ptr<const tablebase::Tablebase> tables;
  int probe_depth = 1;      // the least depth left at which a position of the most men is looked up
  int most_men = 7;         // as far as there are tables
  bool fifty_moves = true;  // that rule holds

  bool operator==(const Endgames&) const = default;
};

struct EngineOptions {
  params::Weights weights;
  int64_t hash_bytes = 1 << 20;
  int multipv = 1;
  bool chess960 = false;
  Endgames endgames = {};
};

class Engine {
 public:
  // The clock isn't owned. It is read only for limits and reports that need time.
  Engine(EngineOptions options, Clock* clock);
  // Shares the leader's hash table, so that both can search one position at once, each on a thread
  // of its own; what they find then depends on how the threads run. NewGame of the leader forgets
  // the table; not while another one searches. Each may be destroyed first.
  Engine(EngineOptions options, Clock* clock, const Engine& leader);
  ~Engine();

  // Forgets everything learned. The seed varies nothing but the order of equal choices.
  void NewGame(uint64_t seed);

  using OnReport = std::function<void(const SearchReport&)>;
  // Searches the game's current position, knowing its history. Always returns a legal move
  // if there is one, even after Stop or with a limit of one node.
  SearchResult Search(const chess::Game& game, const SearchLimits& limits,
                      const OnReport& on_report = {});
  // Ends the search that runs, or the next one if none does.
  void Stop();
  // Takes back a Stop that no search has seen (NewGame does so too). Not during a search.
  void ForgetStop();
  // The move that was pondered on has been played: from now on the limits of time hold, counted
  // from the start of the search. From any thread.
  void PonderHit();

  // Nodes of the search that runs, or of the last one; up to some hundreds late. 0 after
  // ForgetNodes, which isn't for the time of a search.
  int64_t nodes() const;
  void ForgetNodes();
  int64_t table_hits() const;

  // A quiescence search of a position without history; its line ends where nothing hangs. Forgets
  // the hash table first, so that the answer depends on the position alone as long as nothing
  // else has been searched since NewGame.
  QuietLine Quiesce(const chess::Position& position);
  // The static evaluation from the mover's view, centipawns.
  int Evaluate(const chess::Position& position);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::search

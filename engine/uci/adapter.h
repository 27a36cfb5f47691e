// The engine behind the UCI protocol: takes lines, gives lines. Searches run on a thread of their
// own, so that stop and isready are answered at once.
// Handle and the destructor from one thread; the writer is called from two, never at the same time.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.h"
#include "base/mutex.h"
#include "engine/chess/game.h"
#include "engine/search/engine.h"
#include "engine/uci/command.h"
#include "engine/uci/options.h"
#include "engine/uci/reply.h"
#include "engine/uci/team.h"

namespace rookery::uci {

class Adapter {
 public:
  // Gets whole lines without their line break.
  using Writer = std::function<void(std::string_view)>;

  // The clock isn't owned.
  Adapter(const params::Weights& weights, Clock* clock, Writer writer);
  // Stops a search that runs.
  ~Adapter();
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  // False after "quit".
  bool Handle(std::string_view line);
  // At the end of the input: waits for a search that has a limit, stops one that has none.
  void FinishInput();

 private:
  void operator()(const UciCommand&);
  void operator()(const IsReadyCommand&);
  void operator()(const NewGameCommand&);
  void operator()(const StopCommand&);
  void operator()(const PonderHitCommand&);
  void operator()(const QuitCommand&);
  void operator()(const DisplayCommand&);
  void operator()(const EvaluateCommand&);
  void operator()(const BenchCommand&);
  void operator()(const DebugCommand&);
  void operator()(const SetOptionCommand&);
  void operator()(const PositionCommand&);
  void operator()(const GoCommand&);

  void Think(const chess::Game& game, const search::SearchLimits& limits);
  void CountMoves(const chess::Position& position, int depth);
  void WriteReport(const chess::Position& position, const search::SearchReport& report);
  search::SearchLimits LimitsOf(const GoCommand& go);
  // Ends the search that runs and waits for its last line. A count of moves (perft) is waited for,
  // so that a number is never a part's; only stop breaks it off.
  void EndSearch(bool stops_count = false);
  Team& team();
  void Write(const Reply& reply);
  void WriteText(std::string_view text);
  void Complain(std::string_view what);
  template <typename Body>
  void StartThread(Body body);

  Options options_;
  Clock* clock_;
  Writer writer_;
  Mutex write_mutex_;
  std::unique_ptr<Team> team_;  // made when first needed, and anew after setoption
  chess::Game game_;
  bool quit_ = false;
  std::thread thread_;
  bool counting_ = false;   // what runs is a count of moves
  bool unlimited_ = false;  // the search that runs ends by stop alone

  Mutex mutex_;
  std::condition_variable changed_;
  bool stop_ ABSL_GUARDED_BY(mutex_) = false;
  bool ponder_hit_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rookery::uci

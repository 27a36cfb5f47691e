// The engine behind the UCI protocol: takes lines, gives lines. Searches, counts of moves (perft)
// and the bench run on a thread of their own, so that stop, quit and isready are answered at once.
//
// What ends what: a search ends by stop, quit and every command that needs the engine. A count and
// the bench are finished before the next command that needs the engine, since scripts write many
// lines at once; stop ends them, quit and the end of the input after a while.
// Handle, FinishInput and the destructor from one thread; the writer is called from two, never at
// the same time.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/mutex.h"
#include "engine/chess/game.h"
#include "engine/search/engine.h"
#include "engine/uci/bench.h"
#include "engine/uci/command.h"
#include "engine/uci/options.h"
#include "engine/uci/reply.h"
#include "engine/uci/task.h"
#include "engine/uci/team.h"

namespace rookery::uci {

// How long what has a limit of its own may go on when nobody may be waiting for it any more.
struct Patience {
  std::chrono::nanoseconds at_quit = std::chrono::seconds(10);     // counts and the bench
  std::chrono::nanoseconds at_end = std::chrono::seconds(5 * 60);  // searches too: `echo go ... |`
};

class Adapter {
 public:
  // Gets whole lines without their line break.
  using Writer = std::function<void(std::string_view)>;

  // `options` are what "uci" calls the defaults. The clock isn't owned.
  Adapter(const Options& options, Clock* clock, Writer writer, const Patience& patience = {});
  // Stops what runs.
  ~Adapter() = default;
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  // False after "quit".
  bool Handle(std::string_view line);
  // At the end of the input: waits for what has a limit, stops what has none.
  void FinishInput();

 private:
  enum class Work : uint8_t { kNone, kSearch, kCount };

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

  void OpenTables(const SetOptionCommand& option);
  void Think(const chess::Game& game, const search::SearchLimits& limits);
  void CountMoves(const chess::Position& position, int depth);
  void WriteReport(const chess::Position& position, const search::SearchReport& report);
  search::SearchLimits LimitsOf(const GoCommand& go);
  void Start(Work work, std::function<void()> body, std::function<void()> interrupt);
  // Before a command that needs the engine.
  void MakeRoom();
  // Waits no longer than that for what runs, then stops it.
  void End(std::chrono::nanoseconds patience);
  // The team of the newest options; with the default hash table where theirs can't be had.
  Team& team();
  void Write(const Reply& reply);
  void WriteText(std::string_view text);
  void Complain(std::string_view what);

  const Options defaults_;
  Options options_;
  Clock* clock_;
  Writer writer_;
  const Patience patience_;
  Mutex write_mutex_;
  std::unique_ptr<Team> team_;  // made when first needed, and anew after setoption
  std::unique_ptr<Bench> bench_;
  chess::Game game_;
  bool quit_ = false;
  bool debug_ = false;
  Work work_ = Work::kNone;  // what was started last
  bool pondering_ = false;   // a ponderhit may come
  bool unlimited_ = false;   // what runs ends by stop alone
  std::atomic<bool> ponder_hit_ = false;
  Task task_;  // last: it uses the others until it has ended
};

}  // namespace rookery::uci

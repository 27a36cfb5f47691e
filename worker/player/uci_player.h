// A UCI engine as a player: a process behind a line transport. Everything that the engine says is
// read without trust, and every phase has its time-out.
//
// One write and no extra round trip a move: `position` and `go` go out together, and the clock runs
// from then to the line break of `bestmove`. What an engine says when it isn't asked is dropped.
// An engine that failed is started again for its next game.
// One thread, but for Stop. The process dies with the thread that called StartUciPlayer.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "worker/player/engine_output.h"
#include "worker/player/info_memory.h"
#include "worker/player/last_lines.h"
#include "worker/player/player.h"
#include "worker/player/position_text.h"
#include "worker/process/line_transport.h"
#include "worker/process/sandbox.h"

namespace rookery::worker {

struct UciTimeouts {
  int64_t start_ms = 10'000;    // until uciok, and until the first readyok
  int64_t ready_ms = 15'000;    // readyok before a game (tables are cleared, nets loaded)
  int64_t search_ms = 300'000;  // a search that no clock limits, at most
  int64_t nodes_ms = 10'000;    // one of a number of nodes: this, and 10 ms for each of them
  int64_t overrun_ms = 200;     // beyond the clock before the engine is given up
  int64_t stop_ms = 1000;       // bestmove after stop
  int64_t quit_ms = 2000;       // the end after quit; then it is killed
};

// How long a search may take before the engine is given up.
int64_t SearchLimitMs(const MoveLimits& limits, const UciTimeouts& timeouts);

struct UciEngine {
  std::string name;     // as people see it; the engine's own if empty
  std::string program;  // a path, or a name in PATH
  std::vector<std::string> arguments;
  std::string folder;       // where it runs; empty: here
  std::string search_path;  // like PATH; empty: the usual folders
  std::vector<std::pair<std::string, std::string>> options;
  // The same, but set only where the engine declares them and allows the value.
  std::vector<std::pair<std::string, std::string>> wishes = {};
  Sandbox sandbox = {};
  bool chess960 = false;  // sets UCI_Chess960 and writes castling as the king onto its rook
  UciTimeouts timeouts;
};

// Starts the engine, waits for uciok, sets the options (each must be declared and its value be
// allowed) and waits for readyok. Errors say what to change: they are the run's, not a game's.
absl::StatusOr<std::unique_ptr<Player>> StartUciPlayer(const UciEngine& engine, Clock* clock);

class UciPlayer : public Player {
 public:
  // Makes the transport anew each time that the engine must be started.
  using Connector = std::function<absl::StatusOr<std::unique_ptr<LineTransport>>()>;

  UciPlayer(UciEngine engine, Clock* clock, Connector connector);
  ~UciPlayer() override;

  absl::Status Start();

  const std::string& name() const override { return name_; }
  absl::Status NewGame(uint64_t seed) override;
  absl::StatusOr<MoveReply> Think(const chess::Game& game, const MoveLimits& limits) override;
  void Stop() override;
  void BeginQuit() override;
  std::vector<PlayerNote> TakeNotes() override { return std::exchange(notes_, {}); }

  // Options from now on, set before the next game. InvalidArgument names the option that the engine
  // doesn't have, or whose value it doesn't allow; nothing is changed then.
  absl::Status SetForNextGame(const std::vector<std::pair<std::string, std::string>>& options);

  const std::vector<EngineOption>& options() const { return options_; }
  // What the engine says of itself; empty if it says nothing.
  const std::string& id_name() const { return id_name_; }
  const std::string& id_author() const { return id_author_; }

 private:
  int64_t After(int64_t ms) const { return clock_.MonotonicNanos() + ms * 1'000'000; }
  absl::Status Handshake();
  void KeepId(std::string_view rest);
  absl::Status SetOptions();
  absl::StatusOr<std::string> OptionCommand(const std::string& name,
                                            const std::string& value) const;
  // Waits for a line that begins with the word.
  absl::Status Await(std::string_view word, int64_t deadline_ns);
  absl::Status Synchronise(int64_t limit_ms);
  absl::StatusOr<MoveReply> AwaitMove(const chess::Game& game, int64_t started_ns,
                                      int64_t deadline_ns);
  absl::StatusOr<chess::Move> ReadMove(const chess::Game& game, std::string_view rest) const;
  absl::Status Blame(const absl::Status& status, std::string_view phase);
  void Drop();
  void NoteFault(PlayerFault fault, std::string_view evidence);
  void NoteIfMove(std::string_view line);  // that nobody waits for
  void CheckInfo(std::string_view rest);
  absl::Status BeginGame();

  UciEngine engine_;
  Clock& clock_;
  const Connector connector_;
  std::string name_;
  std::string id_name_;
  std::string id_author_;
  std::vector<EngineOption> options_;
  std::atomic<bool> stopped_ = false;
  bool searching_ = false;  // it owes a bestmove
  bool fresh_ = false;      // started, no game begun yet
  std::string unsent_;      // commands that the next game begins with
  int64_t quit_deadline_ns_ = 0;

  Mutex mutex_;  // of the pointer alone: Stop wakes whoever reads
  std::unique_ptr<LineTransport> transport_;

  PositionText position_;  // of the game that is being played
  std::string command_;    // of the move that is asked for
  InfoMemory said_;        // of the search that runs
  LastLines last_;         // for evidence
  std::vector<PlayerNote> notes_;
  // Whole info lines are read so often, for what an engine writes it writes always; afterwards only
  // those that count.
  int infos_to_check_ = 1000;
};

}  // namespace rookery::worker

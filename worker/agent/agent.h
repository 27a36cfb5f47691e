// The worker's mind: a state machine without threads, clock or I/O. Events in (the link, the
// slots, the operator, time), effects out, in the order in which they must happen. It keeps the
// slots busy, asks for more pairs before they run dry, reports in batches that lie in the outbox
// until they are acknowledged, and connects again for as long as it lives.
//
// Times are of a clock that never steps back. One thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/rng.h"
#include "worker/agent/messages.h"

namespace rookery::worker {

struct AgentOptions {
  int slots = 1;
  absl::Duration flush_after = absl::Seconds(1);     // oldest unreported pair
  size_t flush_pairs = 32;                           // or this many of them
  absl::Duration work_ahead = absl::Seconds(4);      // play that leases should hold
  absl::Duration delivery_limit = absl::Seconds(5);  // for the outbox when shutting down
};

// Bounds of what the agent holds and waits for.
inline constexpr int kMaxPairsPerRequest = 512;
inline constexpr size_t kMaxPairsHeld = 20'000;    // beyond this, leases are released unplayed
inline constexpr size_t kMaxReportsInFlight = 8;   // sent and not yet acknowledged
inline constexpr size_t kMaxOutboxReports = 4096;  // beyond this, no more pairs are asked for
inline constexpr absl::Duration kFirstBackoff = absl::Milliseconds(250);
inline constexpr absl::Duration kMaxBackoff = absl::Seconds(10);
inline constexpr absl::Duration kMaxLeaseBackoff = absl::Seconds(60);
inline constexpr absl::Duration kReplyTimeout = absl::Seconds(15);
inline constexpr int kMaxToldWaitMs = 300'000;  // that the coordinator may ask for

// Events that aren't messages.
struct Connected {};  // the stream is open, nothing sent yet
struct Disconnected {
  std::string reason;
  int retry_after_ms = 0;  // the coordinator said so; 0: it didn't
};  // it is closed, or couldn't be opened
struct PairFinished {
  std::string lease;
  PlayedPair pair;
};
// Cancelled where the agent asked for it; any other code: this worker can't play the lease.
struct PairStopped {
  std::string lease;
  uint64_t pair_index = 0;
  absl::Status why;
};
// The operator's wish to end: politely first, at once the second time.
struct Stop {
  bool at_once = false;
};
struct Tick {};
using Event =
    std::variant<Connected, Disconnected, Welcome, Lease, NoWork, ReportAck, Cancel, Drain, Backoff,
                 PairFinished, PairStopped, Stop, Tick, WatchGames, LiveGames>;

// Effects.
struct Connect {};
struct Disconnect {};
struct Send {
  WorkerMessage message;
};
struct StartPair {
  std::string lease;
  std::shared_ptr<const PlayPlan> plan;
  uint64_t pair_index = 0;
};
struct StopPairs {
  std::string lease;
};  // answered by PairStopped or PairFinished for each
struct StoreReport {
  std::shared_ptr<const Report> report;
};
struct ForgetReport {
  std::string lease;
  int64_t sequence = 0;
};
enum class NoteLevel { kInfo, kWarning };
struct Note {
  NoteLevel level;
  std::string text;
};
struct Exit {
  size_t undelivered = 0;
};
using Effect = std::variant<Connect, Disconnect, Send, StartPair, StopPairs, StoreReport,
                            ForgetReport, Note, Exit, WatchGames>;

enum class AgentState { kConnecting, kIdle, kLeased, kDraining };

class Agent {
 public:
  // `outbox`: reports of an earlier life that were never acknowledged, in their order.
  Agent(const AgentOptions& options, std::vector<Report> outbox, Rng rng);

  std::vector<Effect> Step(Event event, absl::Time now);
  // When a Tick is due if nothing else happens before.
  absl::Time next_tick() const;

  AgentState state() const;
  // Why no pair is being played, for people; empty while playing.
  std::string idle_reason() const;
  size_t outbox_size() const { return outbox_.size(); }
  size_t playing() const { return static_cast<size_t>(playing_); }
  size_t waiting() const;

 private:
  struct Held {
    Lease lease;
    std::deque<uint64_t> waiting;
    std::vector<uint64_t> playing;
    std::vector<PlayedPair> finished;  // not yet in a report
    absl::Time oldest_finished;
    int64_t next_sequence = 1;
    bool abandoned = false;  // cancelled, lost or released: only waits for its slots
    bool gave_up = false;    // has pairs that won't be played: release it at its end
    std::string give_up_reason;
    bool failed = false;  // it gave up because it can't be played here
  };
  struct Unacknowledged {
    std::shared_ptr<const Report> report;
    bool sent = false;  // on this connection
    absl::Time sent_at;
  };
  enum class LinkState { kDown, kOpening, kGreeting, kUp };

  void On(Connected, absl::Time now);
  void On(Disconnected&& event, absl::Time now);
  void On(Welcome&& message, absl::Time now);
  void On(Lease&& message, absl::Time now);
  void On(NoWork&& message, absl::Time now);
  void On(ReportAck&& message, absl::Time now);
  void On(Cancel&& message, absl::Time now);
  void On(Drain&& message, absl::Time now);
  void On(Backoff&& message, absl::Time now);
  void On(PairFinished&& event, absl::Time now);
  void On(PairStopped&& event, absl::Time now);
  void On(Stop event, absl::Time now);
  void On(WatchGames&& message, absl::Time now);
  void On(LiveGames&& games, absl::Time now);
  void On(Tick, absl::Time) {}

  // What every step ends with.
  void Settle(absl::Time now);
  void MaybeConnect(absl::Time now);
  void FillSlots();
  void FlushFinished(absl::Time now);
  void Flush(Held& held);
  void CloseLeases();
  void SendReports(absl::Time now);
  void AskForPairs(absl::Time now);
  void SendHeartbeat(absl::Time now);
  void MaybeExit(absl::Time now);
  void NoteIdleness();

  Held* Find(const std::string& lease);
  void Abandon(Held& held);
  void GiveUp(Held& held, std::string reason);
  void LinkFailed(absl::Time now, absl::Duration told);
  void LearnSpeed(const PlayedPair& pair);
  int TargetPairs() const;
  // Slots that a pair of the lease takes: its engines' threads, as far as there are slots.
  int SlotsOf(const Held& held) const;
  // The pair of the event isn't played any more; null if its lease is unknown.
  Held* Free(const std::string& lease, uint64_t pair_index);
  std::vector<std::string> HeldLeases() const;
  void SendMessage(WorkerMessage message);
  void AddNote(NoteLevel level, std::string text);

  const AgentOptions options_;
  Rng rng_;
  std::vector<Effect> effects_;

  LinkState link_ = LinkState::kDown;
  absl::Time connect_at_ = absl::InfinitePast();
  absl::Time greeting_deadline_ = absl::InfiniteFuture();
  absl::Duration backoff_ = kFirstBackoff;
  absl::Duration reconnect_spread_;              // said in Welcome; until the next one
  absl::Time report_at_ = absl::InfinitePast();  // not before, since the coordinator is busy
  absl::Duration heartbeat_every_ = absl::Seconds(10);
  absl::Time heartbeat_at_ = absl::InfiniteFuture();

  std::vector<Held> held_;  // oldest first
  int playing_ = 0;         // pairs, those of abandoned leases included
  int busy_ = 0;            // slots that they take
  std::deque<Unacknowledged> outbox_;

  int64_t request_ = 0;
  bool request_open_ = false;
  absl::Time request_deadline_ = absl::InfiniteFuture();
  absl::Time ask_at_ = absl::InfinitePast();
  absl::Duration lease_backoff_ = absl::ZeroDuration();  // after leases that couldn't be played

  double pair_seconds_ = 0;      // smoothed, of one slot; 0: not yet known
  double nodes_per_second_ = 0;  // smoothed, of one slot

  bool stopping_ = false;
  bool told_to_drain_ = false;
  bool exited_ = false;
  absl::Time exit_deadline_ = absl::InfiniteFuture();
  std::string why_idle_ = "connecting";
  std::string last_idle_note_;
};

}  // namespace rookery::worker

#include "worker/match/tournament.h"

#include <condition_variable>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "base/mutex.h"
#include "base/rng.h"
#include "base/status.h"

namespace rookery::worker {
namespace {

// How soon an outer stop is noticed while all threads are thinking.
constexpr std::chrono::milliseconds kStopPoll{50};
// Players that a thread keeps; the longest idle one goes when another is wanted.
constexpr size_t kMaxSeated = 8;

uint64_t EngineSeed(uint64_t seed, uint64_t game) { return Mix64(Mix64(seed) ^ (game + 1)); }

// What the threads of one tournament share.
class Tournament {
 public:
  Tournament(const TournamentOptions& options, Schedule& schedule, const std::vector<bool>& played,
             TournamentEvents& events)
      : options_(options), played_(played), events_(events), schedule_(schedule) {}

  absl::Status Run(const std::atomic<bool>& stop) {
    {
      MutexLock lock(&mutex_);
      running_ = options_.threads;
    }
    std::vector<std::thread> threads;
    for (int i = 0; i < options_.threads; ++i) threads.emplace_back([this, i] { RunThread(i); });
    WaitForThreads(stop);
    for (std::thread& thread : threads) thread.join();
    MutexLock lock(&mutex_);
    return status_;
  }

 private:
  class Table;

  void RunThread(int number);
  void WaitForThreads(const std::atomic<bool>& stop) {
    MutexLock lock(&mutex_);
    while (!lock.WaitFor(changed_, kStopPoll,
                         [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return running_ == 0; })) {
      if (!stop.load() || over_.load()) continue;
      if (status_.ok()) status_ = absl::CancelledError("the match was stopped");
      End();
    }
  }

  bool Done(uint64_t id) const { return id < played_.size() && played_[id]; }

  // The next game for a thread; none when there will be no more.
  std::optional<ScheduledGame> Next() {
    MutexLock lock(&mutex_);
    for (;;) {
      while (next_ < schedule_.known() && Done(next_)) ++next_;
      if (over_.load()) return std::nullopt;
      if (next_ < schedule_.known()) {
        const ScheduledGame game = schedule_.At(next_++);
        events_.OnStart(game);
        return game;
      }
      if (schedule_.complete()) return std::nullopt;
      lock.Wait(changed_, [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
        return over_.load() || next_ < schedule_.known() || schedule_.complete();
      });
    }
  }

  void Finished(const TournamentGame& game) {
    MutexLock lock(&mutex_);
    if (over_.load()) return;
    schedule_.Record(game.plan, game.played.result);
    if (!events_.OnGame(game)) End();
    changed_.notify_all();
  }

  void End() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    over_ = true;
    for (Player* player : players_) player->Stop();
    changed_.notify_all();
  }

  const TournamentOptions& options_;
  const std::vector<bool>& played_;
  TournamentEvents& events_;
  std::atomic<bool> over_ = false;
  Mutex mutex_;
  std::condition_variable changed_;
  Schedule& schedule_ ABSL_GUARDED_BY(mutex_);
  uint64_t next_ ABSL_GUARDED_BY(mutex_) = 0;
  int running_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<Player*> players_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
};

// One thread's players.
class Tournament::Table {
 public:
  explicit Table(Tournament* tournament) : shared_(*tournament) {}
  // All ends begin before any is waited for.
  ~Table() {
    for (Seat& seat : seats_) seat.player->BeginQuit();
    while (!seats_.empty()) Leave(seats_.size() - 1);
  }

  absl::Status Play() {
    while (const std::optional<ScheduledGame> game = shared_.Next()) {
      ROOKERY_RETURN_IF_ERROR(PlayOne(*game));
      Pause();
    }
    return absl::OkStatus();
  }

 private:
  struct Seat {
    int contestant;
    std::unique_ptr<Player> player;
  };

  absl::Status PlayOne(const ScheduledGame& plan) {
    const TournamentOptions& options = shared_.options_;
    TournamentGame game{plan, {}, options.clock->Now(), {}, {}};
    ROOKERY_ASSIGN_OR_RETURN(game.opening, options.opening(plan));
    ROOKERY_ASSIGN_OR_RETURN(Player* const white, Take(plan.white()));
    ROOKERY_ASSIGN_OR_RETURN(Player* const black, Take(plan.black()));
    const GameSeats seats{white, black, EngineSeed(options.seed, plan.id), &Of(plan.white()).limits,
                          &Of(plan.black()).limits};
    ROOKERY_ASSIGN_OR_RETURN(
        game.played, PlayGame(seats, game.opening, options.limits, *options.clock, shared_.over_));
    game.notes = {white->TakeNotes(), black->TakeNotes()};
    shared_.Finished(game);
    for (const int one : {plan.white(), plan.black()}) {
      if (Of(one).restart) Drop(one);
    }
    return absl::OkStatus();
  }

  const Contestant& Of(int contestant) const {
    return shared_.options_.contestants[static_cast<size_t>(contestant)];
  }

  // The contestant's player, at the end of the list: the front is the longest idle one.
  absl::StatusOr<Player*> Take(int contestant) {
    for (size_t i = 0; i < seats_.size(); ++i) {
      if (seats_[i].contestant != contestant) continue;
      Seat seat = std::move(seats_[i]);
      seats_.erase(seats_.begin() + static_cast<std::ptrdiff_t>(i));
      seats_.push_back(std::move(seat));
      return seats_.back().player.get();
    }
    if (seats_.size() == kMaxSeated) Leave(0);
    ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<Player> player, Of(contestant).make());
    MutexLock lock(&shared_.mutex_);
    shared_.players_.push_back(player.get());
    if (shared_.over_.load()) player->Stop();
    seats_.push_back({contestant, std::move(player)});
    return seats_.back().player.get();
  }

  void Drop(int contestant) {
    for (size_t i = 0; i < seats_.size(); ++i) {
      if (seats_[i].contestant == contestant) return Leave(i);
    }
  }

  void Leave(size_t seat) {
    {
      MutexLock lock(&shared_.mutex_);
      std::erase(shared_.players_, seats_[seat].player.get());
    }
    seats_.erase(seats_.begin() + static_cast<std::ptrdiff_t>(seat));
  }

  void Pause() {
    if (shared_.options_.pause_ms == 0) return;
    MutexLock lock(&shared_.mutex_);
    lock.WaitFor(shared_.changed_, std::chrono::milliseconds(shared_.options_.pause_ms),
                 [this] { return shared_.over_.load(); });
  }

  Tournament& shared_;
  std::vector<Seat> seats_;
};

void Tournament::RunThread(int number) {
  absl::Status status;
  if (options_.on_thread) status = options_.on_thread(number);
  {
    Table table(this);
    if (status.ok()) status = table.Play();
    MutexLock lock(&mutex_);
    // The others' games end as cancelled when it is over; that is no error.
    if (!status.ok() && status_.ok() && !(absl::IsCancelled(status) && over_.load())) {
      status_ = std::move(status);
      End();
    }
  }
  MutexLock lock(&mutex_);
  --running_;
  changed_.notify_all();
}

}  // namespace

absl::Status PlayTournament(const TournamentOptions& options, Schedule& schedule,
                            const std::vector<bool>& played, TournamentEvents& events,
                            const std::atomic<bool>& stop) {
  if (options.threads < 1 || options.threads > kMaxLocalThreads) {
    return InvalidArgument("{} games at once; give a number from 1 to {}", options.threads,
                           kMaxLocalThreads);
  }
  return Tournament(options, schedule, played, events).Run(stop);
}

}  // namespace rookery::worker

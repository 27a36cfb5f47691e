#include "worker/match/local_match.h"

#include <condition_variable>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"

namespace rookery::worker {
namespace {

// How soon an outer stop is noticed while all threads are thinking.
constexpr std::chrono::milliseconds kStopPoll{50};

// What the threads of one match share.
class Match {
 public:
  Match(const LocalMatchOptions& options, const OnPair& on_pair)
      : options_(options), on_pair_(on_pair) {}

  void RunThread(const PlayerFactory& make_dev, const PlayerFactory& make_base) {
    absl::Status status = PlayAll(make_dev, make_base);
    MutexLock lock(&mutex_);
    --running_;
    if (!status.ok() && status_.ok()) status_ = std::move(status);
    if (!status_.ok()) StopPlayers();
    changed_.notify_all();
  }

  absl::Status Run(const PlayerFactory& make_dev, const PlayerFactory& make_base,
                   const std::atomic<bool>& stop) {
    {
      MutexLock lock(&mutex_);
      running_ = options_.threads;
    }
    std::vector<std::thread> threads;
    for (int i = 0; i < options_.threads; ++i) {
      threads.emplace_back([&] { RunThread(make_dev, make_base); });
    }
    WaitForThreads(stop);
    for (std::thread& thread : threads) thread.join();
    MutexLock lock(&mutex_);
    return status_;
  }

 private:
  void WaitForThreads(const std::atomic<bool>& stop) {
    MutexLock lock(&mutex_);
    while (!lock.WaitFor(changed_, kStopPoll,
                         [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return running_ == 0; })) {
      if (!stop.load() || over_.load()) continue;
      if (status_.ok()) status_ = absl::CancelledError("the match was stopped");
      StopPlayers();
    }
  }

  absl::Status PlayAll(const PlayerFactory& make_dev, const PlayerFactory& make_base) {
    ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<Player> dev, make_dev());
    ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<Player> base, make_base());
    {
      MutexLock lock(&mutex_);
      players_.push_back(dev.get());
      players_.push_back(base.get());
    }
    absl::Status status;
    while (status.ok() && !over_.load()) {
      const uint64_t index = next_.fetch_add(1);
      if (index >= options_.pairs) break;
      status = PlayOne(*dev, *base, index);
    }
    dev->BeginQuit();
    base->BeginQuit();
    MutexLock lock(&mutex_);
    std::erase_if(players_, [&](Player* p) { return p == dev.get() || p == base.get(); });
    // The others' games end as cancelled when the match is over; that is no error.
    return absl::IsCancelled(status) && over_.load() ? absl::OkStatus() : status;
  }

  absl::Status PlayOne(Player& dev, Player& base, uint64_t index) {
    const PairPlan plan = PlanPair(options_.seed, index, options_.book->size());
    ROOKERY_ASSIGN_OR_RETURN(const chess::Position opening, options_.book->At(plan.opening));
    const PairSetup setup{&dev, &base, opening, plan, index};
    ROOKERY_ASSIGN_OR_RETURN(const PlayedPair pair,
                             PlayPair(setup, options_.limits, *options_.clock, over_));
    MutexLock lock(&mutex_);
    if (!over_.load() && !on_pair_(pair, plan)) StopPlayers();
    return absl::OkStatus();
  }

  void StopPlayers() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    over_ = true;
    for (Player* player : players_) player->Stop();
  }

  const LocalMatchOptions& options_;
  const OnPair& on_pair_;
  std::atomic<uint64_t> next_ = 0;
  std::atomic<bool> over_ = false;
  Mutex mutex_;
  std::condition_variable changed_;
  int running_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<Player*> players_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

absl::Status PlayLocalMatch(const LocalMatchOptions& options, const PlayerFactory& dev,
                            const PlayerFactory& base, const OnPair& on_pair,
                            const std::atomic<bool>& stop) {
  if (options.threads < 1 || options.threads > kMaxLocalThreads) {
    return InvalidArgument("{} games at once; give a number from 1 to {}", options.threads,
                           kMaxLocalThreads);
  }
  return Match(options, on_pair).Run(dev, base, stop);
}

}  // namespace rookery::worker

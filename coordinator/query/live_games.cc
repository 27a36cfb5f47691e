#include "coordinator/query/live_games.h"

#include <algorithm>

namespace rookery::coordinator {
namespace {

// How long a game stays once it is over, or its worker shows another one; and however slow it is.
constexpr absl::Duration kSeen = absl::Seconds(2);
constexpr absl::Duration kStale = absl::Minutes(2);

}  // namespace

bool LiveGames::Watch(const RunId& run) {
  const int64_t now = clock_.MonotonicNanos();
  bool is_new = false;
  {
    MutexLock lock(&mutex_);
    std::erase_if(runs_, [&](const auto& one) { return one.second.until_ns <= now; });
    if (runs_.size() >= kMostRuns && !runs_.contains(run)) return false;
    const auto [place, added] = runs_.try_emplace(run);
    place->second.until_ns = now + absl::ToInt64Nanoseconds(kWatchFor);
    is_new = added;
  }
  if (is_new && on_watched_) on_watched_(run);
  return true;
}

bool LiveGames::ShouldAsk(const RunId& run, int64_t* asked_ns) {
  const int64_t now = clock_.MonotonicNanos();
  MutexLock lock(&mutex_);
  const auto found = runs_.find(run);
  if (found == runs_.end() || found->second.until_ns <= now) return false;
  if (*asked_ns != 0 && now - *asked_ns < absl::ToInt64Nanoseconds(kAskAgain)) return false;
  *asked_ns = now;
  return true;
}

bool LiveGames::MakeRoom(const LiveRecord& record, int64_t now, Watched* watched) {
  const auto age = [&](const Shown& one) { return absl::Nanoseconds(now - one.at_ns); };
  std::erase_if(watched->games,
                [&](const Shown& one) { return one.record.over && age(one) > kSeen; });
  if (watched->games.size() < kMostGames) return true;
  const auto gone =
      std::find_if(watched->games.begin(), watched->games.end(), [&](const Shown& one) {
        return (one.record.worker == record.worker && age(one) > kSeen) || age(one) > kStale;
      });
  if (gone == watched->games.end()) return false;
  watched->games.erase(gone);
  return true;
}

void LiveGames::Put(const RunId& run, LiveRecord record) {
  const int64_t now = clock_.MonotonicNanos();
  {
    MutexLock lock(&mutex_);
    const auto found = runs_.find(run);
    if (found == runs_.end() || found->second.until_ns <= now) return;
    Watched& watched = found->second;
    auto shown = std::find_if(watched.games.begin(), watched.games.end(), [&](const Shown& one) {
      return one.record.pair == record.pair && one.record.number == record.number;
    });
    if (shown == watched.games.end()) {
      if (!MakeRoom(record, now, &watched)) return;
      shown = watched.games.emplace(watched.games.end());
    }
    *shown = {std::move(record), now};
    ++watched.number;
  }
  changed_.notify_all();
}

LiveGames::Batch LiveGames::Wait(const RunId& run, uint64_t last, std::chrono::milliseconds limit) {
  MutexLock lock(&mutex_);
  const auto stopped = [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return stopped_; };
  if (last != 0) lock.WaitFor(changed_, std::chrono::milliseconds(kIntervalMs), stopped);
  lock.WaitFor(changed_, limit, [&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const auto found = runs_.find(run);
    return stopped_ || (found != runs_.end() && found->second.number != last);
  });
  Batch batch;
  batch.last = last;
  batch.ended = stopped_;
  const auto found = runs_.find(run);
  if (found == runs_.end() || found->second.number == last) return batch;
  batch.last = found->second.number;
  for (const Shown& one : found->second.games) batch.games.push_back(one.record);
  std::sort(batch.games.begin(), batch.games.end(), [](const LiveRecord& a, const LiveRecord& b) {
    return std::pair(a.pair, a.number) < std::pair(b.pair, b.number);
  });
  return batch;
}

void LiveGames::Stop() {
  {
    MutexLock lock(&mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
}

}  // namespace rookery::coordinator

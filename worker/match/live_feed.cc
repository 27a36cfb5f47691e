#include "worker/match/live_feed.h"

#include <algorithm>
#include <optional>

namespace rookery::worker {

void LiveFeed::Watch(const Wish& wish) {
  const int64_t now = clock_.MonotonicNanos();
  Watched fresh;
  fresh.wish = wish;
  fresh.wish.games = std::clamp(wish.games, 1, kMaxGames);
  fresh.wish.interval_ms = std::max(wish.interval_ms, kMinIntervalMs);
  fresh.until_ns = now + int64_t{std::clamp(wish.seconds, 0, kMaxSeconds)} * 1'000'000'000;
  MutexLock lock(&mutex_);
  std::erase_if(watched_, [&](const Watched& one) {
    return one.wish.run == wish.run || one.until_ns <= now;
  });
  if (wish.seconds > 0) watched_.push_back(std::move(fresh));
  if (watched_.size() > kMaxWatches) watched_.erase(watched_.begin());
  int64_t until = 0;
  for (const Watched& one : watched_) until = std::max(until, one.until_ns);
  until_ns_ = until;
}

bool LiveFeed::Takes(int slot, uint64_t pair_index, const GameSoFar& game, int64_t now,
                     Watched* watched) {
  auto shown = watched->slots.find(slot);
  if (shown == watched->slots.end()) {
    if (watched->slots.size() >= static_cast<size_t>(watched->wish.games)) return false;
    shown = watched->slots.emplace(slot, Shown()).first;
  }
  Shown& last = shown->second;
  const bool same = last.number == game.number && last.pair_index == pair_index;
  const bool waits =
      last.number != 0 && now - last.sent_ns < int64_t{watched->wish.interval_ms} * 1'000'000;
  // A game that was shown is seen to its end.
  if (waits && !(same && game.over)) return false;
  last = {now, pair_index, game.number};
  return true;
}

void LiveFeed::OnMove(int slot, const std::string& run, uint64_t pair_index,
                      const GameSoFar& game) {
  if (until_ns_.load(std::memory_order_relaxed) == 0) return;
  const int64_t now = clock_.MonotonicNanos();
  if (now >= until_ns_.load(std::memory_order_relaxed) || game.moves.size() > kMaxMoves) return;
  {
    MutexLock lock(&mutex_);
    const auto watched = std::find_if(watched_.begin(), watched_.end(), [&](const Watched& one) {
      return one.wish.run == run && now < one.until_ns;
    });
    if (watched == watched_.end() || !Takes(slot, pair_index, game, now, &*watched)) return;
  }
  sink_(run, {pair_index, game.number, game.moves, game.said.scores_cp, game.said.times_ms,
              game.said.clocks_ms, game.over, game.said.result, game.said.end});
}

}  // namespace rookery::worker

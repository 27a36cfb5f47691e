#include "engine/search/transposition.h"

#include <algorithm>
#include <climits>
#include <cstdlib>

#include "engine/search/score.h"

namespace rookery::search {
namespace {

// Scores that count plies from the root: mates, and what endgame tables call won.
bool CountsPlies(int score) { return std::abs(score) > kTableWin - 2 * kMaxPly; }

int ToTable(int score, int ply) {
  if (!CountsPlies(score)) return score;
  return score > 0 ? score + ply : score - ply;
}

int FromTable(int score, int ply) {
  if (!CountsPlies(score)) return score;
  return score > 0 ? score - ply : score + ply;
}

}  // namespace

TranspositionTable::TranspositionTable(int64_t bytes, const Replacement& replacement)
    : buckets_(
          static_cast<size_t>(std::max<int64_t>(1, bytes / static_cast<int64_t>(sizeof(Bucket))))),
      replacement_(replacement) {}

void TranspositionTable::Clear() {
  age_ = 0;
  if (++epoch_ != 0) return;
  // The epochs are used up: really clear, once in 65535 games.
  std::fill(buckets_.begin(), buckets_.end(), Bucket{});
  epoch_ = 1;
}

TableEntry TranspositionTable::Probe(uint64_t key, int ply) const {
  const uint64_t tag = TagOf(key);
  for (const Slot& slot : buckets_[BucketOf(key)].slots) {
    const Content content = slot.Load();
    if (content.tag() != tag) continue;
    return {.found = true,
            .move = chess::Move::FromBits(content.move()),
            .score = FromTable(content.score(), ply),
            .evaluation = content.evaluation(),
            .depth = content.depth(),
            .bound = content.bound(),
            .was_pv = content.was_pv()};
  }
  return {};
}

int TranspositionTable::Worth(const Content& content) const {
  if (static_cast<uint16_t>(content.tag()) != epoch_) return -1000;
  const int searches_ago = (age_ - content.age()) & kAgeMask;
  return content.depth() - replacement_.age * searches_ago;
}

void TranspositionTable::Store(uint64_t key, int ply, const TableEntry& entry) {
  const uint64_t tag = TagOf(key);
  Slot* target = nullptr;
  Content there;
  int least = INT_MAX;
  for (Slot& slot : buckets_[BucketOf(key)].slots) {
    const Content content = slot.Load();
    const bool same = content.tag() == tag;
    const int worth = same ? INT_MIN : Worth(content);
    if (worth >= least) continue;
    target = &slot;
    there = content;
    least = worth;
    if (same) break;
  }
  const bool same = there.tag() == tag;
  const uint16_t move = same && entry.move.none() ? there.move() : entry.move.bits();
  uint64_t rest = there.rest;
  const bool shallower = same && there.age() == age_ && entry.bound != Bound::kExact &&
                         entry.depth + replacement_.exact_margin < there.depth();
  if (!shallower) {
    const auto word = [](int value) { return uint64_t{static_cast<uint16_t>(value)}; };
    rest = word(ToTable(entry.score, ply)) << 48 | word(entry.evaluation) << 32 |
           static_cast<uint64_t>(std::clamp(entry.depth, 0, 255)) << 8 |
           static_cast<uint64_t>(age_) << 3 | (entry.was_pv ? 4 : 0) |
           static_cast<uint64_t>(entry.bound);
  }
  target->Save({tag << 16 | move, rest});
}

int TranspositionTable::UsedPermill() const {
  const size_t sample = std::min<size_t>(buckets_.size(), 250);
  size_t used = 0;
  for (size_t i = 0; i < sample; ++i) {
    for (const Slot& slot : buckets_[i].slots) {
      const Content content = slot.Load();
      used += Worth(content) == content.depth() ? 1 : 0;  // of this search
    }
  }
  return static_cast<int>(used * 1000 / (sample * kSlots));
}

}  // namespace rookery::search

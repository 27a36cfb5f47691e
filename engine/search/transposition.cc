#include "engine/search/transposition.h"

#include <algorithm>

#include "engine/search/score.h"

namespace rookery::search {
namespace {

constexpr int kAgeWorth = 4;     // a search ago counts like so many plies less
constexpr int kExactMargin = 3;  // plies by which a shallower result may replace the same position

int ToTable(int score, int ply) {
  if (score > kMateBound) return score + ply;
  if (score < -kMateBound) return score - ply;
  return score;
}

int FromTable(int score, int ply) {
  if (score > kMateBound) return score - ply;
  if (score < -kMateBound) return score + ply;
  return score;
}

}  // namespace

TranspositionTable::TranspositionTable(int64_t bytes)
    : buckets_(
          static_cast<size_t>(std::max<int64_t>(1, bytes / static_cast<int64_t>(sizeof(Bucket))))) {
}

void TranspositionTable::Clear() {
  age_ = 0;
  if (++epoch_ != 0) return;
  // The epochs are used up: really clear, once in 65535 games.
  std::fill(buckets_.begin(), buckets_.end(), Bucket{});
  epoch_ = 1;
}

TableEntry TranspositionTable::Probe(uint64_t key, int ply) const {
  const auto check = static_cast<uint32_t>(key >> 32);
  for (const Slot& slot : buckets_[BucketOf(key)].slots) {
    if (slot.check != check || slot.epoch != epoch_) continue;
    return {.found = true,
            .move = chess::Move::FromBits(slot.move),
            .score = FromTable(slot.score, ply),
            .evaluation = slot.evaluation,
            .depth = slot.depth,
            .bound = static_cast<Bound>(slot.bound_age & 3),
            .was_pv = (slot.bound_age & 4) != 0};
  }
  return {};
}

int TranspositionTable::Worth(const Slot& slot) const {
  if (slot.epoch != epoch_) return -1000;
  const int searches_ago = (age_ - (slot.bound_age >> 3)) & kAgeMask;
  return slot.depth - kAgeWorth * searches_ago;
}

void TranspositionTable::Store(uint64_t key, int ply, const TableEntry& entry) {
  const auto check = static_cast<uint32_t>(key >> 32);
  Bucket& bucket = buckets_[BucketOf(key)];
  Slot* target = nullptr;
  for (Slot& slot : bucket.slots) {
    if (slot.check == check && slot.epoch == epoch_) {
      target = &slot;
      break;
    }
    if (target == nullptr || Worth(slot) < Worth(*target)) target = &slot;
  }
  const bool same = target->check == check && target->epoch == epoch_;
  if (!same || !entry.move.none()) target->move = entry.move.bits();
  const bool older = same && (target->bound_age >> 3) != age_;
  if (same && !older && entry.bound != Bound::kExact &&
      entry.depth + kExactMargin < target->depth) {
    return;
  }
  target->check = check;
  target->epoch = epoch_;
  target->score = static_cast<int16_t>(ToTable(entry.score, ply));
  target->evaluation = static_cast<int16_t>(entry.evaluation);
  target->depth = static_cast<uint8_t>(std::clamp(entry.depth, 0, 255));
  target->bound_age =
      static_cast<uint8_t>(static_cast<int>(entry.bound) | (entry.was_pv ? 4 : 0) | age_ << 3);
}

int TranspositionTable::UsedPermill() const {
  const size_t sample = std::min<size_t>(buckets_.size(), 250);
  size_t used = 0;
  for (size_t i = 0; i < sample; ++i) {
    for (const Slot& slot : buckets_[i].slots) {
      used += slot.epoch == epoch_ && (slot.bound_age >> 3) == age_ ? 1 : 0;
    }
  }
  return static_cast<int>(used * 1000 / (sample * kSlots));
}

}  // namespace rookery::search

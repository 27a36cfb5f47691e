// What the search found out about positions, by key: a fixed number of entries in buckets of one
// cache line. Forgetting everything costs nothing: each entry carries the epoch it was written in.
// One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/chess/move.h"

namespace rookery::search {

enum class Bound : uint8_t { kNone = 0, kUpper = 1, kLower = 2, kExact = 3 };

struct TableEntry {
  bool found = false;
  chess::Move move;
  int score = 0;       // mates counted from this position
  int evaluation = 0;  // static, uncorrected; kNoScore where there is none
  int depth = 0;
  Bound bound = Bound::kNone;
  bool was_pv = false;
};

class TranspositionTable {
 public:
  // At least one bucket; otherwise no more than `bytes`.
  explicit TranspositionTable(int64_t bytes);

  // Forgets everything.
  void Clear();
  // Entries of earlier searches are replaced first.
  void NewSearch() { age_ = static_cast<uint8_t>((age_ + 1) & kAgeMask); }

  // `ply` is the distance to the root: mates are stored as seen from the position itself.
  TableEntry Probe(uint64_t key, int ply) const;
  void Store(uint64_t key, int ply, const TableEntry& entry);
  void Prefetch(uint64_t key) const { __builtin_prefetch(&buckets_[BucketOf(key)]); }

  // Share of entries that this search has written, in thousandths, from a sample.
  int UsedPermill() const;

 private:
  static constexpr uint8_t kAgeMask = 31;  // five bits
  static constexpr size_t kSlots = 4;

  struct Slot {
    uint32_t check = 0;  // upper half of the key; the lower half chooses the bucket
    uint16_t epoch = 0;  // 0: never written
    uint16_t move = 0;
    int16_t score = 0;
    int16_t evaluation = 0;
    uint8_t depth = 0;
    uint8_t bound_age = 0;  // bound (2 bits), pv (1), age (5)
  };
  struct alignas(64) Bucket {
    std::array<Slot, kSlots> slots;
  };

  size_t BucketOf(uint64_t key) const {
    return static_cast<size_t>((key & 0xffffffffU) * buckets_.size() >> 32);
  }
  int Worth(const Slot& slot) const;

  std::vector<Bucket> buckets_;
  uint16_t epoch_ = 1;
  uint8_t age_ = 0;
};

}  // namespace rookery::search

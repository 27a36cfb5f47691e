// What the search found out about positions, by key: a fixed number of entries in buckets of one
// cache line. Forgetting everything costs nothing: each entry carries the epoch it was written in.
// Several searches may share a table: Probe, Store and Prefetch from any thread, Clear and
// NewSearch while nobody else uses it. Of an entry that two write at once each may write a half: so
// rare that it isn't guarded against, and a move from the table is checked before it is played
// anyway.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "engine/chess/move.h"
#include "engine/search/page_allocator.h"

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

// What an entry is worth when another wants its place, in plies of depth.
struct Replacement {
  int age = 4;           // less for each search since it was written
  int exact_margin = 3;  // a result that is shallower by more doesn't replace one of its position
};

class TranspositionTable {
 public:
  // At least one bucket; otherwise no more than `bytes`. Throws std::bad_alloc if they can't be
  // had.
  explicit TranspositionTable(int64_t bytes, const Replacement& replacement = {});

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

  // What a slot holds: two words, of which each field is read when it is needed.
  struct Content {
    uint64_t first = 0;  // tag (48 bits; see TagOf), move (16)
    uint64_t rest = 0;   // score (16), evaluation (16), nothing (16), depth (8), bound and age (8)

    uint64_t tag() const { return first >> 16; }
    uint16_t move() const { return static_cast<uint16_t>(first); }
    int16_t score() const { return static_cast<int16_t>(rest >> 48); }
    int16_t evaluation() const { return static_cast<int16_t>(rest >> 32); }
    uint8_t depth() const { return static_cast<uint8_t>(rest >> 8); }
    Bound bound() const { return static_cast<Bound>(rest & 3); }
    bool was_pv() const { return (rest & 4) != 0; }
    uint8_t age() const { return static_cast<uint8_t>(rest) >> 3; }
  };
  class Slot {
   public:
    Slot() = default;
    Slot(const Slot& other) { Save(other.Load()); }
    Slot& operator=(const Slot& other) {
      Save(other.Load());
      return *this;
    }
    Content Load() const {
      return {first_.load(std::memory_order_relaxed), rest_.load(std::memory_order_relaxed)};
    }
    void Save(const Content& content) {
      first_.store(content.first, std::memory_order_relaxed);
      rest_.store(content.rest, std::memory_order_relaxed);
    }

   private:
    std::atomic<uint64_t> first_ = 0;
    std::atomic<uint64_t> rest_ = 0;
  };
  struct alignas(64) Bucket {
    std::array<Slot, kSlots> slots;
  };

  size_t BucketOf(uint64_t key) const {
    return static_cast<size_t>((key & 0xffffffffU) * buckets_.size() >> 32);
  }
  // The upper half of the key (the lower half chooses the bucket) and the epoch, in 48 bits. No
  // epoch is 0, so that a slot that was never written has the tag of no key.
  uint64_t TagOf(uint64_t key) const { return key >> 32 << 16 | epoch_; }
  int Worth(const Content& content) const;

  std::vector<Bucket, PageAllocator<Bucket>> buckets_;
  const Replacement replacement_;
  uint16_t epoch_ = 1;
  uint8_t age_ = 0;
};

}  // namespace rookery::search

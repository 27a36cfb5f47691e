#include "base/pairing/pair_plan.h"

#include <bit>

#include "base/check.h"
#include "base/rng.h"

namespace rookery {

uint64_t PermuteIndex(uint64_t key, uint64_t index, uint64_t size) {
  ROOKERY_CHECK(size >= 1 && index < size);
  if (size == 1) return 0;
  const int half_bits = (std::bit_width(size - 1) + 1) / 2;
  const uint64_t mask = (uint64_t{1} << half_bits) - 1;
  uint64_t value = index;
  do {
    uint64_t left = value >> half_bits;
    uint64_t right = value & mask;
    for (uint64_t round = 0; round < 4; ++round) {
      const uint64_t next = left ^ (Mix64(key ^ Mix64(right ^ (round << 56))) & mask);
      left = right;
      right = next;
    }
    value = (left << half_bits) | right;
  } while (value >= size);
  return value;
}

PairPlan PlanPair(uint64_t run_seed, uint64_t pair_index, uint64_t book_size) {
  ROOKERY_CHECK(book_size >= 1);
  const Rng run(run_seed);
  const uint64_t round = pair_index / book_size;
  const uint64_t key = run.Fork("openings").Fork(round).state()[0];
  Rng seeds = run.Fork("engines").Fork(pair_index);
  PairPlan plan;
  plan.opening = PermuteIndex(key, pair_index % book_size, book_size);
  plan.seed_first = seeds.Next();
  plan.seed_second = seeds.Next();
  return plan;
}

}  // namespace rookery

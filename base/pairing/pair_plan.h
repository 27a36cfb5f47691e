// The PAIR PLAN: from (run seed, pair index) to opening, colours and engine seeds. Worker,
// coordinator and simulator compute it alike, so a lease carries nothing but pair indices.
// Pure functions; any thread.
#pragma once

#include <cstdint>

namespace rookery {

// A keyed permutation of [0, size): each index gives another value until all are used.
// Feistel network of four rounds over the next even number of bits, walked until in range
// (Black and Rogaway, 2002, "cycle walking"). size >= 1, index < size.
uint64_t PermuteIndex(uint64_t key, uint64_t index, uint64_t size);

// What one pair is played with. Game 0: the tested engine ("dev") has White; game 1: the base has.
struct PairPlan {
  uint64_t opening = 0;      // line of the book, from 0
  uint64_t seed_first = 0;   // seed of both engines in game 0
  uint64_t seed_second = 0;  // seed of both engines in game 1
};

// book_size >= 1. Pairs beyond the book's size begin a second permutation with another key: such
// runs are refused unless the seeds change the games (see invariant 10 of the architecture).
PairPlan PlanPair(uint64_t run_seed, uint64_t pair_index, uint64_t book_size);

}  // namespace rookery

#include "engine/search/transposition.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "engine/search/score.h"

namespace rookery::search {
namespace {

TableEntry Entry(int score, int depth) {
  return {.found = true,
          .move = chess::Move::FromBits(77),
          .score = score,
          .evaluation = 5,
          .depth = depth,
          .bound = Bound::kExact,
          .was_pv = true};
}

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table(1 << 16);
  table.Store(123, 0, Entry(-42, 9));
  const TableEntry entry = table.Probe(123, 0);
  ASSERT_TRUE(entry.found);
  EXPECT_EQ(entry.move.bits(), 77);
  EXPECT_EQ(entry.score, -42);
  EXPECT_EQ(entry.evaluation, 5);
  EXPECT_EQ(entry.depth, 9);
  EXPECT_EQ(entry.bound, Bound::kExact);
  EXPECT_TRUE(entry.was_pv);
  EXPECT_FALSE(table.Probe(uint64_t{123} << 32, 0).found);
}

TEST(TranspositionTable, CountsMatesFromThePositionItself) {
  TranspositionTable table(1 << 16);
  table.Store(1, 4, Entry(MateIn(7), 9));  // three plies after the position at ply 4
  EXPECT_EQ(table.Probe(1, 0).score, MateIn(3));
  EXPECT_EQ(table.Probe(1, 10).score, MateIn(13));
  table.Store(2, 4, Entry(MatedIn(6), 9));
  EXPECT_EQ(table.Probe(2, 1).score, MatedIn(3));
}

TEST(TranspositionTable, ForgetsEverythingWhenCleared) {
  TranspositionTable table(1 << 12);
  Rng rng(1);
  for (int round = 0; round < 70'000; ++round) {  // more rounds than there are epochs
    const uint64_t key = rng.Next();
    table.Store(key, 0, Entry(1, 5));
    table.Clear();
    ASSERT_FALSE(table.Probe(key, 0).found) << round;
  }
  EXPECT_EQ(table.UsedPermill(), 0);
}

TEST(TranspositionTable, KeepsDeepResultsOverShallowOnes) {
  TranspositionTable table(64);  // one bucket of four
  for (uint64_t i = 1; i <= 3; ++i) table.Store(i << 32, 0, Entry(0, 20));
  for (uint64_t i = 10; i < 20; ++i) table.Store(i << 32, 0, Entry(0, 1));
  for (uint64_t i = 1; i <= 3; ++i) EXPECT_TRUE(table.Probe(i << 32, 0).found) << i;
  EXPECT_TRUE(table.Probe(uint64_t{19} << 32, 0).found);
}

TEST(TranspositionTable, NeverHoldsMoreThanItsBytesBeyondOneBucket) {
  TranspositionTable tiny(0);
  tiny.Store(5, 0, Entry(3, 1));
  EXPECT_TRUE(tiny.Probe(5, 0).found);
}

}  // namespace
}  // namespace rookery::search

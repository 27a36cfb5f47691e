#include "coordinator/games/game_block.h"

#include <gtest/gtest.h>

#include "base/status.h"
#include "tests/support/random_records.h"

namespace rookery::coordinator {
namespace {

using testing::RandomOpening;
using testing::RandomRecord;
using testing::SameGame;

BlockPair RandomPair(uint64_t index, Rng& rng) {
  const chess::Position opening = RandomOpening(rng);
  return {{index, RandomRecord(opening, rng), RandomRecord(opening, rng)}, chess::ToFen(opening)};
}

std::vector<BlockPair> RandomPairs(uint64_t seed, size_t count) {
  Rng rng(seed);
  std::vector<BlockPair> pairs;
  uint64_t index = rng.Below(1000);
  for (size_t i = 0; i < count; ++i) {
    pairs.push_back(RandomPair(index, rng));
    index += 1 + rng.Below(3);
  }
  return pairs;
}

void ExpectSame(const std::vector<BlockPair>& read, const std::vector<BlockPair>& written) {
  ASSERT_EQ(read.size(), written.size());
  for (size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].result.index, written[i].result.index);
    EXPECT_EQ(read[i].opening, written[i].opening);
    EXPECT_TRUE(SameGame(read[i].result.first, written[i].result.first)) << i;
    EXPECT_TRUE(SameGame(read[i].result.second, written[i].result.second)) << i;
  }
}

TEST(GameBlock, ReadsRandomGamesAsTheyWereWritten) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const std::vector<BlockPair> pairs = RandomPairs(seed, seed);
    const auto read = DecodeBlock(EncodeBlock(pairs), 0, UINT64_MAX);
    ASSERT_TRUE(read.ok()) << seed << ": " << read.status();
    ExpectSame(*read, pairs);
  }
}

// As a broken or hostile worker may report them: whatever came must come back.
TEST(GameBlock, KeepsRecordsThatAreNoGames) {
  Rng rng(3);
  std::vector<BlockPair> pairs = {RandomPair(0, rng), RandomPair(1, rng), RandomPair(5, rng)};
  GameRecord& illegal = pairs[0].result.first;
  illegal.moves += illegal.moves.substr(0, 2);
  illegal.detail = "evidence\nof \"something\"";
  GameRecord& short_lists = pairs[0].result.second;
  short_lists.scores_cp = {30'005, -100'000, 100'000, 7};
  short_lists.times_ms = {UINT32_MAX, 0};
  short_lists.clocks_ms = {UINT32_MAX, 5, 0, UINT32_MAX - 1, 3};
  pairs[1].opening = "no position";
  pairs[1].result.first.digest = "short";
  pairs[2].result.first = {};
  pairs[2].result.second.moves.clear();
  pairs[2].result.second.times_ms.clear();
  const auto read = DecodeBlock(EncodeBlock(pairs), 0, UINT64_MAX);
  ASSERT_TRUE(read.ok()) << read.status();
  ExpectSame(*read, pairs);
}

TEST(GameBlock, KeepsChess960Castling) {
  const std::string fen = "rk2b2r/pppppppp/8/8/8/8/PPPPPPPP/RK2B2R w HAha - 0 1";
  const absl::StatusOr<chess::Position> start = chess::ParseFen(fen);
  ASSERT_TRUE(start.ok()) << start.status();
  Rng rng(9);
  std::vector<BlockPair> pairs;
  for (uint64_t i = 0; i < 20; ++i) {
    pairs.push_back(
        {{i, RandomRecord(*start, rng), RandomRecord(*start, rng)}, chess::ToFen(*start)});
  }
  const auto read = DecodeBlock(EncodeBlock(pairs), 0, UINT64_MAX);
  ASSERT_TRUE(read.ok()) << read.status();
  ExpectSame(*read, pairs);
}

TEST(GameBlock, ReadsOnlyThePairsThatAreAskedFor) {
  const std::vector<BlockPair> pairs = RandomPairs(2, 6);
  const uint64_t from = pairs[2].result.index;
  const auto read = DecodeBlock(EncodeBlock(pairs), from, pairs[4].result.index);
  ASSERT_TRUE(read.ok());
  ExpectSame(*read, {pairs[2], pairs[3]});
}

TEST(GameBlock, ReadsWithoutMovesAllButMovesAndDigests) {
  const std::vector<BlockPair> pairs = RandomPairs(2, 3);
  const auto read = DecodeBlock(EncodeBlock(pairs), 0, UINT64_MAX, BlockMoves::kLeaveOut);
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->size(), 3u);
  GameRecord game = pairs[1].result.second;
  game.moves.clear();
  game.digest.clear();
  EXPECT_TRUE(SameGame((*read)[1].result.second, game));
}

TEST(GameBlock, RefusesEveryTruncationAndEveryFlippedByte) {
  const std::vector<BlockPair> pairs = RandomPairs(4, 2);
  const std::string block = EncodeBlock(pairs);
  for (size_t size = 0; size < block.size(); size += 3) {
    EXPECT_TRUE(absl::IsDataLoss(DecodeBlock(block.substr(0, size), 0, UINT64_MAX).status()))
        << size;
  }
  for (size_t i = 0; i < block.size(); ++i) {
    std::string broken = block;
    broken[i] = static_cast<char>(broken[i] ^ 0x20);
    const auto read = DecodeBlock(broken, 0, UINT64_MAX);
    // What zstd doesn't look at may differ, and then nothing that is read does.
    if (read.ok()) {
      ExpectSame(*read, pairs);
    } else {
      EXPECT_TRUE(absl::IsDataLoss(read.status())) << i;
      EXPECT_NE(Message(read.status()).find("restore a backup"), std::string::npos);
    }
  }
}

// Two bytes a move is what they come in; random ones, the worst there are, must still do with less
// than the 1.5 that is asked for. bench_games says what real ones take.
TEST(GameBlock, TakesLessThanAByteForARandomMove) {
  const std::vector<BlockPair> pairs = RandomPairs(5, 32);
  size_t moves = 0;
  for (const BlockPair& pair : pairs) {
    moves += (pair.result.first.moves.size() + pair.result.second.moves.size()) / 2;
  }
  const auto sizes = SizesOf(EncodeBlock(pairs));
  ASSERT_TRUE(sizes.ok());
  EXPECT_LT(sizes->moves, moves);
}

}  // namespace
}  // namespace rookery::coordinator

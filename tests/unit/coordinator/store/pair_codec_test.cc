#include "coordinator/store/pair_codec.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include "tests/support/random_records.h"

namespace rookery::coordinator {
namespace {

using testing::RandomOpening;
using testing::RandomRecord;
using testing::SameGame;

std::string Plain(std::string_view blob) {
  std::string plain(ZSTD_getFrameContentSize(blob.data() + 1, blob.size() - 1), '\0');
  ZSTD_decompress(plain.data(), plain.size(), blob.data() + 1, blob.size() - 1);
  return plain;
}

TEST(PairCodec, ReadsRandomGamesAsTheyWereWritten) {
  Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    const chess::Position opening = RandomOpening(rng);
    const PairResult pair{7, RandomRecord(opening, rng), RandomRecord(opening, rng)};
    PairResult read;
    ASSERT_TRUE(DecodeGames(GamesPacker().Encode(pair), &read).ok());
    EXPECT_TRUE(SameGame(read.first, pair.first));
    EXPECT_TRUE(SameGame(read.second, pair.second));
  }
}

// As rows from before schema 10 hold them: neither times nor clocks behind the scores.
TEST(PairCodec, ReadsGamesOfTheVersionBefore) {
  Rng rng(2);
  PairResult pair;
  pair.first = RandomRecord(RandomOpening(rng), rng);
  pair.first.times_ms.clear();
  pair.first.clocks_ms.clear();
  pair.second = pair.first;
  const std::string plain = Plain(GamesPacker().Encode(pair));
  const std::string game = plain.substr(0, plain.size() / 2);
  ASSERT_EQ(game + game, plain);
  ASSERT_TRUE(game.ends_with(std::string(2, '\0')));  // two empty lists
  const std::string old_game = game.substr(0, game.size() - 2);
  std::string blob(1 + ZSTD_compressBound(plain.size()), '\1');
  const std::string old_plain = old_game + old_game;
  blob.resize(
      1 + ZSTD_compress(blob.data() + 1, blob.size() - 1, old_plain.data(), old_plain.size(), 3));
  PairResult read;
  ASSERT_TRUE(DecodeGames(blob, &read).ok());
  EXPECT_TRUE(SameGame(read.first, pair.first));
  EXPECT_TRUE(SameGame(read.second, pair.second));
}

TEST(PairCodec, RefusesWhatIsTorn) {
  Rng rng(3);
  PairResult pair;
  pair.first = RandomRecord(RandomOpening(rng), rng);
  const std::string blob = GamesPacker().Encode(pair);
  for (size_t size = 0; size < blob.size(); size += 5) {
    PairResult read;
    EXPECT_TRUE(absl::IsDataLoss(DecodeGames(blob.substr(0, size), &read))) << size;
  }
}

}  // namespace
}  // namespace rookery::coordinator

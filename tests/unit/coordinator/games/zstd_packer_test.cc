#include "coordinator/games/zstd_packer.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include "base/rng.h"

namespace rookery::coordinator {
namespace {

std::string TextOf(Rng& rng, size_t most) {
  std::string text(rng.Below(most), '\0');
  for (char& c : text) c = static_cast<char>('a' + rng.Below(4));
  return text;
}

TEST(ZstdPacker, GivesWhatAContextOfItsOwnGivesWhateverItPackedBefore) {
  Rng rng(11);
  ZstdPacker kept(3, ZstdPacker::Checksum::kWith);
  for (int i = 0; i < 200; ++i) {
    const std::string text = TextOf(rng, i % 10 == 0 ? 100'000 : 1000);
    const std::string packed = kept.Pack(text);
    ASSERT_EQ(packed, ZstdPacker(3, ZstdPacker::Checksum::kWith).Pack(text));
    std::string plain(text.size(), '\0');
    ASSERT_EQ(ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size()),
              text.size());
    ASSERT_EQ(plain, text);
  }
}

TEST(ZstdPacker, AChecksumFindsABrokenByte) {
  const std::string text = "the same words again and again and again and again";
  const std::string bare = ZstdPacker(3, ZstdPacker::Checksum::kNone).Pack(text);
  std::string packed = ZstdPacker(3, ZstdPacker::Checksum::kWith).Pack(text);
  EXPECT_EQ(packed.size(), bare.size() + 4);
  packed.back() = static_cast<char>(packed.back() ^ 1);
  std::string plain(text.size(), '\0');
  EXPECT_NE(ZSTD_isError(ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size())),
            0u);
}

}  // namespace
}  // namespace rookery::coordinator

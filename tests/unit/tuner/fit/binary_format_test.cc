#include "tuner/fit/binary_format.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/chess/notation.h"

namespace rookery::fit {
namespace {

using Bytes = std::array<uint8_t, kRecordBytes>;

// Puts pieces (square, nibble) in square order, as both formats do.
Bytes WithPieces(const std::vector<std::pair<int, int>>& pieces) {
  Bytes bytes = {};
  uint64_t occupied = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    occupied |= uint64_t{1} << pieces[i].first;
    bytes[8 + i / 2] |= static_cast<uint8_t>(pieces[i].second << (i % 2 == 0 ? 0 : 4));
  }
  for (size_t i = 0; i < 8; ++i) bytes[i] = static_cast<uint8_t>(occupied >> (8 * i));
  return bytes;
}

TEST(BulletRecord, IsReadAsWhiteToMove) {
  // Ke1, Pe2, ke8 and a queen on d8.
  Bytes bytes = WithPieces({{4, 5}, {12, 0}, {59, 12}, {60, 13}});
  bytes[24] = 0x38;  // -200
  bytes[25] = 0xFF;
  bytes[26] = 1;
  bytes[27] = 4;
  bytes[28] = 60 ^ 56;
  const auto found = ParseBulletRecord(bytes);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(chess::ToFen(found->position), "3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ(found->score_cp, -200);
  EXPECT_EQ(found->result, 0.5);
}

// Records of another layout may hold legal positions by chance.
TEST(BulletRecord, HasItsKingsWhereItSaysSo) {
  Bytes bytes = WithPieces({{4, 5}, {12, 0}, {59, 12}, {60, 13}});
  for (int own = 0; own < 256; ++own) {
    for (int other = 0; other < 256; ++other) {
      bytes[27] = static_cast<uint8_t>(own);
      bytes[28] = static_cast<uint8_t>(other);
      EXPECT_EQ(ParseBulletRecord(bytes).ok(), own == 4 && other == 4) << own << ' ' << other;
    }
  }
  bytes[27] = 5;
  EXPECT_EQ(ParseBulletRecord(bytes).status().message(),
            "king of the side to move: square 5 is told, the board has it on 4");
  bytes[27] = 4;
  bytes[28] = 60;
  EXPECT_EQ(ParseBulletRecord(bytes).status().message(),
            "king of the side not to move: square 60 is told, the board has it on 4");
}

TEST(MarlinRecord, KeepsMoverCastlingAndClocks) {
  // Ke1, Rh1 unmoved; pawn e4, black pawn d4; ke8, ra8 unmoved; Black to move, en passant e3.
  Bytes bytes = WithPieces({{4, 5}, {7, 6}, {27, 8}, {28, 0}, {56, 14}, {60, 13}});
  bytes[24] = 128 | 20;
  bytes[25] = 0;
  bytes[26] = 30;
  bytes[28] = 100;
  bytes[30] = 2;
  const auto found = ParseMarlinRecord(bytes);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(chess::ToFen(found->position), "r3k3/8/8/8/3pP3/8/8/4K2R b Kq e3 0 30");
  EXPECT_EQ(found->score_cp, 100);
  EXPECT_EQ(found->result, 1);
}

TEST(BinaryRecords, RefuseWhatIsNoPosition) {
  EXPECT_FALSE(ParseBulletRecord(Bytes{}).ok());
  EXPECT_FALSE(ParseMarlinRecord(Bytes{}).ok());
  Bytes full = {};
  full.fill(0xFF);  // 64 occupied squares
  EXPECT_FALSE(ParseBulletRecord(full).ok());
  EXPECT_FALSE(ParseMarlinRecord(full).ok());
  Bytes unknown = WithPieces({{4, 5}, {12, 6}, {60, 13}});
  EXPECT_FALSE(ParseBulletRecord(unknown).ok());
  Bytes result = WithPieces({{4, 5}, {60, 13}});
  result[26] = 3;
  result[27] = result[28] = 4;
  EXPECT_FALSE(ParseBulletRecord(result).ok());
  Bytes square = WithPieces({{4, 5}, {60, 13}});
  square[24] = 100;
  EXPECT_FALSE(ParseMarlinRecord(square).ok());
}

}  // namespace
}  // namespace rookery::fit

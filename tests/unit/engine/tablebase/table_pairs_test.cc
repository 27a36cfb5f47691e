#include "engine/tablebase/table_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/status.h"

namespace rookery::tablebase {
namespace {

using ::testing::HasSubstr;

// Codes of one and two bits: symbol 2 (a pair) is 1, symbols 0 and 1 are 00 and 01.
const std::string kHead(
    "\x00\x06\x09\x01\x05\x00\x00\x00"  // flags, block, index, padding, blocks
    "\x02\x01\x02\x00\x00\x00"          // longest, shortest, first symbol of each
    "\x03\x00\x04\xf0\xff\x02\xf0\xff\x00\x10\x00\x00",
    26);

absl::StatusOr<TablePairs> Read(const std::string& head, TableKind kind = TableKind::kWdl) {
  TableBytes from(head);
  auto pairs = ReadPairs(from, kind, 1000);
  EXPECT_EQ(from.ended(), head.size() < kHead.size() && (head[0] & 0x80) == 0);
  return pairs;
}

TEST(TablePairs, AreRead) {
  const auto pairs = Read(kHead);
  ASSERT_TRUE(pairs.ok()) << pairs.status();
  EXPECT_EQ(pairs->index_entries(), 2u);
  EXPECT_EQ(pairs->data_bytes(), 5u * 64);
  EXPECT_EQ(pairs->padded_blocks, 6u);
  EXPECT_EQ(pairs->largest_value, 4u);
}

TEST(TablePairs, OfOneValueStoreNothing) {
  const auto pairs = Read(std::string("\x80\x02", 2));
  ASSERT_TRUE(pairs.ok()) << pairs.status();
  EXPECT_TRUE(pairs->constant);
  EXPECT_EQ(pairs->index_entries() + pairs->data_bytes() + pairs->padded_blocks, 0u);
  EXPECT_TRUE(Read("\x80\x7f", TableKind::kDtz).ok());  // it is only padding there
  EXPECT_THAT(Message(Read("\x80\x05").status()), HasSubstr("neither win, draw nor loss"));
}

TEST(TablePairs, MayEndBeforeTheirEnd) {
  for (size_t size = 1; size < kHead.size(); ++size) {
    (void)Read(kHead.substr(0, size));
  }
}

TEST(TablePairs, RefusesWhatLeadsOutOfBounds) {
  const struct {
    size_t at;
    char byte;
    const char* says;
  } cases[] = {
      {1, 64, "its blocks are of no possible size"},
      {2, 0, "its blocks are of no possible size"},
      {2, 40, "its blocks are of no possible size"},
      {4, 0, "its blocks are of no possible size"},
      {8, 0, "its codes are of no possible length"},
      {8, 33, "its codes are of no possible length"},
      {9, 0, "its codes are of no possible length"},
      {9, 3, "its codes are of no possible length"},
      {10, 3, "a code stands for no symbol"},
      {12, 3, "its codes are out of order"},
      {10, 8, "its codes overlap"},
      {15, 0x7f, "it has too many symbols"},
      {16, 5, "a value is neither win, draw nor loss"},
      {22, 2, "a symbol is a part of itself"},
      {22, 3, "a symbol's half is no symbol"},
  };
  for (const auto& one : cases) {
    std::string head = kHead;
    if (one.at == 15) head.append(size_t{3} * 0x8000, '\0');
    head[one.at] = one.byte;
    EXPECT_THAT(Message(Read(head).status()), HasSubstr(one.says)) << one.at;
  }
  EXPECT_TRUE(Read(std::string(kHead).replace(16, 1, "\x20"), TableKind::kDtz).ok());
}

}  // namespace
}  // namespace rookery::tablebase

#include "engine/tablebase/table_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/status.h"

namespace rookery::tablebase {
namespace {

using ::testing::HasSubstr;

// Ten positions in three blocks of four, four and two values; an index entry for each eight. The
// second entry is of position 12, which only the padding has.
TablePairs Part() {
  TablePairs part;
  part.positions = 10;
  part.block_bits = 5;
  part.index_bits = 3;
  part.blocks = 3;
  part.padded_blocks = 4;
  return part;
}
const std::string kTables(
    "\x01\x00\x00\x00\x00\x00"
    "\x03\x00\x00\x00\x02\x00"
    "\x03\x00\x03\x00\x01\x00\xff\xff",
    20);

absl::Status Check(std::string tables, size_t size) {
  tables = "head" + tables;
  tables.resize(size);
  return CheckBody(tables, 4, {Part()});
}
constexpr size_t kWhole = 64 + 128 + 16;

TEST(TableIndex, HasEachPositionInItsPlace) {
  EXPECT_TRUE(Check(kTables, kWhole).ok()) << Check(kTables, kWhole);
  TablePairs constant;
  constant.constant = true;
  constant.positions = 10;
  EXPECT_TRUE(CheckBody(std::string(80, ' '), 14, {constant, constant}).ok());
}

TEST(TableIndex, RefusesAnotherSize) {
  for (const size_t size : {kWhole - 64, kWhole + 64, size_t{16}}) {
    EXPECT_THAT(Message(Check(kTables, size)),
                HasSubstr(fmt::format("{} bytes, and its head says {}", size, kWhole)));
  }
}

TEST(TableIndex, RefusesEveryOtherPlace) {
  for (size_t i = 0; i < kTables.size(); ++i) {
    std::string tables = kTables;
    tables[i] = static_cast<char>(tables[i] ^ 4);
    const bool padding = i >= 18;  // what the padding's blocks hold doesn't matter
    EXPECT_EQ(Check(tables, kWhole).ok(), padding) << i;
  }
  EXPECT_THAT(Message(Check(std::string(20, '\0'), kWhole)),
              HasSubstr("its blocks have 3 values, not 10"));
}

}  // namespace
}  // namespace rookery::tablebase

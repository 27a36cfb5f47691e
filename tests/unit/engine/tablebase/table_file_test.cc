#include "engine/tablebase/table_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/rng.h"
#include "base/status.h"

namespace rookery::tablebase {
namespace {

using ::testing::HasSubstr;

constexpr size_t kUnit = 64;

struct Table {
  std::string name;
  TableKind kind;
  std::string bytes;
};

std::vector<Table> Tables() {
  std::vector<Table> tables;
  for (const char* file : {"KQvK.rtbw", "KRvK.rtbw", "KPvK.rtbw", "KQvK.rtbz", "KRvK.rtbz"}) {
    const auto bytes = ReadFile(std::string(ROOKERY_SYZYGY) + "/" + file, 1 << 20);
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    tables.push_back({std::string(file).substr(0, 4),
                      file[8] == 'w' ? TableKind::kWdl : TableKind::kDtz, *bytes});
  }
  return tables;
}

absl::Status Check(const Table& table, std::string_view bytes) {
  return CheckTable(bytes, table.kind, *MenOfName(table.name));
}

TEST(TableFile, IsWhole) {
  for (const Table& table : Tables()) {
    EXPECT_TRUE(Check(table, table.bytes).ok()) << table.name << ": " << Check(table, table.bytes);
  }
}

// The real KBvK.rtbw: nobody ever wins, so it is a head alone.
TEST(TableFile, MayHaveNoBlocks) {
  std::string bytes("\x71\xe8\x23\x5d\x01\x00\x66\x33\xee\x00\x80\x02\x80\x02", 14);
  bytes.resize(80);
  const Table table{"KBvK", TableKind::kWdl, bytes};
  EXPECT_TRUE(Check(table, bytes).ok()) << Check(table, bytes);
  EXPECT_THAT(Message(Check({"KNvK", TableKind::kWdl, ""}, bytes)),
              HasSubstr("not those of its name"));
  EXPECT_THAT(Message(Check({"KBvKB", TableKind::kWdl, ""}, bytes)), HasSubstr("its flags (0x1)"));
  EXPECT_THAT(Message(Check({"KBvK", TableKind::kDtz, ""}, bytes)), HasSubstr("begins like none"));
}

// DTZ of one value, looked up in maps; what is looked up must be in the file.
TEST(TableFile, MayHaveMaps) {
  std::string bytes(
      "\xd7\x66\x0c\xa5\x00\x00\x06\x05\x0e\x00\x82\x00\x01\x07\x01\x07\x01\x07\x01\x07", 20);
  bytes.resize(80);
  const Table table{"KQvK", TableKind::kDtz, bytes};
  EXPECT_TRUE(Check(table, bytes).ok()) << Check(table, bytes);
  bytes[12] = static_cast<char>(200);
  EXPECT_FALSE(Check(table, bytes).ok());
  bytes[10] = static_cast<char>(0x92);  // of two bytes
  EXPECT_FALSE(Check(table, bytes).ok());
}

TEST(TableFile, RefusesWhateverWasCut) {
  for (const Table& table : Tables()) {
    for (size_t size = 0; size < table.bytes.size(); ++size) {
      // Each one that a look at the size alone lets through, and all in the head.
      if (size > 1000 && size % kUnit != 16) continue;
      EXPECT_EQ(Check(table, table.bytes.substr(0, size)).code(), absl::StatusCode::kDataLoss)
          << table.name << " " << size;
    }
    EXPECT_FALSE(Check(table, table.bytes + std::string(kUnit, '\0')).ok());
  }
  const Table table = Tables().front();
  EXPECT_THAT(Message(Check(table, table.bytes.substr(0, 1040))),
              HasSubstr("1040 bytes, and its head says 32912"));
  EXPECT_THAT(Message(Check(table, table.bytes.substr(0, 1000))),
              HasSubstr("1000 bytes, and every table has 16 more than a multiple of 64"));
}

// Downloads that were never finished have zeros where nothing has come yet.
TEST(TableFile, RefusesHolesInItsIndex) {
  for (const Table& table : Tables()) {
    std::string bytes = table.bytes;
    const size_t head = table.kind == TableKind::kDtz ? 120 : table.name == "KPvK" ? 326 : 86;
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(head), bytes.end(), '\0');
    EXPECT_FALSE(Check(table, bytes).ok()) << table.name;
  }
}

TEST(TableFile, RefusesNoise) {
  for (const Table& table : Tables()) {
    Rng rng(7);
    for (int i = 0; i < 3000; ++i) {
      // After the magic, after the flags, after the men.
      std::string bytes = table.bytes.substr(0, std::array<size_t, 3>{4, 5, 10}[rng.Below(3)]);
      const size_t size = (rng.Below(40) + 1) * kUnit + 16;
      while (bytes.size() < size) bytes += static_cast<char>(rng.Below(256));
      bytes[10] = static_cast<char>(bytes[10] & 0x7f);  // of one value, and whole, it could be
      EXPECT_FALSE(Check(table, bytes).ok()) << table.name << " " << i;
    }
  }
}

}  // namespace
}  // namespace rookery::tablebase

#include "engine/tablebase/table_men.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/status.h"

namespace rookery::tablebase {
namespace {

using ::testing::HasSubstr;

// In the format's codes: pawn to king are 1 to 6, and 8 more for the side named second.
constexpr int k = 14, p = 9;
constexpr int P = 1, B = 3, R = 4, Q = 5, K = 6;

TEST(TableMen, KnowsTheNamesThatTablesHave) {
  const auto men = MenOfName("KRPPvKP");
  ASSERT_TRUE(men.has_value());
  EXPECT_EQ(men->all, 6u);
  EXPECT_EQ(men->leading_pawns, 1u);  // the fewer
  EXPECT_EQ(men->other_pawns, 2u);
  EXPECT_FALSE(men->symmetric);
  EXPECT_EQ(MenOfName("KPvK")->other_pawns, 0u);
  EXPECT_TRUE(MenOfName("KRvKR")->symmetric);
  EXPECT_TRUE(MenOfName("KQQvK")->only_kings_unique);
  EXPECT_FALSE(MenOfName("KQvK")->only_kings_unique);
  for (const char* name :
       {"", "KvK", "KQ", "QvK", "KQvKvK", "KQKvK", "kqvk", "KQvK (1)", "KQQQvKQQQ"}) {
    EXPECT_FALSE(MenOfName(name).has_value()) << name;
  }
}

uint64_t Positions(const std::string& name, const TablePart& part, int file = 0) {
  const auto positions = PositionsOf(*MenOfName(name), part, file);
  EXPECT_TRUE(positions.ok()) << name << ": " << positions.status();
  return positions.value_or(0);
}

TEST(TableMen, CountsPositions) {
  EXPECT_EQ(Positions("KQvK", {.men = {K, Q, k}}), 31'332u);
  EXPECT_EQ(Positions("KQRvK", {.order = 1, .men = {R, K, k, Q}}), 31'332u * 61);
  EXPECT_EQ(Positions("KQQvK", {.men = {K, k, Q, Q}}), 462u * 62 * 61 / 2);
  EXPECT_EQ(Positions("KPvK", {.order = 2, .men = {P, K, k}}), 6u * 63 * 62);
  EXPECT_EQ(Positions("KPvKP", {.other_order = 1, .men = {P, p, K, k}}, 3), 6u * 47 * 62 * 61);
}

// Pawns of one side, up to the mirror. Two may be each other's image; and if the two leading ones
// are, the third's places are numbered on both sides: 23 on the edge's first pair, 22 on the next.
TEST(TableMen, CountsThePawnsOfAllFilesOnce) {
  uint64_t two = 0;
  uint64_t three = 0;
  for (int file = 0; file < 4; ++file) {
    two += Positions("KPPvK", {.men = {P, P, K, k}}, file);
    three += Positions("KPPPvK", {.men = {P, P, P, K, k}}, file);
  }
  EXPECT_EQ(two, (48u * 47 / 2 + 24) / 2 * 62 * 61);
  EXPECT_EQ(three, (48u * 47 * 46 / 6 / 2 + 23u * 24 / 2) * 61 * 60);
}

TEST(TableMen, RefusesPartsOfOtherMen) {
  const struct {
    const char* name;
    TablePart part;
    const char* says;
  } cases[] = {
      {"KQvK", {.men = {K, R, k}}, "its men are not those of its name"},
      {"KQvK", {.men = {K, Q, 0}}, "its men are not those of its name"},
      {"KQQvK", {.men = {K, Q, Q, k}}, "its men don't begin with the kings"},
      {"KQQRvK", {.men = {K, k, Q, R, Q}}, "its men are out of order"},
      {"KPvK", {.men = {K, P, k}}, "its men don't begin with the pawns"},
      {"KPPvKP", {.other_order = 1, .men = {P, P, p, K, k}}, "its men don't begin with the pawns"},
      {"KQvK", {.order = 1, .men = {K, Q, k}}, "its order of men is none"},
      {"KBvK", {.order = 15, .men = {K, B, k}}, "its order of men is none"},
      {"KPvKP", {.other_order = 0, .men = {P, p, K, k}}, "its order of men is none"},
      {"KPvKP", {.other_order = 7, .men = {P, p, K, k}}, "its order of men is none"},
  };
  for (const auto& one : cases) {
    const absl::Status status = PositionsOf(*MenOfName(one.name), one.part, 0).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << one.name;
    EXPECT_THAT(Message(status), HasSubstr(one.says)) << one.name;
  }
}

}  // namespace
}  // namespace rookery::tablebase

#include "base/decimal.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(Decimal, TheLastDigitsStandBehindThePoint) {
  EXPECT_EQ(DecimalText(152, 0), "152");
  EXPECT_EQ(DecimalText(152, 2), "1.52");
  EXPECT_EQ(DecimalText(5, 2), "0.05");
  EXPECT_EQ(DecimalText(0, 3), "0.000");
  EXPECT_EQ(DecimalText(-7, 1), "-0.7");
  EXPECT_EQ(DecimalText(-1'000'000'000, 6), "-1000.000000");
}

}  // namespace
}  // namespace rookery

#include "coordinator/stats/normal.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::stats {
namespace {

TEST(Normal, HasKnownValues) {
  EXPECT_EQ(NormalCdf(0), 0.5);
  EXPECT_NEAR(NormalCdf(kZ95), 0.975, 1e-15);
  EXPECT_NEAR(NormalCdf(-6), 9.865876450376981e-10, 1e-23);
}

TEST(Normal, KeepsTheLogarithmWhereTheValueUnderflows) {
  EXPECT_NEAR(LogNormalCdf(-1), std::log(NormalCdf(-1)), 1e-15);
  // ln Phi(-50), from a high-precision evaluation of Mills' ratio.
  EXPECT_NEAR(LogNormalCdf(-50), -1254.831361138, 1e-8);
  EXPECT_NEAR(LogNormalCdf(-36 - 1e-9), LogNormalCdf(-36 + 1e-9), 1e-6);
}

TEST(Normal, QuantileInvertsTheCdf) {
  EXPECT_NEAR(NormalQuantile(0.975), kZ95, 1e-13);
  for (const double p : {1e-300, 1e-20, 1e-5, 0.02, 0.3, 0.5, 0.7, 0.999, 1 - 1e-12}) {
    const double z = NormalQuantile(p);
    EXPECT_NEAR(NormalCdf(z) / p, 1, 1e-10) << p;
  }
}

TEST(NormalCdfByTable, AgreesWithTheFunction) {
  for (double z = -10; z <= 10; z += 0.0007) {
    ASSERT_NEAR(NormalCdfByTable(z), NormalCdf(z), 1e-13) << z;
  }
  EXPECT_EQ(NormalCdfByTable(-1e300), 0);
  EXPECT_EQ(NormalCdfByTable(1e300), 1);
}

}  // namespace
}  // namespace rookery::stats

#include "coordinator/stats/exit_law.h"

#include <gtest/gtest.h>

#include "tests/reference/stats/golden.h"

namespace rookery::stats {
namespace {

TEST(ExitLawGolden, GivesFishtestsSeries) {
  const nlohmann::json golden = Golden("fishtest.json", "exit_law");
  for (const auto& row : golden) {
    const double sigma = row.at("sigma");
    const BoundedMotion motion{.lower = row.at("a"),
                               .upper = row.at("b"),
                               .drift = row.at("mu"),
                               .variance = sigma * sigma};
    EXPECT_NEAR(WorseProbability(motion, row.at("T"), row.at("y")),
                row.at("out").at("series_alt1").get<double>(), 1e-9)
        << row.dump();
  }
}

}  // namespace
}  // namespace rookery::stats

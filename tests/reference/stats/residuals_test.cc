// fishtest's get_chi2; see tests/data/README.md.
#include "coordinator/stats/residuals.h"

#include <gtest/gtest.h>

#include "tests/reference/stats/golden.h"

namespace rookery::stats {
namespace {

TEST(ResidualsGolden, GivesFishtestsChiSquareAndNamesTheSameWorker) {
  const nlohmann::json golden = Golden("residuals.json", "cases");
  for (const auto& row : golden) {
    std::vector<Pentanomial> workers;
    for (const auto& worker : row.at("workers")) workers.push_back(worker.at("pentanomial"));
    const Homogeneity result = CompareWorkers(workers);
    const auto& out = row.at("out");
    if (!out.at("chi2").is_number()) {
      EXPECT_FALSE(result.chi_square || result.p || result.z95);
      continue;
    }
    EXPECT_NEAR(*result.chi_square, out.at("chi2").get<double>(), 1e-9);
    EXPECT_EQ(result.degrees, out.at("dof").get<int>());
    EXPECT_NEAR(*result.p, out.at("p").get<double>(), 1e-9);
    EXPECT_NEAR(*result.z95, out.at("z_95").get<double>(), 1e-9);
    EXPECT_NEAR(*result.z99, out.at("z_99").get<double>(), 1e-9);
    for (size_t i = 0; i < workers.size(); ++i) {
      const std::string key = row.at("workers")[i].at("key");
      EXPECT_EQ(result.workers[i].counted, out.at("residual").contains(key)) << key;
      if (!result.workers[i].counted) continue;
      EXPECT_NEAR(result.workers[i].z, out.at("residual").at(key).get<double>(), 1e-9) << key;
    }
    const auto worst = WorstWorker(result);
    const auto& bad = out.at("auto_purge_bad");
    ASSERT_EQ(worst.has_value(), !bad.empty());
    if (worst) {
      EXPECT_EQ(row.at("workers")[*worst].at("key"), bad[0]);
    }
  }
}

}  // namespace
}  // namespace rookery::stats

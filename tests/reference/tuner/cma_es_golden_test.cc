// CMA-ES's constants and its state generation by generation against another implementation
// (tests/data/cma_es.json), adaptation of the learning rates included, to 1e-9.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tuner/optim/cma_es.h"

namespace rookery::optim {
namespace {

nlohmann::json Golden() {
  std::ifstream file(std::string(ROOKERY_TEST_DATA) + "/cma_es.json");
  EXPECT_TRUE(file.good());
  return nlohmann::json::parse(file);
}

void ExpectSame(double value, double expected) {
  EXPECT_LE(std::abs(value - expected), 1e-9 * std::max(1.0, std::abs(expected)))
      << value << " instead of " << expected;
}

TEST(CmaEsGolden, WeightsAndLearningRatesAreReproduced) {
  int checked = 0;
  const nlohmann::json golden = Golden();
  for (const auto& row : golden.at("constants")) {
    const CmaConstants made = MakeCmaConstants(row.at("parameters"));
    ASSERT_EQ(made.population, row.at("population"));
    for (int i = 0; i < made.population; ++i) {
      ExpectSame(made.weights[i], row.at("weights")[static_cast<size_t>(i)]);
    }
    ExpectSame(made.mu_eff, row.at("mu_eff"));
    ExpectSame(made.c1, row.at("c1"));
    ExpectSame(made.c_mu, row.at("c_mu"));
    ExpectSame(made.c_c, row.at("c_c"));
    ExpectSame(made.c_sigma, row.at("c_sigma"));
    ExpectSame(made.d_sigma, row.at("d_sigma"));
    ExpectSame(made.expected_norm, row.at("expected_norm"));
    ++checked;
  }
  EXPECT_EQ(checked, 7);
}

TEST(CmaEsGolden, MeanStepSizeShapeAndRatesAreReproducedGenerationByGeneration) {
  int checked = 0;
  const nlohmann::json golden = Golden();
  for (const auto& run : golden.at("runs")) {
    const int n = run.at("parameters");
    CmaEs ours(n, run.at("sigma"), run.at("rate"));
    for (const auto& generation : run.at("generations")) {
      const auto& from = generation.at("points");
      Eigen::MatrixXd points(n, static_cast<Eigen::Index>(from.size()));
      for (Eigen::Index i = 0; i < points.cols(); ++i) {
        for (Eigen::Index j = 0; j < n; ++j) {
          points(j, i) = from[static_cast<size_t>(i)][static_cast<size_t>(j)];
        }
      }
      ours.Update(points);
      ExpectSame(ours.sigma(), generation.at("sigma"));
      ExpectSame(ours.mean_rate(), generation.at("mean_rate"));
      ExpectSame(ours.shape_rate(), generation.at("shape_rate"));
      for (Eigen::Index i = 0; i < n; ++i) {
        ExpectSame(ours.mean()[i], generation.at("mean")[static_cast<size_t>(i)]);
        for (Eigen::Index j = 0; j < n; ++j) {
          ExpectSame(ours.shape()(i, j),
                     generation.at("shape")[static_cast<size_t>(i)][static_cast<size_t>(j)]);
        }
      }
      ++checked;
    }
  }
  EXPECT_EQ(checked, 50);
}

}  // namespace
}  // namespace rookery::optim

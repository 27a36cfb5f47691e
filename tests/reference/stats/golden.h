// Reads the reference values of tests/data/stats. Tests only; any thread.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "coordinator/stats/counts.h"
#include "coordinator/stats/sprt.h"

namespace rookery::stats {

inline nlohmann::json Golden(const std::string& name, const std::string& section) {
  std::ifstream file(std::string(ROOKERY_TEST_DATA) + "/stats/" + name);
  EXPECT_TRUE(file.good()) << name;
  return nlohmann::json::parse(file).at(section);
}

inline SprtBounds BoundsOf(const nlohmann::json& row) {
  return {
      .elo0 = row.at("elo0"),
      .elo1 = row.at("elo1"),
      .alpha = row.value("alpha", 0.05),
      .beta = row.value("beta", 0.05),
      .model = row.at("elo_model") == "normalized" ? EloModel::kNormalized : EloModel::kLogistic};
}

inline bool IsPentanomial(const nlohmann::json& row) { return row.at("kind") == "pentanomial"; }

}  // namespace rookery::stats

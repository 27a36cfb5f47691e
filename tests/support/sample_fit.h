// Fits with something in every field, for tests of the coordinator. Any thread.
#pragma once

#include <string>

#include "coordinator/core/fit.h"

namespace rookery::coordinator::testing {

// `number` makes it another report.
inline FitReport SampleFit(int number = 0) {
  FitReport report;
  report.train = {900 + static_cast<uint64_t>(number), 9, 0.61, 1.0 / 3, 0.2, 0.125};
  report.test = {100, 1, 0.62, 0.6, 0.21, 1e-9};
  report.passes = {{0.61, 0.62}, {0.5, std::nullopt}};
  report.weights = {{"mat_pawn.mg", "material", 100, 92, 91.6, 2.5, -3.2, 900, FitNote::kNone},
                    {"castled.mg", "king", -20, -40, -40, 0, std::nullopt, 12, FitNote::kAtBound},
                    {"fork.eg", "threats", 7, 7, 7, 0, std::nullopt, 0, FitNote::kNeverSeen}};
  report.data = "games of \"May\", 2 files";
  report.start = "default";
  report.start_weights = std::string(64, 'a');
  report.fitted_weights = std::string(64, 'b');
  report.prior_steps = 4;
  report.result_share = 0.5;
  report.k = 2.75;
  report.k_scores = 0.1;
  report.k_after = 2.5;
  report.anchored = true;
  report.in_check = 1;
  report.decided = 2;
  report.restless = 3;
  report.faulty = 4;
  report.games_known = true;
  return report;
}

}  // namespace rookery::coordinator::testing

// What a test will cost, said before it starts: pass probability and length against the true
// strength, in pairs, and in core hours, hours and kWh as far as the coordinator's newest like run,
// or the limits, say how long a game takes. The figures are coordinator/stats'. One thread.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/stats/plan.h"
#include "proto/wire/client.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

// From where the plan knows what it knows; all of it unknown on a new coordinator.
struct PlanBasis {
  double variance_per_game = 0;
  std::string run = {};  // with the same limits; empty: usual draws are assumed
  std::optional<double> seconds_per_game = std::nullopt;  // of cores
  bool from_limits = false;                               // those were reckoned from the limits
  int slots = 0;                                          // of the workers that are there
  double watts = 0;                                       // a core; 0: not said
};

struct TestPlanRow {
  std::string where;  // "elo0", "half way", "elo1"
  stats::PlanPoint point;
  std::optional<double> core_hours;
  std::optional<double> hours;  // on all slots
  std::optional<double> kwh;
};

struct TestPlan {
  PlanBasis basis;
  int64_t most_pairs = stats::kMostCount;
  std::vector<TestPlanRow> rows;
};

// Asks for the newest run with the same limits that has played enough. What can't be asked is
// unknown: a plan stops no test.
PlanBasis FindBasis(wire::Client& coordinator, const v1::RunSpec& spec);
// Adds the slots of the workers that are there, and where no like run was found the time of a game
// that follows from the limits alone.
void TakeWorkers(const v1::ListWorkersResponse& workers, const v1::RunSpec& spec, PlanBasis& basis);
// most_pairs: where the test ends without a verdict, 1 or more.
TestPlan MakeTestPlan(const stats::Sprt& sprt, const PlanBasis& basis,
                      int64_t most_pairs = stats::kMostCount);

std::vector<std::string> PlanLines(const TestPlan& plan);
nlohmann::ordered_json PlanJson(const TestPlan& plan);

}  // namespace rookery::cli

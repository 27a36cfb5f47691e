// A tune's duel log as CSV (a line a duel) or JSON (an object a line). Both hold what was really
// played, so that any estimator can be run on it. One thread.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "cli/context.h"
#include "proto/wire/client.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

// The heading of the CSV: pair, clock, worker, half_points, then NAME:dev and NAME:base.
std::string DuelHeading(const v1::Run& run);
// One line with its line break; a pair that isn't counted has no half_points and no worker.
std::string DuelCsv(const v1::Duel& duel);
std::string DuelJson(const v1::Run& run, const v1::Duel& duel);

// JSON if the path ends in .json, else CSV.
absl::Status WriteDuelLog(wire::Client& coordinator, const v1::Run& run, const std::string& path);
// To stdout: JSON with --json, else CSV.
absl::Status PrintDuelLog(wire::Client& coordinator, const v1::Run& run, Context& context);

}  // namespace rookery::cli

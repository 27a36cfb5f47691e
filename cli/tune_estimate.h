// What any estimator makes of a tune's duel log, with or without some workers' pairs: the numbers
// that the tuner itself would have, had it been told those duels alone. One thread.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rookery/v1/runs.pb.h"
#include "tuner/optim/parameter.h"

namespace rookery::cli {

optim::Space SpaceOf(const v1::TuneSpec& tune);

struct EstimateOptions {
  std::string method;                // of optim::MethodNames; empty: the run's own
  std::vector<std::string> without;  // workers whose pairs are left out
};

// The run with its progress computed anew. `duels` are in pair order; those beyond the first gap
// count too. InvalidArgument for a run that is no tune, and for workers that didn't play in it.
absl::StatusOr<v1::Run> Estimate(v1::Run run, const std::vector<v1::Duel>& duels,
                                 const EstimateOptions& options);

}  // namespace rookery::cli

// A fit of evaluation weights as it is asked for on the command line: files read, weights chosen,
// progress told. One thread calls; it works in several.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/context.h"
#include "cli/fit_data.h"
#include "tuner/fit/data_set.h"
#include "tuner/fit/fit_weights.h"

namespace rookery::cli {

struct FitFlags {
  FitDataFlags data;
  std::string start = "default";
  std::vector<std::string> groups;
  std::vector<std::string> names;
  std::string out;
  double prior = 4;
  double result_share = 0.5;
  double k = 0;
  int threads = 0;
  bool all = false;
  bool post = false;
  std::string title;
};

struct FitRun {
  fit::DataSet data;
  params::Weights start;
  fit::FitReport report;
  double seconds = 0;
};

// The evaluation's weights that the flags name, by the table's index, ascending; none: all of them.
absl::StatusOr<std::vector<int>> ChosenScalars(const FitFlags& flags);
// Cancelled on Ctrl-C. Writes nothing.
absl::StatusOr<FitRun> RunFit(const FitFlags& flags, Context& context);

}  // namespace rookery::cli

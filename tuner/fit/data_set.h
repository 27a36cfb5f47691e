// Files of labelled positions read into traces, split into training and test by game. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "engine/eval/shape.h"
#include "tuner/fit/position_reader.h"
#include "tuner/fit/trace_set.h"

namespace rookery::fit {

struct DataOptions {
  eval::Shape shape{params::Weights()};  // of the weights that the fit begins with
  ReadOptions read;
  double test_share = 0.1;  // of games
  int most_score_cp = 2000;
  // Replace each position by the calm one that its captures lead to; for data that isn't calm yet.
  bool resolve = false;
  Clock* clock = nullptr;                              // not owned; needed to resolve
  std::function<bool(int64_t positions)> on_progress;  // false: stop, Cancelled
};
inline constexpr int64_t kMostPositions = 50'000'000;  // some 8 GB of traces

struct DataSet {
  TraceSet train;
  TraceSet test;
  ReadSummary read;
  int64_t in_check = 0;  // left out, as the evaluation is never asked there
  int64_t decided = 0;   // left out: beyond most_score_cp, or neither side can win
  int64_t restless = 0;  // left out: couldn't be resolved
};

// InvalidArgument where a file is named twice, under whatever name.
absl::StatusOr<DataSet> LoadData(const std::vector<std::string>& files, const DataOptions& options);

}  // namespace rookery::fit

#include "cli/tune_run.h"

#include "base/status.h"

namespace rookery::cli {

SplitBook Split(const std::string& book, uint64_t lines) {
  size_t at = 0;
  while (lines > 0 && at < book.size()) {
    const size_t first = book.find_first_not_of(" \t\r", at);
    const bool opening = first < book.size() && book[first] != '\n' && book[first] != '#';
    if (opening) --lines;
    const size_t end = book.find('\n', at);
    at = end == std::string::npos ? book.size() : end + 1;
  }
  return {book.substr(0, at), book.substr(at)};
}

v1::TuneSpec TuneSpecOf(v1::TuneMethod method, double expected_gain, const optim::Space& space) {
  v1::TuneSpec tune;
  tune.set_method(method);
  tune.set_expected_gain(expected_gain);
  for (const optim::Parameter& p : space) {
    v1::TuneParameter& one = *tune.add_parameters();
    one.set_name(p.name);
    one.set_start(p.start);
    one.set_min(static_cast<int32_t>(p.min));
    one.set_max(static_cast<int32_t>(p.max));
    one.set_c_end(p.c_end);
    one.set_r_end(p.r_end);
  }
  return tune;
}

absl::StatusOr<params::Weights> TunedWeights(const v1::Run& run, params::Weights weights) {
  for (const v1::TunedParameter& one : run.tune().parameters()) {
    ROOKERY_RETURN_IF_ERROR(weights.Set(one.name(), one.shipped()));
  }
  return weights;
}

}  // namespace rookery::cli

// The parts of a tune that more than one command needs: its spec, its openings, what came of it.
// Pure; any thread.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "engine/params/weights.h"
#include "rookery/v1/runs.pb.h"
#include "tuner/optim/parameter.h"

namespace rookery::cli {

// The first `lines` openings for the tune, the others for the verification.
struct SplitBook {
  std::string tune;
  std::string rest;
};
SplitBook Split(const std::string& book, uint64_t lines);

v1::TuneSpec TuneSpecOf(v1::TuneMethod method, double expected_gain, const optim::Space& space);

// The start with the tuned values.
absl::StatusOr<params::Weights> TunedWeights(const v1::Run& run, params::Weights weights);

}  // namespace rookery::cli

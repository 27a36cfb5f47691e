// The core's candidates from the tuners of tuner/optim: binds one to a run. Embedded parameters
// only, so every name and range is checked against engine/params. No state; one thread at a time.
#pragma once

#include <memory>
#include <string_view>

#include "coordinator/core/candidates.h"

namespace rookery::coordinator {

class TunerSource : public CandidateSource {
 public:
  absl::StatusOr<std::unique_ptr<Tuner>> Begin(const RunSpec& spec, uint64_t seed) const override;
  absl::StatusOr<std::unique_ptr<Tuner>> Resume(const RunSpec& spec, uint64_t seed,
                                                std::string_view state) const override;
};

}  // namespace rookery::coordinator

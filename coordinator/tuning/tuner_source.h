// The core's candidates from the tuners of tuner/optim: binds one to a run. Names and ranges of an
// embedded engine are checked against engine/params; those of a UCI engine by who knows what it
// declares: the command line, and workers. No state; one thread at a time.
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
  absl::Status CheckEmbedded(const TuneSpec& tune) const override;
};

}  // namespace rookery::coordinator

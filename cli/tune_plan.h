// What a tune's budget can buy, said before it is asked for. One thread.
#pragma once

#include "absl/status/status.h"
#include "cli/context.h"
#include "cli/tune_flags.h"
#include "cli/tune_start.h"

namespace rookery::cli {

// What the coordinator would refuse is refused before anything is planned.
absl::Status CheckTuner(const TuneFlags& flags, const v1::TuneSpec& tune);

// Says the plan, and warns of what may not be meant. A race has none: it moves nothing.
absl::Status PlanTune(const TuneFlags& flags, const v1::TuneSpec& tune, const TuneStart& start,
                      Context& context);

}  // namespace rookery::cli

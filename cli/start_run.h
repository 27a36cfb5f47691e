// From the flags of `test` and `match` to a run on the coordinator. One thread.
#pragma once

#include "cli/context.h"
#include "cli/run_flags.h"

namespace rookery::cli {

// Makes the run that the flags describe and, if wanted, follows it. The exit code is the run's, or
// that of what went wrong.
Exit StartRun(const RunFlags& flags, v1::RunKind kind, Context& context);

}  // namespace rookery::cli

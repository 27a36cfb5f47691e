// From the flags of `test` and `match` to a run on the coordinator. One thread.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/context.h"
#include "cli/run_flags.h"
#include "proto/wire/client.h"

namespace rookery::cli {

// A run on the coordinator that answers.
struct StartedRun {
  std::unique_ptr<wire::Client> coordinator;
  v1::Run run;
  nlohmann::ordered_json planned;  // what was said before the start; null where there is no plan
};

// Says the plan of a test and makes the run that the flags describe. None: `exit` says what went
// wrong, and the user has been told.
std::optional<StartedRun> MakeRun(const RunFlags& flags, v1::RunKind kind, Context& context,
                                  Exit* exit);

// The openings that the flags name, every one of them read once.
absl::StatusOr<std::string> ChooseBook(const RunFlags& flags, Context& context);

// Says the plan of a test, makes the run that the flags describe and, if wanted, follows it. The
// exit code is the run's, or that of what went wrong.
Exit StartRun(const RunFlags& flags, v1::RunKind kind, Context& context);

}  // namespace rookery::cli

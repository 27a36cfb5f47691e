// Follows a run to its end, through restarts of the coordinator. One thread; nothing is owned.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "cli/context.h"
#include "proto/wire/client.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

// How long an unreachable coordinator is waited for once the run had been seen.
inline constexpr absl::Duration kPatience = absl::Minutes(10);

// The run at its end. Cancelled on Ctrl-C (the run goes on); Unavailable when patience ran out.
// Progress is shown as it comes.
absl::StatusOr<v1::Run> FollowRun(wire::Client& coordinator, const std::string& name,
                                  Context& context);

// Follows the run, prints its result (block or JSON) and says the exit code.
Exit FollowAndReport(wire::Client& coordinator, const std::string& name, Context& context);
// The same with what was said before the start, as for PrintRun.
Exit FollowAndReport(wire::Client& coordinator, const std::string& name,
                     const nlohmann::ordered_json& planned, Context& context);

// The result of a run that is known: the block, or one JSON object, to which `planned` is added
// unless it is null.
void PrintRun(const v1::Run& run, Context& context,
              const nlohmann::ordered_json& planned = nullptr);

// The coordinator that the common options name. Doesn't connect yet.
absl::StatusOr<std::unique_ptr<wire::Client>> OpenCoordinator(const Context& context);

}  // namespace rookery::cli

// `rookery test` and `rookery match`. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"
#include "cli/run_flags.h"

namespace rookery::cli {

// What any run has that is played on the fleet: limits, book, rules, how it is followed.
void AddPlayOptions(CLI::App& command, RunFlags& flags);

void AddTestCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

// `rookery backup|restore|audit`: the coordinator's own program does it, since the data is its. One
// thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddMaintenanceCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

// `rookery workers list`. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddWorkerCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

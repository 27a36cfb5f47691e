// The list of all commands. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

// In the order in which --help shows them.
void AddAllCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

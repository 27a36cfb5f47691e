// `rookery tokens` and `rookery log`: who may do what, and who did what. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddTokenCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

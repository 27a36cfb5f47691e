// `rookery book generate|info|lint|classify|shipped`. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddBookCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

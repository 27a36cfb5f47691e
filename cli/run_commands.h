// `rookery runs list|show|watch|stop|pgn`. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddRunCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

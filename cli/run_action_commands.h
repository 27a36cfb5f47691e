// `rookery runs pause|resume|stop|edit|comment|why`. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

// Below the noun `runs`.
void AddRunActionCommands(CLI::App& noun, Context& context);

}  // namespace rookery::cli

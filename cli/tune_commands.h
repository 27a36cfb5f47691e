// `rookery tune`: parameters by games, and the test that proves the result.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddTuneCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

// `rookery pgn check|show`: faults of PGN files with file, line and column, and single games by
// number, however large the file. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddPgnCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

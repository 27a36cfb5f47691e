// `rookery tune`: parameters by games, and the test that proves the result; `rookery runs duels`.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

// After AddRunCommands: the duel log is a verb of `runs`.
void AddTuneCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

// `rookery runs duels` and `rookery runs estimate`: what a tune played, and what any method makes
// of it, as figures and as a file.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddDuelCommands(CLI::App& runs, Context& context);

}  // namespace rookery::cli

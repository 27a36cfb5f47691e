// `rookery rules list|show|explain|cases`: what the rule profiles say, why a move is illegal or a
// game is over, and files of rule cases. On this machine alone. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddRulesCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

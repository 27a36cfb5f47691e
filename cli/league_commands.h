// `rookery league`. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddLeagueCommand(CLI::App& app, Context& context);

}  // namespace rookery::cli

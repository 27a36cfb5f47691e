// `rookery variant four-nation play|perft|show`: the four-nation game on this machine alone.
// One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddVariantCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

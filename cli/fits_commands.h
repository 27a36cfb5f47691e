// rookery fits: the fits that were posted. One thread; the context outlives the parser.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddFitsCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

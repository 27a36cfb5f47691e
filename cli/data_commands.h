// `rookery data`: labelled positions from self-play and from games that were played. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddDataCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

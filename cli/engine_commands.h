// `rookery engines ...`: what one does with UCI engines beside playing them. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddEngineCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

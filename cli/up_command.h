// `rookery up`: coordinator, workers and dashboard on this machine, in the foreground.
// One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddUpCommand(CLI::App& app, Context& context);

}  // namespace rookery::cli

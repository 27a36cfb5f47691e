// `rookery improve`: the whole circle from a group of parameters to new weights. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddImproveCommand(CLI::App& app, Context& context);

}  // namespace rookery::cli

// `rookery test` and `rookery match`. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddTestCommands(CLI::App& app, Context& context);

}  // namespace rookery::cli

// `rookery engines list, show, rename, remove`: the names under which the coordinator knows UCI
// engines. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddEngineNames(CLI::App& engines, Context& context);

}  // namespace rookery::cli

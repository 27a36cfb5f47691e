// `rookery engines add`: a UCI engine on its way to the fleet. It is tried here first, uploaded by
// content, and named on the coordinator. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddEngineAdd(CLI::App& engines, Context& context);

}  // namespace rookery::cli

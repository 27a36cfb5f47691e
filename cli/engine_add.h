// `rookery engines add|list|show|remove`: UCI engines as artifacts. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

// Beneath `rookery engines`.
void AddEngineAdd(CLI::App& engines, Context& context);
void AddEngineList(CLI::App& engines, Context& context);
void AddEngineShow(CLI::App& engines, Context& context);
void AddEngineRemove(CLI::App& engines, Context& context);

}  // namespace rookery::cli

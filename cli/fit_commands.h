// `rookery fit`: evaluation weights from labelled positions. One thread; the fit works in several.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddFitCommand(CLI::App& app, Context& context);

}  // namespace rookery::cli

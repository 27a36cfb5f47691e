// The offline calculators: `rookery calc ...` and `rookery rate`. They ask no coordinator.
// One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

// The noun `calc` with all its verbs.
void AddCalcCommands(CLI::App& app, Context& context);

// `rate`, a command of its own.
void AddRateCommand(CLI::App& app, Context& context);

// One verb each, for the above.
void AddCalcSprt(CLI::App& calc, Context& context);
void AddCalcElo(CLI::App& calc, Context& context);
void AddCalcPlan(CLI::App& calc, Context& context);
void AddCalcElimination(CLI::App& calc, Context& context);

}  // namespace rookery::cli

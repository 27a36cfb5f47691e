#include "cli/commands.h"

#include "cli/calc.h"

namespace rookery::cli {

void AddAllCommands(CLI::App& app, Context& context) { AddCalcCommands(app, context); }

}  // namespace rookery::cli

#include "cli/commands.h"

namespace rookery::cli {

void AddAllCommands(CLI::App& app, Context& context) {
  // One line a noun, as in AddCalcCommands(app, context).
  (void)app;
  (void)context;
}

}  // namespace rookery::cli

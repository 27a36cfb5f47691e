#include "cli/commands.h"

#include "cli/book_commands.h"
#include "cli/calc.h"
#include "cli/data_commands.h"
#include "cli/duel_commands.h"
#include "cli/engine_commands.h"
#include "cli/fastchess_command.h"
#include "cli/fit_commands.h"
#include "cli/fits_commands.h"
#include "cli/improve_command.h"
#include "cli/league_commands.h"
#include "cli/maintenance_commands.h"
#include "cli/pgn_commands.h"
#include "cli/rules_commands.h"
#include "cli/run_commands.h"
#include "cli/test_commands.h"
#include "cli/token_commands.h"
#include "cli/tune_commands.h"
#include "cli/up_command.h"
#include "cli/variant_commands.h"
#include "cli/worker_commands.h"

namespace rookery::cli {

void AddAllCommands(CLI::App& app, Context& context) {
  // One line a noun.
  AddUpCommand(app, context);
  AddTestCommands(app, context);
  AddLeagueCommand(app, context);
  AddFastchessCommand(app, context);
  AddEngineCommands(app, context);
  AddRunCommands(app, context);
  AddTuneCommands(app, context);
  AddDuelCommands(*app.get_subcommand("runs"), context);
  AddImproveCommand(app, context);
  AddWorkerCommands(app, context);
  AddTokenCommands(app, context);
  AddCalcCommands(app, context);
  AddRateCommand(app, context);
  AddBookCommands(app, context);
  AddPgnCommands(app, context);
  AddRulesCommands(app, context);
  AddDataCommands(app, context);
  AddFitCommand(app, context);
  AddFitsCommands(app, context);
  AddVariantCommands(app, context);
  AddMaintenanceCommands(app, context);
}

}  // namespace rookery::cli

#include "cli/calc.h"

#include "cli/command.h"

namespace rookery::cli {

void AddCalcCommands(CLI::App& app, Context& context) {
  CLI::App* calc = AddNoun(
      app, {.name = "calc",
            .summary = "Calculators: what results say, and what a test will cost",
            .examples = "rookery calc sprt --pentanomial 8,191,555,275,24 --elo0 0 --elo1 5\n"
                        "rookery calc elo --pentanomial 34,54,63,64,75\n"
                        "rookery calc plan --elo0 0 --elo1 5"});
  AddCalcSprt(*calc, context);
  AddCalcElo(*calc, context);
  AddCalcPlan(*calc, context);
  AddCalcElimination(*calc, context);
}

}  // namespace rookery::cli

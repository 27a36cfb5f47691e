#include "cli/improve_command.h"

#include <memory>

#include "cli/command.h"
#include "cli/data_generator.h"
#include "cli/improvement.h"
#include "cli/option_checks.h"
#include "cli/test_commands.h"
#include "cli/whole_number.h"

namespace rookery::cli {
namespace {

void AddWhat(CLI::App& command, ImproveFlags& flags) {
  command.add_option("--group", flags.groups, "Every parameter of a group; may be repeated")
      ->allow_extra_args(false)
      ->type_name("GROUP");
  command
      .add_option("--param", flags.names, "A parameter, or both phases of a term; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command
      .add_option("--start", flags.start, "The weights to begin with, and the verification's base")
      ->capture_default_str()
      ->type_name("FILE|NAME");
  command
      .add_option("--budget", flags.games,
                  "Games in all: for the fit's positions, the tune and the verification")
      ->capture_default_str()
      ->check(WholeNumber(kLeastImproveGames, 20'000'000));
  CLI::Option* data =
      command
          .add_option("--data", flags.data.files,
                      "Labelled positions to fit to, instead of self-play; may be repeated")
          ->type_name("FILE");
  for (CLI::Option* reading : AddFitDataOptions(command, flags.data)) reading->needs(data);
  command.add_option("--data-nodes", flags.data_nodes, "Nodes a move of the self-play")
      ->capture_default_str()
      ->check(WholeNumber(1, kMostDataNodes));
  command.add_option("--data-seed", flags.data_seed, "Of the self-play")
      ->capture_default_str()
      ->check(WholeNumber(0, kMostSeed));
  command.add_flag("--data-on-host", flags.data_on_host,
                   "Self-play on this host instead of the coordinator's workers");
  command
      .add_option("--slots", flags.slots,
                  "Threads of the fit, and with --data-on-host games of the self-play at a time")
      ->capture_default_str()
      ->check(WholeNumber(1, 64));
  command.add_option("--expected-gain", flags.expected_gain, "Elo that a tune may gain")
      ->capture_default_str()
      ->check(DecimalNumber(0.1, 1000.0));
}

void AddHow(CLI::App& command, ImproveFlags& flags) {
  AddGameOptions(command, flags.run);
  AddBoundOptions(command, flags.run.bounds);
  command
      .add_option("--out", flags.out,
                  "A folder for weights, report and what is needed to go on; the same command goes "
                  "on where it was broken off")
      ->capture_default_str()
      ->check(NotEmpty())
      ->type_name("FOLDER");
  command.add_flag("--plan", flags.plan_only, "Say how the budget is shared, and leave");
}

}  // namespace

void AddImproveCommand(CLI::App& app, Context& context) {
  const auto flags = std::make_shared<ImproveFlags>();
  CLI::App* command = AddCommand(
      app, context,
      {"improve",
       "From a group of parameters to better weights, or to the word that there are none",
       "rookery improve --group king --budget 20000\n"
       "rookery improve --group king --group search --budget 40000 --nodes 1000 --out king\n"
       "rookery improve --group mobility --data positions.epd --budget 10000"},
      [flags, &context] { return Improvement(*flags, context).Work(); });
  AddWhat(*command, *flags);
  AddHow(*command, *flags);
}

}  // namespace rookery::cli

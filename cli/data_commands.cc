#include "cli/data_commands.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/data_fleet.h"
#include "cli/data_run.h"
#include "cli/harvest.h"
#include "cli/option_checks.h"
#include "cli/whole_number.h"

namespace rookery::cli {
namespace {

struct GenerateFlags {
  DataRecipe recipe;
  std::string weights = "default";
  std::string out;
  bool fleet = false;
};

absl::Status Generate(const GenerateFlags& flags, Context& context) {
  DataRecipe recipe = flags.recipe;
  ROOKERY_ASSIGN_OR_RETURN(recipe.weights, params::LoadWeights(flags.weights));
  ROOKERY_ASSIGN_OR_RETURN(const GeneratedData made, GenerateFile(recipe, flags.out, context));
  if (context.json) {
    context.printer->Json({{"file", flags.out},
                           {"games", recipe.games},
                           {"positions", made.positions},
                           {"seed", recipe.seed},
                           {"nodes", recipe.nodes},
                           {"seconds", made.seconds}});
  } else {
    context.printer->Say(fmt::format("{}: {} positions of {} games, in {:.1f} s", flags.out,
                                     made.positions, recipe.games, made.seconds));
  }
  return absl::OkStatus();
}

Exit OnFleet(const GenerateFlags& flags, Context& context) {
  if (const auto weights = params::LoadWeights(flags.weights); !weights.ok()) {
    return context.FailLocal(weights.status());
  }
  return GenerateOnFleet(flags.recipe, flags.weights, flags.out, context);
}

Exit Finish(const absl::Status& status, Context& context) {
  if (status.ok()) return Exit::kDone;
  return absl::IsCancelled(status) ? Exit::kInterrupted : context.FailLocal(status);
}

void AddHarvestOptions(CLI::App& command, fit::HarvestOptions& options) {
  command
      .add_option("--max-score", options.most_score_cp,
                  "Leave out positions that the search calls decided by this many centipawns")
      ->capture_default_str()
      ->check(WholeNumber(1, 30'000));
  command
      .add_option("--max-gap", options.most_gap_cp,
                  "Leave out positions in which search and evaluation differ by more")
      ->capture_default_str()
      ->check(WholeNumber(1, 30'000));
}

void AddGenerate(CLI::App& noun, Context& context) {
  auto flags = std::make_shared<GenerateFlags>();
  CLI::App* command = AddCommand(
      noun, context,
      {"generate", "Play the embedded engine against itself and keep the calm positions",
       "rookery data generate --games 10000 --nodes 1000 --slots 2 --out data.epd\n"
       "rookery data generate --games 20000 --nodes 1000 --slots 2 --out data.epd   (goes on)\n"
       "rookery data generate --games 1000000 --nodes 5000 --fleet --out data.epd"},
      [flags, &context] {
        return flags->fleet ? OnFleet(*flags, context) : Finish(Generate(*flags, context), context);
      });
  DataRecipe& recipe = flags->recipe;
  command->add_option("--games", recipe.games, "Games in the file when it is done")
      ->capture_default_str()
      ->check(WholeNumber(1, kMostDataGames));
  command->add_option("--nodes", recipe.nodes, "Nodes a move")
      ->capture_default_str()
      ->check(WholeNumber(1, kMostDataNodes));
  CLI::Option* slots =
      command->add_option("--slots", recipe.slots, "Games played at a time on this host")
          ->capture_default_str()
          ->check(WholeNumber(1, kMostDataSlots));
  command
      ->add_flag("--fleet", flags->fleet,
                 "Played by the coordinator's workers instead of this host; by pairs, so an odd "
                 "number of games becomes even")
      ->excludes(slots);
  command->add_option("--seed", recipe.seed, "The same seed gives the same file")
      ->capture_default_str()
      ->check(WholeNumber(0, kMostSeed));
  command->add_option("--plies", recipe.plies, "Random half-moves that a game begins with")
      ->capture_default_str()
      ->check(WholeNumber(1, 60));
  command
      ->add_option("--max-opening-score", recipe.most_opening_cp,
                   "Drop openings beyond this many centipawns")
      ->capture_default_str()
      ->check(WholeNumber(1, 30'000));
  command->add_option("--weights", flags->weights, "Who plays")
      ->capture_default_str()
      ->type_name("FILE|NAME");
  AddHarvestOptions(*command, recipe.harvest);
  command
      ->add_option("--out", flags->out,
                   "The file (EPD with c9 result, ce score, id game.ply); if it is there already "
                   "and of the same recipe, it is continued, but with --fleet it is refused")
      ->required()
      ->check(OutputFile())
      ->type_name("FILE");
}

void AddHarvest(CLI::App& noun, Context& context) {
  auto flags = std::make_shared<HarvestFlags>();
  CLI::App* command =
      AddCommand(noun, context,
                 {"harvest", "Keep the calm positions of games that were played",
                  "rookery data harvest --run k3v9x0ab12 --out data.epd\n"
                  "rookery data harvest *.pgn --skip-plies 10 --out data.epd"},
                 [flags, &context] { return Finish(RunHarvest(*flags, context), context); });
  command->add_option("files", flags->files, "Games with scores in their comments")
      ->type_name("PGN");
  command
      ->add_option("--run", flags->runs,
                   "The games of a run on the coordinator, of any kind; may be repeated")
      ->allow_extra_args(false)
      ->type_name("RUN");
  command
      ->add_option("--skip-plies", flags->options.skip_plies,
                   "Half-moves after a game's start that are left out")
      ->capture_default_str()
      ->check(WholeNumber(0, 1000));
  AddHarvestOptions(*command, flags->options);
  command->add_option("--out", flags->out, "The file to write")
      ->required()
      ->check(OutputFile())
      ->type_name("FILE");
}

}  // namespace

void AddDataCommands(CLI::App& app, Context& context) {
  CLI::App* noun = AddNoun(app, {"data", "Labelled positions, for fitting weights",
                                 "rookery data generate --games 10000 --nodes 1000 --out data.epd\n"
                                 "rookery data harvest games.pgn --out data.epd"});
  AddGenerate(*noun, context);
  AddHarvest(*noun, context);
}

}  // namespace rookery::cli

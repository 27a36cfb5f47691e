#include "cli/league_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/pairing/league.h"
#include "base/plural.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/start_run.h"
#include "cli/test_commands.h"
#include "cli/whole_number.h"

namespace rookery::cli {
namespace {

struct LeagueFlags {
  RunFlags run;
  std::vector<std::string> engines;  // NAME=WEIGHTS
  std::vector<std::string> limits;   // NAME:KEY=VALUE
  std::string format = "round-robin";
  uint64_t pairs = 0;
  int rounds = 0;
  int seeds = 1;
};

absl::StatusOr<LeagueShape> ShapeOf(const LeagueFlags& flags) {
  LeagueShape shape;
  ROOKERY_ASSIGN_OR_RETURN(shape.format, ParseFormat(flags.format));
  shape.engines = static_cast<int>(flags.engines.size());
  shape.pairs = flags.pairs;
  shape.rounds = flags.rounds;
  shape.seeds = flags.seeds;
  if (const absl::Status status = CheckLeague(shape); !status.ok()) {
    return InvalidArgument("--{}", Message(status));
  }
  return shape;
}

// "NAME=WEIGHTS", or the weights alone, which then give the name.
absl::Status TakeEngines(const LeagueFlags& flags, RunFlags& run) {
  for (const std::string& text : flags.engines) {
    const size_t equals = text.find('=');
    RunFlags::Participant one;
    one.weights = equals == std::string::npos ? text : text.substr(equals + 1);
    one.name = equals == std::string::npos ? "" : text.substr(0, equals);
    if (one.weights.empty() || (one.name.empty() && equals == 0)) {
      return InvalidArgument("--engine: '{}' must be NAME=WEIGHTS", text);
    }
    run.participants.push_back(std::move(one));
  }
  return absl::OkStatus();
}

// "NAME:KEY=VALUE" to the engine of that name.
absl::Status TakeLimits(const LeagueFlags& flags, RunFlags& run) {
  for (const std::string& text : flags.limits) {
    const size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    const auto named = std::find_if(
        run.participants.begin(), run.participants.end(),
        [&](const auto& one) { return (one.name.empty() ? one.weights : one.name) == name; });
    if (colon == std::string::npos || named == run.participants.end()) {
      return InvalidArgument(
          "--engine-limit: '{}' must be NAME:KEY=VALUE, NAME being an --engine's", text);
    }
    named->limits.push_back(text.substr(colon + 1));
  }
  return absl::OkStatus();
}

// What a league is made of; a clone has it from the run that it is like.
absl::Status CheckGiven(const LeagueFlags& flags) {
  if (flags.engines.empty()) {
    return InvalidArgument("--engine is missing: who plays; or clone a league: --like");
  }
  if (flags.pairs == 0) {
    return InvalidArgument("--pairs is missing: how many of each two that meet");
  }
  return absl::OkStatus();
}

Exit RunLeague(const LeagueFlags& flags, Context& context) {
  if (!flags.run.like.empty()) return StartRun(flags.run, v1::RUN_KIND_LEAGUE, context);
  if (const absl::Status given = CheckGiven(flags); !given.ok()) return context.FailLocal(given);
  const absl::StatusOr<LeagueShape> shape = ShapeOf(flags);
  if (!shape.ok()) return context.FailLocal(shape.status());
  RunFlags run = flags.run;
  if (const absl::Status status = TakeEngines(flags, run); !status.ok()) {
    return context.FailLocal(status);
  }
  if (const absl::Status status = TakeLimits(flags, run); !status.ok()) {
    return context.FailLocal(status);
  }
  v1::LeagueSpec& league = run.league.emplace();
  league.set_format(shape->format == Format::kSwiss      ? v1::LEAGUE_FORMAT_SWISS
                    : shape->format == Format::kGauntlet ? v1::LEAGUE_FORMAT_GAUNTLET
                                                         : v1::LEAGUE_FORMAT_ROUND_ROBIN);
  league.set_pairs(shape->pairs);
  league.set_rounds(shape->rounds);
  league.set_seeds(shape->seeds);
  run.max_pairs = LeagueOpenings(*shape);  // so large must the book be
  context.printer->Say(fmt::format("A {} of {} engines: {}, {} of each two that meet.",
                                   flags.format, shape->engines,
                                   Counted(LeaguePairs(*shape), "pair"), shape->pairs));
  return StartRun(run, v1::RUN_KIND_LEAGUE, context);
}

}  // namespace

void AddLeagueCommand(CLI::App& app, Context& context) {
  auto flags = std::make_shared<LeagueFlags>();
  CLI::App* command = AddCommand(
      app, context,
      {"league", "Many engines against each other on all workers; ends with a rating table",
       "rookery league --engine new=new.toml --engine old=default --engine flat=default,-king \\\n"
       "    --pairs 200 --nodes 2000\n"
       "rookery league --format gauntlet --engine mine.toml --engine a.toml --engine b.toml \\\n"
       "    --pairs 500 --tc 8+0.08\n"
       "rookery league --format swiss --rounds 7 --pairs 50 --engine a.toml --engine b.toml ...\n"
       "rookery league --like k3v9x0ab12"},
      [flags, &context] { return RunLeague(*flags, context); });
  command
      ->add_option(
          "--engine", flags->engines,
          "Who plays: a name and its weights (a file, `default`, or `default,-GROUP,...`) or "
          "a UCI engine that was added (engine:NAME); "
          "of a gauntlet the first meets all the others")
      ->allow_extra_args(false)
      ->type_name("NAME=WEIGHTS");
  command
      ->add_option("--engine-limit", flags->limits,
                   "A limit of one engine's own, for games at odds, as in new:nodes=5000; keys are "
                   "tc, movetime, nodes, depth, margin; may be given again")
      ->allow_extra_args(false)
      ->type_name("NAME:KEY=VALUE");
  command->add_option("--format", flags->format, "Who meets whom")
      ->check(CLI::IsMember({"round-robin", "gauntlet", "swiss"}))
      ->capture_default_str();
  command->add_option("--pairs", flags->pairs, "Pairs of games of each two that meet")
      ->type_name("N")
      ->check(WholeNumber(1, 10'000'000));
  command->add_option("--rounds", flags->rounds, "Of a Swiss")
      ->type_name("N")
      ->check(WholeNumber(1, kMaxLeagueRounds));
  command->add_option("--seeds", flags->seeds, "Of a gauntlet: how many meet all others")
      ->type_name("N")
      ->check(WholeNumber(1, kMaxLeagueEngines));
  CLI::Option* like = AddLikeOption(*command, flags->run);
  for (const char* made_of :
       {"--engine", "--engine-limit", "--format", "--pairs", "--rounds", "--seeds"}) {
    like->excludes(command->get_option(made_of));
  }
  AddPlayOptions(*command, flags->run);
  AddShareOptions(*command, flags->run.share);
}

}  // namespace rookery::cli

#include "cli/test_commands.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/local_match.h"
#include "cli/option_checks.h"
#include "cli/presets.h"
#include "cli/start_run.h"
#include "cli/whole_number.h"
#include "engine/chess/rule_profile.h"
#include "engine/openings/book.h"
#include "engine/params/weights.h"
#include "rookery/v1/types.pb.h"

namespace rookery::cli {
namespace {

struct MatchFlags {
  RunFlags run;
  uint64_t games = 0;
  bool local = false;
  LocalMatchFlags here;
};

void AddRulesOption(CLI::App& command, std::string& rules) {
  command
      .add_option(
          "--rules", rules,
          "The rule profile that games are played by, and options that differ from it; only "
          "engine is rated (`rookery rules list`, `rookery rules show engine`)")
      ->check(RulesText());
}

// "sf" is the engine that was added by that name; what looks like weights is that.
std::string SideOf(const std::string& word) {
  const bool weights = params::NamesASet(word) || word.find('/') != std::string::npos ||
                       word.ends_with(".toml") || word.starts_with("engine:");
  return weights ? word : "engine:" + word;
}

void AddSides(CLI::App& command, RunFlags& flags) {
  command
      .add_option_function<std::vector<std::string>>(
          "sides",
          [&flags](const std::vector<std::string>& words) {
            flags.dev = SideOf(words.front());
            if (words.size() > 1) flags.base = SideOf(words[1]);
          },
          "Dev and base by the names of UCI engines that were added; short for --dev and --base")
      ->expected(1, 2)
      ->type_name("NAME");
}

void AddRunOptions(CLI::App& command, RunFlags& flags) {
  AddSides(command, flags);
  command
      .add_option("--dev", flags.dev,
                  "The weights in question: a file, `default`, `catalogue` (the starting values "
                  "of the rules catalogue), or either with ,-GROUP,... switched off; or a UCI "
                  "engine that was added: engine:NAME")
      ->type_name("FILE|NAME");
  command
      .add_option("--base", flags.base, "What they are measured against; `default` if not given")
      ->type_name("FILE|NAME");
  for (const auto& [name, options] : {std::pair("--dev-option", &flags.dev_options),
                                      std::pair("--base-option", &flags.base_options)}) {
    command.add_option(name, *options, "A UCI option of that side; may be given again")
        ->allow_extra_args(false)
        ->type_name("NAME=VALUE");
  }
  for (const auto& [name, limits] : {std::pair("--dev-limit", &flags.dev_limits),
                                     std::pair("--base-limit", &flags.base_limits)}) {
    command
        .add_option(name, *limits,
                    "Limits of that side's own, for games at odds: tc=, movetime=, nodes=, depth=, "
                    "margin=; may be given again")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE")
        ->group("Limits");
  }
  AddLikeOption(command, flags);
  AddPlayOptions(command, flags);
}

// Options that only a run on a coordinator has, beside those of kShareGroup.
constexpr std::array<std::string_view, 3> kFleetOptions = {"--reference-nps", "--title", "--watch"};

// No option is passed over in silence: each says in its own help what it is for.
absl::Status CheckPlace(const CLI::App& command, bool local) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name == "--local") continue;
    const bool of_fleet =
        option->get_group() == kShareGroup ||
        std::find(kFleetOptions.begin(), kFleetOptions.end(), name) != kFleetOptions.end();
    if (local && of_fleet) {
      return InvalidArgument(
          "{}: only for a run on a coordinator ({}); leave it out with --local{}", name,
          option->get_description(),
          name == "--threads" ? ", where an engine has option.Threads=N" : "");
    }
    if (!local && option->get_group() == kLocalGroup) {
      return InvalidArgument("{}: only for a match on this machine ({}); add --local", name,
                             option->get_description());
    }
  }
  return absl::OkStatus();
}

// What names sides to a coordinator has no place in a match on this machine.
absl::Status CheckHere(const RunFlags& run) {
  const std::pair<const char*, bool> given[] = {{"--dev (or a name)", !run.dev.empty()},
                                                {"--base (or a name)", !run.base.empty()},
                                                {"--dev-option", !run.dev_options.empty()},
                                                {"--base-option", !run.base_options.empty()},
                                                {"--dev-limit", !run.dev_limits.empty()},
                                                {"--base-limit", !run.base_limits.empty()},
                                                {"--like", !run.like.empty()}};
  for (const auto& [name, is_given] : given) {
    if (!is_given) continue;
    return InvalidArgument(
        "{}: with --local engines are given by --engine name=NAME,cmd=PATH,option.X=Y, each with "
        "its "
        "own limits beside it",
        name);
  }
  return absl::OkStatus();
}

Exit RunMatch(const CLI::App& command, const MatchFlags& flags, Context& context) {
  if (flags.games == 0 && flags.run.like.empty()) {
    return context.FailLocal(
        InvalidArgument("--games is missing: how many to play, an even number"));
  }
  if (flags.games % 2 != 0) {
    return context.FailLocal(
        InvalidArgument("--games: {} is odd; games are played in pairs, so ask for {}", flags.games,
                        flags.games + 1));
  }
  if (!flags.local && !flags.here.engines.empty()) {
    return context.FailLocal(InvalidArgument(
        "--engine: for a match on this machine; add --local, or name weights by --dev and --base"));
  }
  if (const absl::Status status = CheckPlace(command, flags.local); !status.ok()) {
    return context.FailLocal(status);
  }
  if (flags.local) {
    if (absl::Status status = CheckHere(flags.run); !status.ok()) return context.FailLocal(status);
    LocalMatchFlags here = flags.here;
    here.limits = flags.run.limits;
    here.openings = flags.run.book;
    here.book_plies = flags.run.book_plies;
    here.seed = flags.run.seed;
    here.max_moves = flags.run.max_moves;
    here.hash_kib = flags.run.hash_kib;
    if (!flags.run.rules.empty()) here.rules = flags.run.rules;
    if (flags.run.chess960) here.variant = "chess960";
    here.games = flags.games;
    return RunLocalMatch(here, context);
  }
  RunFlags run = flags.run;
  run.max_pairs = flags.games / 2;
  return StartRun(run, v1::RUN_KIND_MATCH, context);
}

void AddTest(CLI::App& app, Context& context) {
  auto flags = std::make_shared<RunFlags>();
  CLI::App* command =
      AddCommand(app, context,
                 {"test", "Play until it is known whether one set of weights is stronger",
                  "rookery test --dev mine.toml\n"
                  "rookery test --dev default --base default,-king --nodes 1000\n"
                  "rookery test --dev mine.toml --elo0 -3 --elo1 0 --tc 8+0.08 --title 'no harm?'\n"
                  "rookery test --dev mine.toml --max-pairs 5000 --json\n"
                  "rookery test --dev mine.toml --preset stc --follow-up ltc --tag king-safety\n"
                  "rookery test --like k3v9x0ab12 --dev better.toml"},
                 [flags, &context] { return StartRun(*flags, v1::RUN_KIND_TEST, context); });
  AddRunOptions(*command, *flags);
  AddBoundOptions(*command, flags->bounds);
  AddShareOptions(*command, flags->share);
  command
      ->add_option("--preset", flags->preset,
                   "Limits, bounds and hash by name; flags beside it change single ones")
      ->check(CLI::IsMember(PresetNames()));
  command
      ->add_option("--follow-up", flags->follow_up,
                   "When it is accepted, test it again with this preset")
      ->check(CLI::IsMember(PresetNames()));
  command
      ->add_option("--max-pairs", flags->max_pairs,
                   "End undecided after this many pairs; else after the book's openings")
      ->type_name("N")
      ->check(WholeNumber(1, 10'000'000));
  command
      ->add_option("--decide-every", flags->decide_every,
                   "Look at the bounds after every N pairs only, which are then corrected for the "
                   "overshoot; after every pair if not given")
      ->type_name("N")
      ->check(WholeNumber(1, 10'000));
  command->add_option("--watts", flags->watts, "Of one core, for the plan's kWh")
      ->type_name("W")
      ->check(DecimalNumber(0.0, 1e5));
}

void AddMatch(CLI::App& app, Context& context) {
  auto flags = std::make_shared<MatchFlags>();
  CLI::App* command = AddCommand(
      app, context,
      {"match", "Play a fixed number of games and say the Elo difference",
       "rookery match --games 1000 --dev mine.toml\n"
       "rookery match --games 200 --dev mine.toml --base theirs.toml --depth 6\n"
       "rookery match sf other --games 1000 --tc 8+0.08\n"
       "rookery match sf sf --games 200 --dev-limit nodes=20000 --base-limit nodes=10000\n"
       "rookery match --local --games 100 --tc 8+0.08 --engine name=A,cmd=./a \\\n"
       "    --engine name=B,cmd=stockfish,option.Hash=16 --openings book.epd --pgn out.pgn"},
      [flags, &app, &context] { return RunMatch(*app.get_subcommand("match"), *flags, context); });
  command
      ->add_option("--games", flags->games,
                   "Games to play, an even number; of many engines: of each two that meet")
      ->type_name("N")
      ->check(WholeNumber(2, 20'000'000));
  AddRunOptions(*command, flags->run);
  AddShareOptions(*command, flags->run.share);
  command->add_flag("--local", flags->local, "Play here, without a coordinator")
      ->group(kLocalGroup);
  AddLocalOptions(*command, flags->here);
}

}  // namespace

void AddPlayOptions(CLI::App& command, RunFlags& flags) {
  AddGameOptions(command, flags,
                 "Openings: EPD or FEN, PGN, or Polyglot; else a generated book, made once and "
                 "kept, or with --variant chess960 the 960 starting positions");
  command
      .add_option("--book-plies", flags.book_plies,
                  "Cut the lines of a PGN or Polyglot book after this many half-moves")
      ->type_name("N")
      ->check(WholeNumber(1, openings::kMostPlies));
  command
      .add_option_function<std::string>(
          "--variant", [&flags](const std::string& name) { flags.chess960 = name == "chess960"; },
          "chess960: castling begins from other squares, and UCI engines are told so")
      ->type_name("NAME")
      ->check(CLI::IsMember({"standard", "chess960"}));
  command
      .add_option(
          "--reference-nps", flags.reference_nps,
          "Scale times by each worker's speed, as if a slot of the embedded engine searched "
          "so many nodes a second (`rookery workers list --json`: bench_nps); times are as "
          "given if not")
      ->type_name("N")
      ->check(WholeNumber(1, 1'000'000'000))
      ->group("Limits");
  AddRulesOption(command, flags.rules);
  command
      .add_option("--max-moves", flags.max_moves, "A game's length in full moves; 400 if not given")
      ->type_name("N")
      ->check(WholeNumber(1, 2000));
  command.add_flag("--watch,!--no-watch", flags.watch,
                   "Wait for the end and show progress (the default); --no-watch prints the run's "
                   "id and leaves");
}

void AddTestCommands(CLI::App& app, Context& context) {
  AddTest(app, context);
  AddMatch(app, context);
}

}  // namespace rookery::cli

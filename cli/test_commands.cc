#include "cli/test_commands.h"

#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/local_match.h"
#include "cli/start_run.h"
#include "cli/whole_number.h"
#include "coordinator/stats/sprt.h"
#include "engine/chess/rule_profile.h"
#include "rookery/v1/types.pb.h"
#include "worker/match/local_match.h"

namespace rookery::cli {
namespace {

struct TestFlags {
  RunFlags run;
  stats::SprtBounds bounds;
  std::string model = "normalized";
};

struct MatchFlags {
  RunFlags run;
  uint64_t games = 0;
  bool local = false;
  LocalMatchFlags here;
};

void AddRulesOption(CLI::App& command, std::string& rules) {
  const auto& names = chess::RuleProfileNames();
  command
      .add_option("--rules", rules,
                  "The rule profile that games are played by; only engine is rated "
                  "(`rookery rules list`)")
      ->capture_default_str()
      ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
}

void AddRunOptions(CLI::App& command, RunFlags& flags, bool needs_dev) {
  command
      .add_option("--dev", flags.dev,
                  "The weights in question: a file, `default`, or `default,-GROUP,...` with "
                  "groups switched off")
      ->required(needs_dev)
      ->type_name("FILE|NAME");
  command.add_option("--base", flags.base, "What they are measured against")
      ->capture_default_str()
      ->type_name("FILE|NAME");
  AddLimitOptions(command, flags.limits);
  command
      .add_option("--book,--openings", flags.book,
                  "Openings, EPD or FEN; else a generated book, made once and kept")
      ->type_name("FILE");
  AddSeedOption(command, flags.seed);
  AddRulesOption(command, flags.rules);
  command.add_option("--title", flags.title, "For people")->type_name("TEXT");
  command
      .add_option("--max-moves", flags.max_moves, "A game's length in full moves; 400 if not given")
      ->type_name("N")
      ->check(WholeNumber(1, 2000));
  command
      .add_option("--hash", flags.hash_kib, "Each engine's hash table in KiB; 1024 if not given")
      ->type_name("KIB")
      ->check(WholeNumber(64, 1 << 20));
  command.add_flag("--watch,!--no-watch", flags.watch,
                   "Wait for the end and show progress (the default); --no-watch prints the run's "
                   "id and leaves");
}

void AddBoundOptions(CLI::App& command, TestFlags& flags) {
  command.add_option("--elo0", flags.bounds.elo0, "Rejected if it is no better than this")
      ->capture_default_str()
      ->group("SPRT");
  command.add_option("--elo1", flags.bounds.elo1, "Accepted if it is at least as good as this")
      ->capture_default_str()
      ->group("SPRT");
  command.add_option("--alpha", flags.bounds.alpha, "Chance of accepting what is only elo0")
      ->capture_default_str()
      ->group("SPRT");
  command.add_option("--beta", flags.bounds.beta, "Chance of rejecting what is elo1")
      ->capture_default_str()
      ->group("SPRT");
  command.add_option("--model", flags.model, "Which Elo the bounds are in")
      ->capture_default_str()
      ->check(CLI::IsMember({"normalized", "logistic"}))
      ->group("SPRT");
}

Exit RunTest(const TestFlags& flags, Context& context) {
  const bool logistic = flags.model == "logistic";
  stats::SprtBounds bounds = flags.bounds;
  bounds.model = logistic ? stats::EloModel::kLogistic : stats::EloModel::kNormalized;
  const absl::StatusOr<stats::Sprt> sprt = stats::Sprt::Create(bounds);
  if (!sprt.ok()) return context.FailLocal(sprt.status());
  v1::RunSpec spec;
  spec.set_kind(v1::RUN_KIND_TEST);
  spec.mutable_sprt()->set_elo0(bounds.elo0);
  spec.mutable_sprt()->set_elo1(bounds.elo1);
  spec.mutable_sprt()->set_alpha(bounds.alpha);
  spec.mutable_sprt()->set_beta(bounds.beta);
  spec.mutable_sprt()->set_model(logistic ? v1::ELO_MODEL_LOGISTIC : v1::ELO_MODEL_NORMALIZED);
  return StartRun(flags.run, std::move(spec), context);
}

Exit RunMatch(const MatchFlags& flags, Context& context) {
  if (flags.games % 2 != 0) {
    return context.FailLocal(
        InvalidArgument("--games: {} is odd; games are played in pairs, so ask for {}", flags.games,
                        flags.games + 1));
  }
  if (flags.local) {
    LocalMatchFlags here = flags.here;
    here.limits = flags.run.limits;
    here.openings = flags.run.book;
    here.seed = flags.run.seed;
    here.max_moves = flags.run.max_moves;
    here.hash_kib = flags.run.hash_kib;
    here.rules = flags.run.rules;
    here.pairs = flags.games / 2;
    return RunLocalMatch(here, context);
  }
  if (flags.run.dev.empty()) {
    return context.FailLocal(InvalidArgument("--dev is missing: the weights in question"));
  }
  RunFlags run = flags.run;
  run.max_pairs = flags.games / 2;
  v1::RunSpec spec;
  spec.set_kind(v1::RUN_KIND_MATCH);
  return StartRun(run, std::move(spec), context);
}

void AddTest(CLI::App& app, Context& context) {
  auto flags = std::make_shared<TestFlags>();
  CLI::App* command =
      AddCommand(app, context,
                 {"test", "Play until it is known whether one set of weights is stronger",
                  "rookery test --dev mine.toml\n"
                  "rookery test --dev default --base default,-king --nodes 1000\n"
                  "rookery test --dev mine.toml --elo0 -3 --elo1 0 --tc 8+0.08 --title 'no harm?'\n"
                  "rookery test --dev mine.toml --max-pairs 5000 --json"},
                 [flags, &context] { return RunTest(*flags, context); });
  AddRunOptions(*command, flags->run, true);
  AddBoundOptions(*command, *flags);
  command
      ->add_option("--max-pairs", flags->run.max_pairs,
                   "End undecided after this many pairs; else after the book's openings")
      ->type_name("N")
      ->check(WholeNumber(1, 10'000'000));
}

void AddLocalOptions(CLI::App& command, MatchFlags& flags) {
  command.add_flag("--local", flags.local, "Play here, without a coordinator")->group("Local");
  command
      .add_option("--engine", flags.here.engines,
                  "A side, given twice: name=A,cmd=PATH,arg=..,dir=..,option.NAME=VALUE for a UCI "
                  "engine; name=A,weights=FILE for the embedded one")
      ->allow_extra_args(false)
      ->type_name("SPEC")
      ->group("Local");
  command.add_option("--pgn", flags.here.pgn, "Write the games here")
      ->type_name("FILE")
      ->group("Local");
  command.add_option("--concurrency", flags.here.concurrency, "Pairs played at once")
      ->type_name("N")
      ->check(WholeNumber(1, worker::kMaxLocalThreads))
      ->group("Local");
}

void AddMatch(CLI::App& app, Context& context) {
  auto flags = std::make_shared<MatchFlags>();
  CLI::App* command = AddCommand(
      app, context,
      {"match", "Play a fixed number of games and say the Elo difference",
       "rookery match --games 1000 --dev mine.toml\n"
       "rookery match --games 200 --dev mine.toml --base theirs.toml --depth 6\n"
       "rookery match --local --games 100 --tc 8+0.08 --engine name=A,cmd=./a \\\n"
       "    --engine name=B,cmd=stockfish,option.Hash=16 --openings book.epd --pgn out.pgn"},
      [flags, &context] { return RunMatch(*flags, context); });
  command->add_option("--games", flags->games, "Games to play, an even number")
      ->required()
      ->type_name("N")
      ->check(WholeNumber(2, 20'000'000));
  AddRunOptions(*command, flags->run, false);
  AddLocalOptions(*command, *flags);
}

}  // namespace

void AddTestCommands(CLI::App& app, Context& context) {
  AddTest(app, context);
  AddMatch(app, context);
}

}  // namespace rookery::cli

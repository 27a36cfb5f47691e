#include "cli/tune_commands.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/status.h"
#include "cli/artifacts.h"
#include "cli/command.h"
#include "cli/duel_log.h"
#include "cli/follow.h"
#include "cli/match_files.h"
#include "cli/option_checks.h"
#include "cli/run_flags.h"
#include "cli/run_text.h"
#include "cli/start_run.h"
#include "cli/tune_estimate.h"
#include "cli/tune_flags.h"
#include "cli/tune_options.h"
#include "cli/tune_plan.h"
#include "cli/tune_race.h"
#include "cli/tune_run.h"
#include "cli/tune_space.h"
#include "cli/tune_start.h"
#include "cli/tune_text.h"
#include "cli/whole_number.h"
#include "engine/params/weights.h"
#include "proto/wire/bounds.h"
#include "tuner/optim/optimiser.h"
#include "tuner/optim/parameter_file.h"

namespace rookery::cli {
namespace {

constexpr std::string_view kUciPrefix = "engine:";

v1::TuneMethod MethodOf(const TuneFlags& flags) {
  return static_cast<v1::TuneMethod>(*optim::MethodNamed(flags.method));
}

std::string OutOf(const TuneFlags& flags, const TuneStart& start) {
  if (!flags.out.empty()) return flags.out;
  return start.manifest.has_value() ? "tuned.uci" : "tuned.toml";
}

absl::StatusOr<v1::TuneSpec> WhatToTune(const TuneFlags& flags, const TuneStart& start) {
  if (flags.method == "race") {
    if (start.manifest.has_value()) {
      return InvalidArgument("--method: a race is between weights; UCI engines meet in a league");
    }
    if (!flags.space.names.empty() || !flags.space.groups.empty() || !flags.space.file.empty()) {
      return InvalidArgument(
          "--param, --group, --params: a race moves no parameters; its candidates are --candidate");
    }
    return RaceOf(flags.start, start.weights, flags.candidates, flags.expected_gain);
  }
  if (!flags.candidates.empty()) {
    return InvalidArgument("--candidate: only a race has them; add --method race");
  }
  const v1::TuneMethod method = MethodOf(flags);
  if (!start.manifest.has_value()) {
    ROOKERY_ASSIGN_OR_RETURN(const optim::Space space, ChooseSpace(flags.space, start.weights));
    return TuneSpecOf(method, flags.expected_gain, space);
  }
  ROOKERY_ASSIGN_OR_RETURN(const OptionSpace chosen, ChooseOptions(flags.space, *start.manifest));
  v1::TuneSpec tune = TuneSpecOf(method, flags.expected_gain, chosen.space);
  for (size_t i = 0; i < chosen.decimals.size(); ++i) {
    tune.mutable_parameters(static_cast<int>(i))->set_decimals(chosen.decimals[i]);
  }
  return tune;
}

// `tune`: the tune's run.
Exit Verify(const TuneFlags& flags, const v1::Run& tuned, const std::string& openings,
            bool is_program, Context& context) {
  const std::string tune = RunId(tuned.name());
  RunFlags test = flags.run;
  // The tune's page finds its verification by that.
  constexpr size_t kMostTags = wire::kMaxTags;
  if (test.share.tags.size() < kMostTags) test.share.tags.push_back(kVerifiesTag + tune);
  test.dev = is_program ? flags.start : flags.out;
  test.base = flags.start;
  if (is_program) {
    for (const auto& [name, value] : TunedOptions(tuned)) {
      test.dev_options.push_back(name + "=" + value);
    }
  }
  test.book_text = Split(openings, flags.verify_pairs).tune;
  test.max_pairs = 0;
  test.seed = 0;
  test.title =
      flags.run.title.empty() ? "verification of a tune" : "verification of: " + flags.run.title;
  test.tune.reset();
  test.bounds = {0, 5, 0.05, 0.05, ""};
  context.printer->Say("Verifying: tuned against start, on openings that the tune didn't use.");
  return StartRun(test, v1::RUN_KIND_TEST, context);
}

optim::FileFormat FormatOf(const std::string& name) {
  return name.ends_with(".json")  ? optim::FileFormat::kWeatherFactory
         : name.ends_with(".txt") ? optim::FileFormat::kOpenBench
                                  : optim::FileFormat::kFishtest;
}

// Only OpenBench's form says that a number has decimals.
absl::Status CheckParamsOut(const TuneFlags& flags, const v1::TuneSpec& tune) {
  if (flags.params_out.empty() || FormatOf(flags.params_out) == optim::FileFormat::kOpenBench) {
    return absl::OkStatus();
  }
  for (const v1::TuneParameter& p : tune.parameters()) {
    if (p.decimals() == 0) continue;
    return InvalidArgument(
        "--params-out: {}: {} has decimals, which only OpenBench's form says; give a name that "
        "ends in .txt",
        flags.params_out, p.name());
  }
  return absl::OkStatus();
}

// The tune's parameters with what it found as their starts, in the peers' format that the name
// says.
std::string TunedParameters(const TuneFlags& flags, const v1::Run& run) {
  const v1::TuneSpec& tune = run.spec().tune();
  optim::Space space = SpaceOf(tune);
  for (int i = 0; i < run.tune().parameters_size(); ++i) {
    optim::Parameter& p = space[static_cast<size_t>(i)];
    p.start = run.tune().parameters(i).shipped();
    // A string's number is tuned in units of its last decimal.
    const int decimals = tune.parameters(i).decimals();
    if (decimals == 0) continue;
    p.type = optim::ValueType::kReal;
    const double unit = std::pow(10.0, decimals);
    for (double* value : {&p.start, &p.min, &p.max, &p.c_end}) *value /= unit;
  }
  return optim::WriteParameters(space, FormatOf(flags.params_out));
}

Exit Deliver(const TuneFlags& flags, const StartedRun& started, const v1::Run& run,
             const TuneStart& start, Context& context) {
  PrintRun(run, context);
  const absl::Status written = WriteTuned(run, start, flags.out, context);
  if (!written.ok()) return context.FailLocal(written);
  if (!flags.params_out.empty()) {
    const absl::Status wrote = WriteFileAtomically(flags.params_out, TunedParameters(flags, run));
    if (!wrote.ok()) return context.FailLocal(wrote);
    context.printer->Say(
        fmt::format("The parameters, to go on from, are in {}.", flags.params_out));
  }
  if (!flags.log.empty()) {
    const absl::Status logged = WriteDuelLog(*started.coordinator, run, flags.log);
    if (!logged.ok()) return context.FailRemote(logged);
    context.printer->Say(fmt::format("The duel log is in {}.", flags.log));
  }
  return ExitOfRun(run);
}

// What comes after the end needs somebody who waits for it.
absl::Status CheckUnwatched(const TuneFlags& flags) {
  if (flags.run.watch) return absl::OkStatus();
  const std::pair<bool, std::string_view> asked[] = {{!flags.out.empty(), "--out"},
                                                     {!flags.log.empty(), "--log"},
                                                     {!flags.params_out.empty(), "--params-out"}};
  for (const auto& [given, name] : asked) {
    if (!given) continue;
    return InvalidArgument(
        "{}: nothing is done at the end with --no-watch; leave out one of them, and later take the "
        "result by 'rookery runs estimate RUN --out FILE' and the log by 'rookery runs duels'",
        name);
  }
  return absl::OkStatus();
}

absl::Status CheckFiles(const TuneFlags& flags) {
  std::vector<FileUse> files;
  const auto add = [&files](const char* role, const std::string& path, bool written) {
    if (!path.empty()) files.push_back({role, path, written});
  };
  add("--out", flags.out, true);
  add("--log", flags.log, true);
  add("--params-out", flags.params_out, true);
  add("the parameters' file", flags.space.file, false);
  add("the start", flags.start, false);
  add("the book", flags.run.book, false);
  for (const std::string& candidate : flags.candidates) add("a candidate", candidate, false);
  return CheckFilesDiffer(files);
}

std::string HowToGoOn(const StartedRun& started) {
  return fmt::format(
      "Once it has ended, its result is written by\n"
      "  rookery --coordinator {} runs estimate {} --out FILE",
      started.coordinator->address(), RunId(started.run.name()));
}

// The run at its end; none: `exit` says why nobody waits for that here, and the user has been told.
std::optional<v1::Run> Follow(const TuneFlags& flags, const StartedRun& started, Context& context,
                              Exit* exit) {
  const std::string id = RunId(started.run.name());
  if (!flags.run.watch) {
    if (context.json) {
      PrintRun(started.run, context);
    } else {
      context.printer->Out(id);
    }
    context.printer->Say(HowToGoOn(started));
    *exit = Exit::kDone;
    return std::nullopt;
  }
  absl::StatusOr<v1::Run> run = FollowRun(*started.coordinator, started.run.name(), context);
  if (run.ok()) return *std::move(run);
  if (absl::IsCancelled(run.status())) {
    context.printer->Say(fmt::format("The tune goes on at the coordinator as run {}. ", id) +
                         HowToGoOn(started));
    *exit = Exit::kInterrupted;
  } else {
    *exit = context.FailRemote(run.status());
  }
  return std::nullopt;
}

// The same tune again: its book has no openings left for a verification.
Exit RunClone(const TuneFlags& given, Context& context) {
  TuneFlags flags = given;
  Exit exit = Exit::kDone;
  const auto started = MakeRun(flags.run, v1::RUN_KIND_TUNE, context, &exit);
  if (!started.has_value()) return exit;
  const std::optional<v1::Run> run = Follow(flags, *started, context, &exit);
  if (!run.has_value()) return exit;
  const absl::StatusOr<TuneStart> start = StartOf(*started->coordinator, run->spec().base());
  if (!start.ok()) return context.FailRemote(start.status());
  flags.out = OutOf(flags, *start);
  exit = Deliver(flags, *started, *run, *start, context);
  if (exit == Exit::kDone) {
    context.printer->Say("It isn't verified yet: that takes a test with openings of its own.");
  }
  return exit;
}

Exit RunTune(const TuneFlags& given, Context& context) {
  TuneFlags flags = given;
  if (const absl::Status files = CheckFiles(flags); !files.ok()) return context.FailLocal(files);
  if (const absl::Status told = CheckUnwatched(flags); !told.ok()) return context.FailLocal(told);
  if (!flags.run.like.empty()) return RunClone(flags, context);
  std::unique_ptr<wire::Client> names;  // a UCI engine's name is the coordinator's
  if (flags.start.starts_with(kUciPrefix)) {
    auto opened = OpenCoordinator(context);
    if (!opened.ok()) return context.FailRemote(opened.status());
    names = *std::move(opened);
  }
  const absl::StatusOr<TuneStart> start = LoadStart(flags.start, flags.options, names.get());
  if (!start.ok()) return context.FailLocal(start.status());
  const absl::StatusOr<v1::TuneSpec> tune = WhatToTune(flags, *start);
  if (!tune.ok()) return context.FailLocal(tune.status());
  if (const absl::Status fit = CheckTuner(flags, *tune); !fit.ok()) return context.FailLocal(fit);
  const absl::Status out = CheckParamsOut(flags, *tune);
  if (!out.ok()) return context.FailLocal(out);
  const absl::Status asked = SpecOf(flags.run, v1::RUN_KIND_TUNE, nullptr).status();
  if (!asked.ok()) return context.FailLocal(asked);
  const absl::Status planned = PlanTune(flags, *tune, *start, context);
  if (!planned.ok()) return context.FailLocal(planned);
  if (flags.plan_only) return Exit::kDone;

  flags.out = OutOf(flags, *start);
  flags.run.dev = flags.run.base = flags.start;
  flags.run.dev_options = flags.run.base_options = flags.options;
  const uint64_t pairs = flags.games / 2;
  flags.run.max_pairs = pairs + (flags.verify ? flags.verify_pairs : 0);
  const absl::StatusOr<std::string> book = ChooseBook(flags.run, context);
  if (absl::IsCancelled(book.status())) return Exit::kInterrupted;
  if (!book.ok()) return context.FailLocal(book.status());
  const SplitBook openings = Split(*book, pairs);
  flags.run.max_pairs = pairs;
  flags.run.book_text = openings.tune;
  Exit exit = Exit::kDone;
  flags.run.tune = *tune;
  const auto started = MakeRun(flags.run, v1::RUN_KIND_TUNE, context, &exit);
  if (!started.has_value()) return exit;
  const std::optional<v1::Run> run = Follow(flags, *started, context, &exit);
  if (!run.has_value()) return exit;
  exit = Deliver(flags, *started, *run, *start, context);
  if (exit != Exit::kDone || !flags.verify) return exit;
  if (SameAsStart(*run, *start)) {
    context.printer->Say("Every value is what it was at the start: there is nothing to verify.");
    return exit;
  }
  return Verify(flags, *run, openings.rest, start->manifest.has_value(), context);
}

void AddWhat(CLI::App& command, TuneFlags& flags) {
  command.add_option("--group", flags.space.groups, "Every parameter of a group; may be repeated")
      ->allow_extra_args(false)
      ->type_name("GROUP");
  command
      .add_option("--param", flags.space.names,
                  "A parameter, both phases of a term, or a UCI engine's option; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command
      .add_option("--params", flags.space.file,
                  "A parameter file of fishtest, OpenBench or weather-factory")
      ->type_name("FILE");
  command
      .add_option("--start,--dev", flags.start,
                  "The weights to begin with; or a UCI engine that was added: engine:NAME")
      ->capture_default_str()
      ->type_name("FILE|NAME");
  command
      .add_option("--option", flags.options,
                  "An option of a UCI engine that stays as it is; may be given again")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command
      .add_option("--candidate", flags.candidates,
                  "Weights that race against the start and one another; may be given again")
      ->allow_extra_args(false)
      ->type_name("FILE|NAME");
  command
      .add_option("--method", flags.method,
                  "regression measures its probe; spsa is fishtest's; cma-es is for few parameters "
                  "that depend on one another; race finds the best of finished weights")
      ->capture_default_str()
      ->check(CLI::IsMember(optim::MethodNames()));
  command.add_option("--games", flags.games, "The budget, without the verification")
      ->capture_default_str()
      ->check(WholeNumber(4, 20'000'000));
  command.add_option("--expected-gain", flags.expected_gain, "Elo that there may be to gain")
      ->capture_default_str()
      ->check(DecimalNumber(0.1, 1000.0));
  command.add_option("--draw-rate", flags.draw_rate, "Share of drawn games, for the plan")
      ->capture_default_str()
      ->check(DecimalNumber(0.0, 0.99));
}

void AddHow(CLI::App& command, TuneFlags& flags) {
  AddGameOptions(command, flags.run);
  command.add_option("--out", flags.out, "Where the result goes; tuned.toml, or tuned.uci")
      ->check(OutputFile())
      ->type_name("FILE");
  command.add_option("--log", flags.log, "Write the duel log here, .csv or .json")
      ->check(OutputFile({".csv", ".json"}))
      ->type_name("FILE");
  command
      .add_option("--params-out", flags.params_out,
                  "Write the parameters with the result as their starts: .json weather-factory's "
                  "format, .txt OpenBench's, else fishtest's")
      ->check(OutputFile())
      ->type_name("FILE");
  command.add_flag("--plan", flags.plan_only, "Say what the budget can buy, and leave");
  command.add_flag("--verify,!--no-verify", flags.verify,
                   "Test the result against the start on openings of its own (the default)");
  command.add_option("--verify-pairs", flags.verify_pairs, "At most so many pairs for that")
      ->capture_default_str()
      ->check(WholeNumber(1, 10'000'000));
  command.add_flag("--watch,!--no-watch", flags.run.watch,
                   "Wait for the end (the default); --no-watch prints the run's id and leaves, so "
                   "nothing is written or verified");
}

}  // namespace

void AddTuneCommands(CLI::App& app, Context& context) {
  auto flags = std::make_shared<TuneFlags>();
  CLI::App* command =
      AddCommand(app, context,
                 {"tune", "Make weights better by games, and prove the result by a test",
                  "rookery tune --group king --games 40000 --nodes 2000\n"
                  "rookery tune --param tempo --param bishop_pair --out better.toml\n"
                  "rookery tune --params tune.csv --method spsa --no-verify --log duels.csv\n"
                  "rookery tune --param tempo --method cma-es\n"
                  "rookery tune --method race --candidate a.toml --candidate b.toml\n"
                  "rookery tune --start engine:sf --param 'Razor Margin' --tc 2+0.02\n"
                  "rookery tune --like k3v9x0ab12\n"
                  "rookery tune --group pawns --games 20000 --plan"},
                 [flags, &context] { return RunTune(*flags, context); });
  AddWhat(*command, *flags);
  AddHow(*command, *flags);
  CLI::Option* like = AddLikeOption(*command, flags->run);
  for (const char* made_of :
       {"--group", "--param", "--params", "--start", "--option", "--candidate", "--method",
        "--games", "--expected-gain", "--draw-rate", "--plan", "--verify", "--verify-pairs"}) {
    like->excludes(command->get_option(made_of));
  }
}

}  // namespace rookery::cli

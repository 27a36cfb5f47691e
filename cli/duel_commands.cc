#include "cli/duel_commands.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/duel_log.h"
#include "cli/follow.h"
#include "cli/option_checks.h"
#include "cli/run_flags.h"
#include "cli/run_text.h"
#include "cli/tune_estimate.h"
#include "cli/tune_start.h"
#include "tuner/optim/optimiser.h"

namespace rookery::cli {
namespace {

struct DuelFlags {
  std::string run;
  std::string out;
};

Exit Duels(const DuelFlags& flags, Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const absl::StatusOr<v1::Run> run = (*coordinator)->GetRun(flags.run);
  if (!run.ok()) return context.FailRemote(run.status());
  if (run->kind() != v1::RUN_KIND_TUNE) {
    return context.FailLocal(InvalidArgument("{}: it is no tune and has no duels", flags.run));
  }
  const absl::Status done = flags.out.empty() ? PrintDuelLog(**coordinator, *run, context)
                                              : WriteDuelLog(**coordinator, *run, flags.out);
  return done.ok() ? Exit::kDone : context.FailRemote(done);
}

struct RereadFlags {
  std::string run;
  EstimateOptions options;
  std::string out;
};

// The result as a file; a run that was left by its command line has it from here.
Exit WriteResult(wire::Client& coordinator, const v1::Run& run, const std::string& out,
                 Context& context) {
  const absl::StatusOr<TuneStart> start = StartOf(coordinator, run.spec().base());
  if (!start.ok()) return context.FailRemote(start.status());
  const absl::Status written = WriteTuned(run, *start, out, context);
  if (!written.ok()) return context.FailLocal(written);
  if (start->manifest.has_value()) return Exit::kDone;
  context.printer->Say(
      fmt::format("They aren't verified by that. With a book that the tune didn't use:\n"
                  "  rookery --coordinator {} test --dev {} --tag {}{} --book FILE",
                  coordinator.address(), out, kVerifiesTag, RunId(run.name())));
  return Exit::kDone;
}

Exit Reread(const RereadFlags& flags, Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const absl::StatusOr<v1::Run> run = (*coordinator)->GetRun(flags.run);
  if (!run.ok()) return context.FailRemote(run.status());
  std::vector<v1::Duel> duels;
  const absl::Status read =
      (*coordinator)->ExportDuels(run->name(), [&](const v1::DuelChunk& chunk) {
        duels.insert(duels.end(), chunk.duels().begin(), chunk.duels().end());
        return absl::OkStatus();
      });
  if (!read.ok()) return context.FailRemote(read);
  const absl::StatusOr<v1::Run> again = Estimate(*run, duels, flags.options);
  if (!again.ok()) return context.FailLocal(again.status());
  PrintRun(*again, context);
  return flags.out.empty() ? Exit::kDone : WriteResult(**coordinator, *again, flags.out, context);
}

void AddEstimate(CLI::App& runs, Context& context) {
  auto flags = std::make_shared<RereadFlags>();
  CLI::App* verb = AddCommand(
      runs, context,
      {"estimate",
       "Read a tune's duel log again: for its weights, by another method, or without a worker",
       "rookery runs estimate RUN --out tuned.toml\n"
       "rookery runs estimate RUN --without WORKER --out without.toml\n"
       "rookery runs estimate RUN --method spsa --json"},
      [flags, &context] { return Reread(*flags, context); });
  verb->add_option("run", flags->run, "The tune")->required()->type_name("RUN");
  verb->add_option("--without", flags->options.without, "Leave out a worker's pairs; repeatable")
      ->allow_extra_args(false)
      ->type_name("WORKER");
  verb->add_option("--method", flags->options.method, "Another estimator than the run's")
      ->check(CLI::IsMember(optim::MethodNames()));
  verb->add_option("--out", flags->out,
                   "Write the start with these values: weights, or a UCI engine's setoption lines")
      ->check(OutputFile())
      ->type_name("FILE");
}

void AddDuels(CLI::App& runs, Context& context) {
  auto duels = std::make_shared<DuelFlags>();
  CLI::App* verb = AddCommand(runs, context,
                              {"duels", "A tune's duel log, as CSV or JSON",
                               "rookery runs duels RUN --out duels.csv\n"
                               "rookery runs duels RUN --json"},
                              [duels, &context] { return Duels(*duels, context); });
  verb->add_option("run", duels->run, "The tune")->required()->type_name("RUN");
  verb->add_option("--out", duels->out,
                   "A file that ends in .csv, or in .json for an object a line; else stdout")
      ->check(OutputFile({".csv", ".json"}))
      ->type_name("FILE");
}

}  // namespace

void AddDuelCommands(CLI::App& runs, Context& context) {
  AddDuels(runs, context);
  AddEstimate(runs, context);
}

}  // namespace rookery::cli

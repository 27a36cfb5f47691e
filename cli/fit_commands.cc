#include "cli/fit_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/file.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/fit_text.h"
#include "cli/option_checks.h"
#include "cli/whole_number.h"
#include "engine/params/weights.h"
#include "tuner/fit/data_set.h"
#include "tuner/fit/fit_weights.h"

namespace rookery::cli {
namespace {

struct FitFlags {
  std::vector<std::string> files;
  std::string format = "text";
  std::string view = "white";
  std::string start = "default";
  std::vector<std::string> groups;
  std::vector<std::string> names;
  std::string out;
  double prior = 4;
  double result_share = 0.5;
  double test_share = 0.1;
  double k = 0;
  int threads = 0;
  bool resolve = false;
  bool skip_faulty = false;
  bool all = false;
};

absl::StatusOr<std::vector<int>> ChosenScalars(const FitFlags& flags) {
  std::vector<int> chosen;
  const auto table = params::Table();
  for (const std::string& group : flags.groups) {
    const size_t before = chosen.size();
    for (int i = 0; i < fit::kScalars; ++i) {
      if (table[static_cast<size_t>(i)].group == group) chosen.push_back(i);
    }
    if (chosen.size() == before) {
      std::vector<std::string_view> known = params::Groups();
      std::erase(known, "search");
      return InvalidArgument("--group: '{}' is no group of the evaluation; there are {}", group,
                             fmt::join(known, ", "));
    }
  }
  for (const std::string& name : flags.names) {
    const std::optional<int> index = params::FindParameter(name);
    if (!index) {
      return InvalidArgument("--param: '{}' isn't known; did you mean {}?", name,
                             fmt::join(params::NearestNames(name), ", "));
    }
    chosen.push_back(*index);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

fit::Format FormatOf(const std::string& name) {
  return name == "bulletformat" ? fit::Format::kBullet
         : name == "marlin"     ? fit::Format::kMarlin
                                : fit::Format::kText;
}

// Tells how far reading and fitting are; watches for Ctrl-C.
class Watcher {
 public:
  explicit Watcher(Context& context)
      : context_(context), listener_(context.interrupt, [this] { stop_ = true; }) {}

  bool Positions(int64_t positions) {
    Show(fmt::format("{} positions read", positions));
    return !stop_;
  }
  bool Step(const fit::FitStep& step) {
    Show(fmt::format("step {}: log loss {:.6f}, largest change {:.3f} steps", step.number,
                     step.loss, step.largest));
    return !stop_;
  }
  void Finish() const {
    if (context_.printer->err_terminal()) context_.printer->Raw("\r\x1b[K");
  }

 private:
  void Show(const std::string& text) {
    if (context_.printer->err_terminal()) context_.printer->Raw("\r\x1b[K  " + text);
  }

  Context& context_;
  std::atomic<bool> stop_ = false;
  const Interrupt::Listener listener_;
};

absl::StatusOr<fit::DataSet> Load(const FitFlags& flags, Context& context, Watcher& watcher) {
  fit::DataOptions options;
  options.read.format = FormatOf(flags.format);
  options.read.view = flags.view == "mover" ? fit::View::kMover : fit::View::kWhite;
  options.read.skip_faulty = flags.skip_faulty;
  options.test_share = flags.test_share;
  options.resolve = flags.resolve;
  options.clock = context.clock;
  options.on_progress = [&watcher](int64_t positions) { return watcher.Positions(positions); };
  return fit::LoadData(flags.files, options);
}

fit::FitOptions OptionsOf(const FitFlags& flags, std::vector<int> scalars, Watcher& watcher) {
  fit::FitOptions options;
  options.scalars = std::move(scalars);
  options.prior_steps = flags.prior;
  options.result_share = flags.result_share;
  if (flags.k > 0) options.k = flags.k;
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  options.threads = flags.threads > 0 ? flags.threads : std::clamp(cores, 1, fit::kMostThreads);
  options.on_step = [&watcher](const fit::FitStep& step) { return watcher.Step(step); };
  return options;
}

absl::Status RunFit(const FitFlags& flags, Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(std::vector<int> scalars, ChosenScalars(flags));
  ROOKERY_ASSIGN_OR_RETURN(const params::Weights start, params::LoadWeights(flags.start));
  const int64_t began = context.clock->MonotonicNanos();
  Watcher watcher(context);
  ROOKERY_ASSIGN_OR_RETURN(fit::DataSet data, Load(flags, context, watcher));
  const fit::FitOptions options = OptionsOf(flags, std::move(scalars), watcher);
  const absl::StatusOr<fit::FitReport> report =
      fit::FitWeights(data.train, data.test, start, options);
  watcher.Finish();
  ROOKERY_RETURN_IF_ERROR(report.status());
  ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(flags.out, params::CanonicalText(report->weights)));
  const double seconds = static_cast<double>(context.clock->MonotonicNanos() - began) * 1e-9;
  if (context.json) {
    nlohmann::ordered_json json = FitJson(data, *report);
    json["file"] = flags.out;
    json["seconds"] = seconds;
    context.printer->Json(json);
    return absl::OkStatus();
  }
  context.printer->Table(FitRows(*report, flags.all));
  context.printer->Out(FitSummary(data, *report));
  context.printer->Out(
      fmt::format("  {} in {:.1f} s; whether it plays better, a test says:\n"
                  "  rookery test --dev {}",
                  flags.out, seconds, flags.out));
  return absl::OkStatus();
}

void AddDataOptions(CLI::App& command, FitFlags& flags) {
  command.add_option("files,--data", flags.files, "Labelled positions")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--format", flags.format,
                  "text (EPD with c9, FEN with a result, bullet's and c-chess-cli's lines, told "
                  "apart line by line), or records of 32 bytes")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "bulletformat", "marlin"}))
      ->group("Data");
  command.add_option("--view", flags.view, "Whose result a FEN's label is")
      ->capture_default_str()
      ->check(CLI::IsMember({"white", "mover"}))
      ->group("Data");
  command
      .add_flag("--resolve", flags.resolve,
                "Replace each position by the calm one that its "
                "captures lead to; for data that isn't calm")
      ->group("Data");
  command.add_flag("--skip-faulty", flags.skip_faulty, "Count faulty lines and go on")
      ->group("Data");
  command
      .add_option("--test-share", flags.test_share,
                  "Share of games that the fit doesn't see and is judged by")
      ->capture_default_str()
      ->check(DecimalNumber(0.0, 0.9))
      ->group("Data");
}

}  // namespace

void AddFitCommand(CLI::App& app, Context& context) {
  auto flags = std::make_shared<FitFlags>();
  CLI::App* command = AddCommand(
      app, context,
      {"fit", "Fit evaluation weights to labelled positions",
       "rookery fit data.epd --out weights.toml\n"
       "rookery fit data.epd --group king --group pawns --out weights.toml\n"
       "rookery fit --format marlin positions.bin --result-share 1 --out weights.toml --json"},
      [flags, &context] {
        const absl::Status status = RunFit(*flags, context);
        if (status.ok()) return Exit::kDone;
        return absl::IsCancelled(status) ? Exit::kInterrupted : context.FailLocal(status);
      });
  AddDataOptions(*command, *flags);
  command->add_option("--start", flags->start, "The weights to start from, and the prior's centre")
      ->capture_default_str()
      ->type_name("FILE|NAME");
  command->add_option("--group", flags->groups, "Fit this group alone (repeatable)")
      ->type_name("NAME");
  command->add_option("--param", flags->names, "Fit this weight (repeatable)")->type_name("NAME");
  command
      ->add_option("--prior", flags->prior,
                   "Standard deviation of the prior, in each weight's own step")
      ->capture_default_str()
      ->check(DecimalNumber(0.01, 1e6));
  command
      ->add_option("--result-share", flags->result_share,
                   "Share of the game's result in what is fitted to; the rest is the chance that "
                   "the search's score means, where there is one")
      ->capture_default_str()
      ->check(DecimalNumber(0.0, 1.0));
  command->add_option("--k", flags->k, "The scale, if it isn't to be fitted to the start")
      ->check(DecimalNumber(0.05, 20.0));
  command->add_option("--threads", flags->threads, "All cores if not given")
      ->check(WholeNumber(1, fit::kMostThreads));
  command->add_flag("--all", flags->all, "Show the weights that stayed, too");
  command->add_option("--out", flags->out, "The weights' file to write")
      ->required()
      ->check(OutputFile())
      ->type_name("FILE");
}

}  // namespace rookery::cli

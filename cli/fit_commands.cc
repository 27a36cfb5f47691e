#include "cli/fit_commands.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/fit_post.h"
#include "cli/fit_run.h"
#include "cli/fit_text.h"
#include "cli/follow.h"
#include "cli/match_files.h"
#include "cli/option_checks.h"
#include "cli/whole_number.h"
#include "engine/params/weights.h"
#include "proto/wire/bounds.h"

namespace rookery::cli {
namespace {

void Print(const FitRun& run, const FitFlags& flags, const std::string& posted, Context& context) {
  const fit::FitReport& report = run.report;
  if (context.json) {
    nlohmann::ordered_json json = FitJson(run.data, report);
    json["file"] = flags.out;
    json["seconds"] = run.seconds;
    json["fit"] = posted.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(posted);
    context.printer->Json(json);
    return;
  }
  context.printer->Table(FitRows(report, flags.all));
  context.printer->Out(FitSummary(run.data, report));
  context.printer->Out(
      fmt::format("  {} in {:.1f} s; whether it plays better, a test says:\n"
                  "  rookery test --dev {}",
                  flags.out, run.seconds, flags.out));
}

// The coordinator to post to, which answers: nobody fits in vain.
absl::StatusOr<std::unique_ptr<wire::Client>> OpenToPost(Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<wire::Client> coordinator, OpenCoordinator(context));
  ROOKERY_RETURN_IF_ERROR(coordinator->ListFits().status());
  return coordinator;
}

Exit Fit(const FitFlags& flags, Context& context) {
  const auto fail = [&context](const absl::Status& status) {
    return absl::IsCancelled(status) ? Exit::kInterrupted : context.FailLocal(status);
  };
  if (flags.title.size() > wire::kMaxTitle) {
    return fail(InvalidArgument("--title: {} bytes; at most {} are allowed", flags.title.size(),
                                wire::kMaxTitle));
  }
  std::vector<FileUse> files = {{"--out", flags.out, true}, {"the start", flags.start}};
  for (const std::string& file : flags.data.files) files.push_back({"the positions", file});
  if (const absl::Status differ = CheckFilesDiffer(files); !differ.ok()) return fail(differ);
  std::unique_ptr<wire::Client> coordinator;
  if (flags.post) {
    absl::StatusOr<std::unique_ptr<wire::Client>> opened = OpenToPost(context);
    if (!opened.ok()) return context.FailRemote(opened.status());
    coordinator = *std::move(opened);
  }
  const absl::StatusOr<FitRun> run = RunFit(flags, context);
  if (!run.ok()) return fail(run.status());
  const std::string weights = params::CanonicalText(run->report.weights);
  if (const absl::Status wrote = WriteFileAtomically(flags.out, weights); !wrote.ok()) {
    return fail(wrote);
  }
  absl::StatusOr<v1::Fit> posted = v1::Fit();
  if (coordinator != nullptr) {
    const FitWords words = {flags.title, DataText(flags.data.files)};
    posted = PostFit(*coordinator, PostOf(*run, flags, words), context);
  }
  Print(*run, flags, posted.ok() ? FitIdOf(*posted) : "", context);
  return posted.ok() ? Exit::kDone : context.FailRemote(posted.status());
}

}  // namespace

void AddFitCommand(CLI::App& app, Context& context) {
  auto flags = std::make_shared<FitFlags>();
  CLI::App* command = AddCommand(
      app, context,
      {"fit", "Fit evaluation weights to labelled positions",
       "rookery fit data.epd --out weights.toml\n"
       "rookery fit data.epd --group king --group pawns --out weights.toml\n"
       "rookery fit data.epd --post --title \"Opening book 3\" --out weights.toml\n"
       "rookery fit --format marlin positions.bin --result-share 1 --out weights.toml --json"},
      [flags, &context] { return Fit(*flags, context); });
  command->add_option("files,--data", flags->data.files, "Labelled positions")
      ->required()
      ->type_name("FILE");
  AddFitDataOptions(*command, flags->data);
  command->add_option("--start", flags->start, "The weights to start from, and the prior's centre")
      ->capture_default_str()
      ->type_name("FILE|NAME");
  command->add_option("--group", flags->groups, "Fit this group alone (repeatable)")
      ->type_name("NAME");
  command
      ->add_option("--param", flags->names,
                   "Fit this weight, or both phases of a term (repeatable)")
      ->type_name("NAME");
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
  command->add_flag("--post", flags->post, "Show it on the coordinator's page, too");
  command->add_option("--title", flags->title, "For people, on that page")->type_name("TEXT");
  command->add_option("--out", flags->out, "The weights' file to write")
      ->required()
      ->check(OutputFile())
      ->type_name("FILE");
}

}  // namespace rookery::cli

#include "cli/run_commands.h"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/follow.h"
#include "cli/run_text.h"
#include "cli/streamed_file.h"
#include "cli/times.h"
#include "cli/whole_number.h"

namespace rookery::cli {
namespace {

constexpr int kPageSize = 200;

// Runs the action with the coordinator that the common options name.
Exit WithCoordinator(Context& context, const std::function<Exit(wire::Client&)>& action) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailLocal(coordinator.status());
  return action(**coordinator);
}

absl::StatusOr<std::vector<v1::Run>> NewestRuns(wire::Client& coordinator, int limit) {
  std::vector<v1::Run> runs;
  v1::ListRunsRequest request;
  do {
    request.set_page_size(std::min(kPageSize, limit - static_cast<int>(runs.size())));
    ROOKERY_ASSIGN_OR_RETURN(const v1::ListRunsResponse page, coordinator.ListRuns(request));
    runs.insert(runs.end(), page.runs().begin(), page.runs().end());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty() && static_cast<int>(runs.size()) < limit);
  return runs;
}

std::vector<std::string> Row(const v1::Run& run) {
  const v1::Progress& progress = run.progress();
  const bool is_test = run.kind() == v1::RUN_KIND_TEST;
  return {RunId(run.name()),
          KindText(run.kind()),
          StateText(run.state()),
          is_test ? VerdictText(progress.verdict()) : "-",
          is_test ? fmt::format("{:+.2f}", progress.llr()) : "-",
          progress.elo_known() ? fmt::format("{:+.1f}", progress.elo()) : "-",
          std::to_string(progress.pairs()),
          TimeText(run.create_time()),
          fmt::format("{} against {}{}{}", run.spec().dev().name(), run.spec().base().name(),
                      run.title().empty() ? "" : ": ", run.title())};
}

Exit List(wire::Client& coordinator, int limit, Context& context) {
  const auto runs = NewestRuns(coordinator, limit);
  if (!runs.ok()) return context.FailRemote(runs.status());
  if (context.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const v1::Run& run : *runs) list.push_back(RunJson(run));
    context.printer->Json({{"runs", std::move(list)}});
    return Exit::kDone;
  }
  if (runs->empty()) {
    context.printer->Say("No runs yet. Start one: rookery test --dev FILE");
    return Exit::kDone;
  }
  std::vector<std::vector<std::string>> rows = {
      {"RUN", "KIND", "STATE", "VERDICT", "LLR", "ELO", "PAIRS", "STARTED", "WHAT"}};
  for (const v1::Run& run : *runs) rows.push_back(Row(run));
  context.printer->Table(rows);
  return Exit::kDone;
}

Exit Show(wire::Client& coordinator, const std::string& name, Context& context) {
  const absl::StatusOr<v1::Run> run = coordinator.GetRun(name);
  if (!run.ok()) return context.FailRemote(run.status());
  PrintRun(*run, context);
  return Exit::kDone;
}

Exit Stop(wire::Client& coordinator, const std::string& name, const std::string& reason,
          Context& context) {
  const absl::StatusOr<v1::Run> run = coordinator.StopRun(name, reason);
  if (!run.ok()) return context.FailRemote(run.status());
  if (context.json) {
    PrintRun(*run, context);
  } else {
    context.printer->Say(fmt::format("Run {} is {}, with {} pairs counted.", RunId(run->name()),
                                     StateText(run->state()), run->progress().pairs()));
  }
  return Exit::kDone;
}

struct PgnFlags {
  std::string run;
  std::string out;
  bool after_verdict = false;
};

Exit Pgn(wire::Client& coordinator, const PgnFlags& flags, Context& context) {
  absl::Status status;
  if (flags.out.empty()) {
    status = coordinator.ExportPgn(flags.run, flags.after_verdict, [&](std::string_view text) {
      context.printer->OutRaw(text);
      return context.printer->out_status();
    });
    if (!context.printer->out_status().ok()) return Exit::kFailed;  // told at the program's end
    return status.ok() ? Exit::kDone : context.FailRemote(status);
  }
  absl::StatusOr<StreamedFile> file = StreamedFile::Create(flags.out);
  if (!file.ok()) return context.FailLocal(file.status());
  status = coordinator.ExportPgn(flags.run, flags.after_verdict,
                                 [&](std::string_view text) { return file->Append(text); });
  if (!status.ok()) return context.FailRemote(status);
  status = file->Commit();
  if (!status.ok()) return context.FailLocal(status);
  context.printer->Say("Games written to " + flags.out);
  return Exit::kDone;
}

void AddRunArgument(CLI::App& command, std::string& run) {
  command.add_option("run", run, "The run's id")->required()->type_name("RUN");
}

// A verb that takes nothing but a run.
void AddVerb(CLI::App& noun, Context& context, const CommandText& text,
             Exit (*verb)(wire::Client&, const std::string&, Context&)) {
  auto run = std::make_shared<std::string>();
  CLI::App* command = AddCommand(noun, context, text, [run, verb, &context] {
    return WithCoordinator(
        context, [&](wire::Client& coordinator) { return verb(coordinator, *run, context); });
  });
  AddRunArgument(*command, *run);
}

void AddList(CLI::App& noun, Context& context) {
  auto limit = std::make_shared<int>(20);
  CLI::App* command = AddCommand(
      noun, context,
      {"list", "The newest runs", "rookery runs list\nrookery runs list --limit 100 --json"},
      [limit, &context] {
        return WithCoordinator(
            context, [&](wire::Client& coordinator) { return List(coordinator, *limit, context); });
      });
  command->add_option("--limit", *limit, "How many")
      ->capture_default_str()
      ->check(WholeNumber(1, 20'000));
}

void AddStop(CLI::App& noun, Context& context) {
  auto run = std::make_shared<std::string>();
  auto reason = std::make_shared<std::string>();
  CLI::App* command = AddCommand(noun, context,
                                 {"stop", "End a run; what was counted stays",
                                  "rookery runs stop k3v9x0ab12 --reason 'wrong weights'"},
                                 [run, reason, &context] {
                                   return WithCoordinator(context, [&](wire::Client& coordinator) {
                                     return Stop(coordinator, *run, *reason, context);
                                   });
                                 });
  AddRunArgument(*command, *run);
  command->add_option("--reason", *reason, "Kept with the run")->type_name("TEXT");
}

void AddPgn(CLI::App& noun, Context& context) {
  auto flags = std::make_shared<PgnFlags>();
  CLI::App* command = AddCommand(
      noun, context,
      {"pgn", "The run's games as PGN, in pair order",
       "rookery runs pgn k3v9x0ab12 --out games.pgn\nrookery runs pgn k3v9x0ab12 | less"},
      [flags, &context] {
        return WithCoordinator(
            context, [&](wire::Client& coordinator) { return Pgn(coordinator, *flags, context); });
      });
  AddRunArgument(*command, flags->run);
  command->add_option("--out", flags->out, "The file to write; else stdout")->type_name("FILE");
  command->add_flag("--after-verdict", flags->after_verdict,
                    "Also the pairs that came after the verdict, marked by a tag");
}

}  // namespace

void AddRunCommands(CLI::App& app, Context& context) {
  CLI::App* noun = AddNoun(app, {"runs", "List, show, watch, stop runs; export their games",
                                 "rookery runs list\nrookery runs watch k3v9x0ab12"});
  AddList(*noun, context);
  AddVerb(*noun, context,
          {"show", "What is known about a run",
           "rookery runs show k3v9x0ab12\nrookery runs show k3v9x0ab12 --json"},
          Show);
  AddVerb(*noun, context,
          {"watch", "Follow a run to its end; the exit code is the run's",
           "rookery runs watch k3v9x0ab12"},
          FollowAndReport);
  AddStop(*noun, context);
  AddPgn(*noun, context);
}

}  // namespace rookery::cli

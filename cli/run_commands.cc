#include "cli/run_commands.h"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/plural.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/follow.h"
#include "cli/league_text.h"
#include "cli/option_checks.h"
#include "cli/run_action_commands.h"
#include "cli/run_text.h"
#include "cli/streamed_file.h"
#include "cli/times.h"
#include "cli/whole_number.h"
#include "proto/wire/keep_games.h"

namespace rookery::cli {
namespace {

constexpr int kPageSize = 200;

// Runs the action with the coordinator that the common options name.
Exit WithCoordinator(Context& context, const std::function<Exit(wire::Client&)>& action) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  return action(**coordinator);
}

struct ListFlags {
  int limit = 20;
  std::string tag;
  std::string owner;
  std::string state;
};

absl::StatusOr<std::vector<v1::Run>> NewestRuns(wire::Client& coordinator, const ListFlags& flags) {
  const int limit = flags.limit;
  std::vector<v1::Run> runs;
  v1::ListRunsRequest request;
  request.set_tag(flags.tag);
  request.set_owner(flags.owner);
  for (int state = v1::RunState_MIN; state <= v1::RunState_MAX; ++state) {
    if (StateText(static_cast<v1::RunState>(state)) == flags.state) {
      request.set_state(static_cast<v1::RunState>(state));
    }
  }
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
  return {
      RunId(run.name()),
      KindText(run.kind()),
      StateText(run.state()),
      is_test ? VerdictText(progress.verdict()) : "-",
      is_test ? fmt::format("{:+.2f}", progress.llr()) : "-",
      ListedElo(run),
      std::to_string(progress.pairs()),
      TimeText(run.create_time()),
      fmt::format("{}{}{}", PlayersText(run.spec()), run.title().empty() ? "" : ": ", run.title())};
}

Exit List(wire::Client& coordinator, const ListFlags& flags, Context& context) {
  const auto runs = NewestRuns(coordinator, flags);
  if (!runs.ok()) return context.FailRemote(runs.status());
  if (context.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const v1::Run& run : *runs) list.push_back(RunJson(run));
    context.printer->Json({{"runs", std::move(list)}});
    return Exit::kDone;
  }
  if (runs->empty()) {
    const bool all = flags.tag.empty() && flags.owner.empty() && flags.state.empty();
    context.printer->Say(all ? "No runs yet. Start one: rookery test --dev FILE"
                             : "No run is like that.");
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
  const absl::StatusOr<v1::ListRunEventsResponse> events = coordinator.ListRunEvents(name);
  // An older coordinator doesn't tell them.
  if (!events.ok() && !absl::IsUnimplemented(events.status())) {
    return context.FailRemote(events.status());
  }
  if (context.json) {
    nlohmann::ordered_json json = RunJson(*run);
    if (events.ok()) json["events"] = EventsJson(*events);
    context.printer->Json(json);
    return Exit::kDone;
  }
  PrintRun(*run, context);
  const std::vector<std::string> lines = DetailLines(*run);
  if (!lines.empty()) context.printer->Out("");
  for (const std::string& line : lines) context.printer->Out(line);
  if (!events.ok()) return Exit::kDone;
  std::vector<std::vector<std::string>> rows = {{"WHEN", "WHAT", "BY", "DETAILS"}};
  for (const v1::RunEvent& event : events->events()) {
    rows.push_back({TimeText(event.time()), event.kind(), event.by().empty() ? "-" : event.by(),
                    event.text()});
  }
  context.printer->Out("");
  context.printer->Table(rows);
  return Exit::kDone;
}

struct PgnFlags {
  std::string run;
  std::string out;
  bool after_verdict = false;
};

// An export that leaves pairs out must not look like a whole one.
void TellWithoutGames(wire::Client& coordinator, const std::string& run, Context& context) {
  const absl::StatusOr<v1::Run> found = coordinator.GetRun(run);
  if (!found.ok() || found->pairs_without_games() == 0) return;
  context.printer->Say(
      fmt::format("The games of {} are no longer kept (--keep-games {}); they are left out.",
                  Counted(found->pairs_without_games(), "pair"),
                  wire::KeepGamesText(found->spec().keep_games())));
}

Exit Pgn(wire::Client& coordinator, const PgnFlags& flags, Context& context) {
  absl::Status status;
  if (flags.out.empty()) {
    status = coordinator.ExportPgn(flags.run, flags.after_verdict, [&](std::string_view text) {
      context.printer->OutRaw(text);
      return context.printer->out_status();
    });
    if (!context.printer->out_status().ok()) return Exit::kFailed;  // told at the program's end
    if (!status.ok()) return context.FailRemote(status);
    TellWithoutGames(coordinator, flags.run, context);
    return Exit::kDone;
  }
  absl::StatusOr<StreamedFile> file = StreamedFile::Create(flags.out);
  if (!file.ok()) return context.FailLocal(file.status());
  status = coordinator.ExportPgn(flags.run, flags.after_verdict,
                                 [&](std::string_view text) { return file->Append(text); });
  if (!status.ok()) return context.FailRemote(status);
  status = file->Commit();
  if (!status.ok()) return context.FailLocal(status);
  context.printer->Say("Games written to " + flags.out);
  TellWithoutGames(coordinator, flags.run, context);
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
  auto flags = std::make_shared<ListFlags>();
  CLI::App* command = AddCommand(noun, context,
                                 {"list", "The newest runs",
                                  "rookery runs list\nrookery runs list --limit 100 --json\n"
                                  "rookery runs list --state active --owner ada --tag pruning"},
                                 [flags, &context] {
                                   return WithCoordinator(context, [&](wire::Client& coordinator) {
                                     return List(coordinator, *flags, context);
                                   });
                                 });
  command->add_option("--tag", flags->tag, "Only those with this tag")->type_name("TAG");
  command->add_option("--owner", flags->owner, "Only this owner's")->type_name("NAME");
  command->add_option("--state", flags->state, "Only those in this state")
      ->check(CLI::IsMember({"active", "paused", "finished", "stopped", "failed", "waiting"}));
  command->add_option("--limit", flags->limit, "How many")
      ->capture_default_str()
      ->check(WholeNumber(1, 20'000));
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
  command->add_option("--out", flags->out, "The file to write; else stdout")
      ->check(OutputFile())
      ->type_name("FILE");
  command->add_flag("--after-verdict", flags->after_verdict,
                    "Also the pairs that came after the verdict, marked by a tag");
}

}  // namespace

void AddRunCommands(CLI::App& app, Context& context) {
  CLI::App* noun = AddNoun(app, {"runs", "List, show, watch, edit, stop runs; export their games",
                                 "rookery runs list\nrookery runs watch k3v9x0ab12"});
  AddList(*noun, context);
  AddVerb(*noun, context,
          {"show", "What is known about a run, and what happened to it",
           "rookery runs show k3v9x0ab12\nrookery runs show k3v9x0ab12 --json"},
          Show);
  AddVerb(*noun, context,
          {"watch", "Follow a run to its end; the exit code is the run's",
           "rookery runs watch k3v9x0ab12"},
          FollowAndReport);
  AddRunActionCommands(*noun, context);
  AddPgn(*noun, context);
}

}  // namespace rookery::cli

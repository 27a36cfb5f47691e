#include "cli/run_action_commands.h"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/plural.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/core_hours.h"
#include "cli/follow.h"
#include "cli/option_checks.h"
#include "cli/run_text.h"
#include "proto/wire/keep_games.h"

namespace rookery::cli {
namespace {

using Call = std::function<absl::StatusOr<v1::Run>(wire::Client&)>;

// Asks, and says what the run is then.
Exit Act(Context& context, const Call& call) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const absl::StatusOr<v1::Run> run = call(**coordinator);
  if (!run.ok()) return context.FailRemote(run.status());
  if (context.json) {
    PrintRun(*run, context);
  } else {
    context.printer->Say(fmt::format("Run {} is {}, with {} counted.", RunId(run->name()),
                                     StateText(run->state()),
                                     Counted(run->progress().pairs(), "pair")));
  }
  return Exit::kDone;
}

void AddRun(CLI::App& command, std::string& run) {
  command.add_option("run", run, "The run's id")->required()->type_name("RUN");
}

void AddStop(CLI::App& noun, Context& context) {
  struct Flags {
    std::string run;
    std::string reason;
  };
  auto flags = std::make_shared<Flags>();
  CLI::App* command = AddCommand(noun, context,
                                 {"stop", "End a run; what was counted stays",
                                  "rookery runs stop k3v9x0ab12 --reason 'wrong weights'"},
                                 [flags, &context] {
                                   return Act(context, [&](wire::Client& client) {
                                     return client.StopRun(flags->run, flags->reason);
                                   });
                                 });
  AddRun(*command, flags->run);
  command->add_option("--reason", flags->reason, "Kept with the run")->type_name("TEXT");
}

void AddPauseAndResume(CLI::App& noun, Context& context) {
  auto paused = std::make_shared<std::string>();
  CLI::App* pause = AddCommand(
      noun, context,
      {"pause", "Lend no more pairs of a run; those that are out still count",
       "rookery runs pause k3v9x0ab12"},
      [paused, &context] {
        return Act(context, [&](wire::Client& client) { return client.PauseRun(*paused); });
      });
  AddRun(*pause, *paused);
  auto resumed = std::make_shared<std::string>();
  CLI::App* resume = AddCommand(
      noun, context,
      {"resume", "Go on with a run that was paused", "rookery runs resume k3v9x0ab12"},
      [resumed, &context] {
        return Act(context, [&](wire::Client& client) { return client.ResumeRun(*resumed); });
      });
  AddRun(*resume, *resumed);
}

void AddApprove(CLI::App& noun, Context& context) {
  auto run = std::make_shared<std::string>();
  CLI::App* command = AddCommand(
      noun, context,
      {"approve", "Let an author's run begin that waits for it", "rookery runs approve k3v9x0ab12"},
      [run, &context] {
        return Act(context, [&](wire::Client& client) { return client.ApproveRun(*run); });
      });
  AddRun(*command, *run);
}

struct EditFlags {
  std::string run;
  std::optional<int> priority;
  std::optional<double> weight;
  std::optional<uint64_t> max_pairs;
  std::optional<double> max_core_hours;
  std::vector<std::string> tags;
  bool no_tags = false;
  std::string keep_games;
};

Exit Edit(const EditFlags& flags, Context& context) {
  const bool changes = flags.priority || flags.weight || flags.max_pairs || flags.max_core_hours ||
                       !flags.tags.empty() || flags.no_tags || !flags.keep_games.empty();
  if (!changes) {
    return context.FailLocal(InvalidArgument(
        "nothing to change: give --priority, --weight, --max-pairs, --max-core-hours, --tag, "
        "--no-tags or --keep-games"));
  }
  v1::EditRunRequest request;
  request.set_name(wire::RunName(flags.run));
  if (flags.priority) request.set_priority(*flags.priority);
  if (flags.weight) request.set_weight(*flags.weight);
  if (flags.max_pairs) request.set_max_pairs(*flags.max_pairs);
  if (flags.max_core_hours) {
    request.set_max_core_seconds(CoreSeconds(*flags.max_core_hours));
  }
  if (!flags.tags.empty() || flags.no_tags) {
    request.mutable_tags()->mutable_tags()->Add(flags.tags.begin(), flags.tags.end());
  }
  if (!flags.keep_games.empty()) {
    *request.mutable_keep_games() = *wire::ParseKeepGames(flags.keep_games);
  }
  return Act(context, [&](wire::Client& client) { return client.EditRun(request); });
}

void AddEdit(CLI::App& noun, Context& context) {
  auto flags = std::make_shared<EditFlags>();
  CLI::App* command = AddCommand(
      noun, context,
      {"edit", "Change an open run: its share, its limits, its tags; of any: which games stay",
       "rookery runs edit k3v9x0ab12 --priority 2 --weight 3\n"
       "rookery runs edit k3v9x0ab12 --max-pairs 40000\n"
       "rookery runs edit k3v9x0ab12 --tag pruning --tag ltc\n"
       "rookery runs edit k3v9x0ab12 --keep-games 1000,30d"},
      [flags, &context] { return Edit(*flags, context); });
  AddRun(*command, flags->run);
  command->add_option("--priority", flags->priority, "Its class")->check(CLI::Range(-100, 100));
  command->add_option("--weight", flags->weight, "Its share among the owner's runs")
      ->check(DecimalNumber(0.01, 100.0));
  command->add_option("--max-pairs", flags->max_pairs, "Not below what is lent or counted")
      ->check(CLI::Range(uint64_t{1}, uint64_t{10'000'000}));
  command->add_option("--max-core-hours", flags->max_core_hours, "0: no limit")
      ->check(CoreHours(CoreHours::Zero::kOrZero))
      ->type_name("HOURS");
  command->add_option("--tag", flags->tags, "All tags that it has from now on; may be repeated")
      ->allow_extra_args(false)
      ->type_name("TAG");
  command->add_flag("--no-tags", flags->no_tags, "Take all tags off")->excludes("--tag");
  command
      ->add_option("--keep-games", flags->keep_games,
                   "Which games stay: all, none, the newest pairs (1000), those of the last days "
                   "(30d), both (1000,30d); those that are gone don't come back")
      ->check(KeepGamesWord())
      ->type_name("WHICH");
}

void AddComment(CLI::App& noun, Context& context) {
  struct Flags {
    std::string run;
    std::string text;
  };
  auto flags = std::make_shared<Flags>();
  CLI::App* command =
      AddCommand(noun, context,
                 {"comment", "Add a remark to a run, ended ones too",
                  "rookery runs comment k3v9x0ab12 'passed, but the book was narrow'"},
                 [flags, &context] {
                   return Act(context, [&](wire::Client& client) {
                     return client.CommentRun(flags->run, flags->text);
                   });
                 });
  AddRun(*command, flags->run);
  command->add_option("text", flags->text, "The remark")->required()->type_name("TEXT");
}

void AddWhy(CLI::App& noun, Context& context) {
  struct Flags {
    std::string run;
    std::string worker;
  };
  auto flags = std::make_shared<Flags>();
  CLI::App* command =
      AddCommand(noun, context,
                 {"why", "Why a worker would or would not play a run now",
                  "rookery runs why k3v9x0ab12 w7x2k9q0ab"},
                 [flags, &context] {
                   const auto coordinator = OpenCoordinator(context);
                   if (!coordinator.ok()) return context.FailRemote(coordinator.status());
                   const absl::StatusOr<std::string> text =
                       (*coordinator)->ExplainRun(flags->run, flags->worker);
                   if (!text.ok()) return context.FailRemote(text.status());
                   if (context.json) {
                     context.printer->Json(
                         {{"run", RunId(flags->run)}, {"worker", flags->worker}, {"why", *text}});
                   } else {
                     context.printer->Out(*text);
                   }
                   return Exit::kDone;
                 });
  AddRun(*command, flags->run);
  command->add_option("worker", flags->worker, "The worker's id")->required()->type_name("WORKER");
}

template <typename Request>
void AddMark(CLI::App& noun, Context& context, const CommandText& text,
             absl::StatusOr<v1::Run> (wire::Client::*call)(const Request&)) {
  struct Flags {
    std::string run;
    std::string worker;
    std::string reason;
  };
  auto flags = std::make_shared<Flags>();
  CLI::App* command = AddCommand(noun, context, text, [flags, call, &context] {
    Request request;
    request.set_name(wire::RunName(flags->run));
    request.set_worker(wire::WorkerName(flags->worker));
    request.set_reason(flags->reason);
    return Act(context, [&](wire::Client& client) { return (client.*call)(request); });
  });
  AddRun(*command, flags->run);
  command->add_option("--worker", flags->worker, "Whose pairs")->required()->type_name("WORKER");
  command->add_option("--reason", flags->reason, "Kept with the run")->type_name("TEXT");
}

}  // namespace

void AddRunActionCommands(CLI::App& noun, Context& context) {
  AddStop(noun, context);
  AddPauseAndResume(noun, context);
  AddApprove(noun, context);
  AddEdit(noun, context);
  AddComment(noun, context);
  AddWhy(noun, context);
  AddMark<v1::VoidPairsRequest>(
      noun, context,
      {"void", "Count the pairs of a worker in quarantine no more; they are kept and played again",
       "rookery runs void k3v9x0ab12 --worker w7x2k9q0ab --reason 'bad memory'"},
      &wire::Client::VoidPairs);
  AddMark<v1::RestorePairsRequest>(
      noun, context,
      {"restore", "Take a void back", "rookery runs restore k3v9x0ab12 --worker w7x2k9q0ab"},
      &wire::Client::RestorePairs);
}

}  // namespace rookery::cli

#include "cli/worker_commands.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/follow.h"
#include "cli/times.h"

namespace rookery::cli {
namespace {

std::string WorkerId(const std::string& name) { return name.substr(name.find('/') + 1); }

nlohmann::ordered_json WorkerJson(const v1::Worker& worker) {
  return {{"worker", WorkerId(worker.name())},
          {"label", worker.label()},
          {"slots", worker.slots()},
          {"version", worker.version()},
          {"state", worker.state()},
          {"idle_reason", worker.idle_reason()},
          {"run", worker.run().substr(worker.run().find('/') + 1)},
          {"pairs", worker.pairs()},
          {"games", worker.games()},
          {"pairs_lent", worker.pairs_lent()},
          {"nodes_per_second", worker.nodes_per_second()},
          {"last_seen", IsoTime(worker.last_seen())},
          {"cores", worker.cores()},
          {"memory_mib", worker.memory_mib()},
          {"instruction_sets", std::vector<std::string>(worker.instruction_sets().begin(),
                                                        worker.instruction_sets().end())},
          {"platform", worker.platform()},
          {"sandbox", worker.sandbox()},
          {"bench_nps", worker.bench_nps()},
          {"bench_signature", worker.bench_signature()},
          {"quarantine", worker.quarantine()},
          {"drained", worker.drained()},
          {"owner", worker.owner()},
          {"core_hours", worker.core_hours()}};
}

std::vector<std::string> Row(const v1::Worker& worker) {
  std::string state = worker.state();
  if (!worker.quarantine().empty()) {
    state += ", in quarantine: " + worker.quarantine();
  } else if (!worker.drained().empty()) {
    state += ", drained: " + worker.drained();
  } else if (!worker.idle_reason().empty()) {
    state += ": " + worker.idle_reason();
  }
  return {WorkerId(worker.name()),
          worker.label(),
          std::to_string(worker.slots()),
          std::to_string(worker.pairs()),
          std::to_string(worker.pairs_lent()),
          fmt::format("{:.0f}", worker.nodes_per_second() / 1000),
          worker.version(),
          TimeText(worker.last_seen()),
          state};
}

Exit List(Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const absl::StatusOr<v1::ListWorkersResponse> response = (*coordinator)->ListWorkers();
  if (!response.ok()) return context.FailRemote(response.status());
  if (context.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const v1::Worker& worker : response->workers()) list.push_back(WorkerJson(worker));
    context.printer->Json({{"workers", std::move(list)}});
    return Exit::kDone;
  }
  if (response->workers().empty()) {
    context.printer->Say(
        fmt::format("No workers yet. Add one: rookery-worker run --coordinator {} --slots 2",
                    (*coordinator)->address()));
    return Exit::kDone;
  }
  std::vector<std::vector<std::string>> rows = {
      {"WORKER", "LABEL", "SLOTS", "PAIRS", "LENT", "KNPS/SLOT", "VERSION", "LAST SEEN", "STATE"}};
  for (const v1::Worker& worker : response->workers()) rows.push_back(Row(worker));
  context.printer->Table(rows);
  return Exit::kDone;
}

Exit ListContributors(Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const absl::StatusOr<v1::ListWorkersResponse> response = (*coordinator)->ListWorkers();
  if (!response.ok()) return context.FailRemote(response.status());
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::vector<std::vector<std::string>> rows = {
      {"OWNER", "WORKERS", "PAIRS", "GAMES", "CORE-HOURS"}};
  for (const v1::Contributor& one : response->contributors()) {
    list.push_back({{"owner", one.owner()},
                    {"workers", one.workers()},
                    {"pairs", one.pairs()},
                    {"games", one.games()},
                    {"core_hours", one.core_hours()}});
    rows.push_back({one.owner().empty() ? "(without a token)" : one.owner(),
                    std::to_string(one.workers()), std::to_string(one.pairs()),
                    std::to_string(one.games()), fmt::format("{:.2f}", one.core_hours())});
  }
  if (context.json) {
    context.printer->Json({{"contributors", std::move(list)}});
  } else {
    context.printer->Table(rows);
  }
  return Exit::kDone;
}

struct TakeOutFlags {
  std::string worker;
  std::string reason;
  bool lift = false;
  bool drain = false;
};

std::string TakenOutText(const TakeOutFlags& flags) {
  if (flags.lift) return fmt::format("Worker {} is lent pairs again.", flags.worker);
  if (!flags.drain) return fmt::format("Worker {} is in quarantine.", flags.worker);
  return fmt::format("Worker {} finishes what it plays and is lent nothing more.", flags.worker);
}

Exit TakeOut(const TakeOutFlags& flags, Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  if (flags.lift && flags.drain) {
    // A drain that ends must not let somebody loose whose results nobody trusts.
    const auto workers = (*coordinator)->ListWorkers();
    if (!workers.ok()) return context.FailRemote(workers.status());
    for (const v1::Worker& worker : workers->workers()) {
      if (WorkerId(worker.name()) != flags.worker || worker.quarantine().empty()) continue;
      return context.FailLocal(InvalidArgument(
          "worker: {} is in quarantine, too: {}; `rookery workers quarantine {} --lift` lifts both",
          flags.worker, worker.quarantine(), flags.worker));
    }
  }
  const std::string reason = flags.lift ? "" : flags.reason.empty() ? "by hand" : flags.reason;
  const absl::StatusOr<v1::Worker> response =
      (*coordinator)->SetQuarantine(flags.worker, reason, flags.drain);
  if (!response.ok()) return context.FailRemote(response.status());
  if (context.json) {
    context.printer->Json(WorkerJson(*response));
  } else {
    context.printer->Say(TakenOutText(flags));
  }
  return Exit::kDone;
}

void AddTakeOut(CLI::App& noun, Context& context, bool drain, const CommandText& text) {
  auto flags = std::make_shared<TakeOutFlags>();
  flags->drain = drain;
  CLI::App* command =
      AddCommand(noun, context, text, [flags, &context] { return TakeOut(*flags, context); });
  command->add_option("worker", flags->worker, "The worker's id")->required()->type_name("WORKER");
  command->add_option("--reason", flags->reason, "Shown to the worker and to people")
      ->type_name("TEXT");
  command->add_flag("--lift", flags->lift, "Lend it pairs again")->excludes("--reason");
}

}  // namespace

void AddWorkerCommands(CLI::App& app, Context& context) {
  CLI::App* noun = AddNoun(app, {"workers", "The workers and what they do",
                                 "rookery workers list\nrookery workers list --json"});
  AddCommand(*noun, context,
             {"list", "All workers that the coordinator knows", "rookery workers list"},
             [&context] { return List(context); });
  AddCommand(*noun, context,
             {"contributors", "Who lends workers, and what those have done",
              "rookery workers contributors\nrookery workers contributors --json"},
             [&context] { return ListContributors(context); });
  AddTakeOut(
      *noun, context, false,
      {"quarantine", "Lend a worker nothing and refuse its reports, or lift that and a drain",
       "rookery workers quarantine w7x2k9q0ab --reason 'overheats'\n"
       "rookery workers quarantine w7x2k9q0ab --lift"});
  AddTakeOut(*noun, context, true,
             {"drain", "Let a worker finish what it plays and lend it nothing more, or lift that",
              "rookery workers drain w7x2k9q0ab --reason 'its host is needed'\n"
              "rookery workers drain w7x2k9q0ab --lift"});
}

}  // namespace rookery::cli

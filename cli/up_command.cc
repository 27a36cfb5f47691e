#include "cli/up_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "base/file.h"
#include "base/private_files.h"
#include "cli/command.h"
#include "cli/fleet.h"
#include "cli/port_check.h"
#include "cli/whole_number.h"

namespace rookery::cli {
namespace {

constexpr int kDefaultHttpPort = 7780;
constexpr int kDefaultGrpcPort = 7700;
constexpr int kMostWorkers = 1024;

// Data: the processes and where they listen.
void PrintFleet(const Fleet& fleet, Context& context) {
  if (context.json) {
    nlohmann::ordered_json workers = nlohmann::ordered_json::array();
    for (const pid_t pid : fleet.worker_pids()) workers.push_back({{"pid", pid}});
    context.printer->Json({{"coordinator", {{"pid", fleet.coordinator_pid()}}},
                           {"grpc", fleet.grpc_address()},
                           {"http", fleet.http_address()},
                           {"workers", std::move(workers)}});
    return;
  }
  context.printer->Out(fmt::format("coordinator  process {}, gRPC {}", fleet.coordinator_pid(),
                                   fleet.grpc_address()));
  int number = 0;
  for (const pid_t pid : fleet.worker_pids()) {
    context.printer->Out(fmt::format("worker {:<5} process {}", ++number, pid));
  }
  context.printer->Out("dashboard    " + fleet.http_address());
  context.printer->Say(fmt::format(
      "Ready. Start a test: rookery --coordinator {} test --dev FILE\nCtrl-C stops all of it.",
      fleet.grpc_address()));
}

Exit Up(FleetOptions options, Context& context) {
  options.program_folder = context.program_folder;
  for (const auto& [port, flag] :
       {std::pair(options.http_port, "--http"), std::pair(options.grpc_port, "--grpc")}) {
    if (const absl::Status status = CheckPortFree(port, flag); !status.ok()) {
      return context.FailLocal(status);
    }
  }
  KeepNewFilesPrivate();
  if (const absl::Status status = MakeFolders(options.data); !status.ok()) {
    return context.FailLocal(status);
  }
  const Interrupt::Listener listener(context.interrupt, [] {});
  Fleet fleet(std::move(options), context);
  absl::Status status = fleet.Start();
  if (status.ok()) {
    PrintFleet(fleet, context);
    status = fleet.Watch();
  }
  if (status.ok()) context.printer->Say("Stopping.");
  fleet.Stop();
  if (status.ok()) return Exit::kDone;
  if (absl::IsCancelled(status)) return Exit::kInterrupted;
  context.printer->Error(std::string(status.message()));
  return Exit::kFailed;
}

}  // namespace

void AddUpCommand(CLI::App& app, Context& context) {
  auto options = std::make_shared<FleetOptions>();
  options->data = DataFolder(context.environment);
  options->http_port = kDefaultHttpPort;
  options->grpc_port = kDefaultGrpcPort;
  options->workers =
      std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostWorkers);
  CLI::App* command =
      AddCommand(app, context,
                 {"up", "Coordinator, workers and dashboard on this machine, in the foreground",
                  "rookery up\nrookery up --data ./data --workers 2\n"
                  "rookery up --http 0 --grpc 0 --json        on any free ports"},
                 [options, &context] { return Up(*options, context); });
  command->add_option("--data", options->data, "Where everything is kept")
      ->capture_default_str()
      ->type_name("DIR");
  command->add_option("--http", options->http_port, "Port of dashboard and metrics; 0: a free one")
      ->capture_default_str()
      ->check(WholeNumber(0, 65535));
  command->add_option("--grpc", options->grpc_port, "Port of the API; 0: a free one")
      ->capture_default_str()
      ->check(WholeNumber(0, 65535));
  command->add_option("--workers", options->workers, "Local workers, each playing a game at a time")
      ->capture_default_str()
      ->check(WholeNumber(0, kMostWorkers));
}

}  // namespace rookery::cli

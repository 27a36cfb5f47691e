// rookery-worker: lends a machine's cores to a coordinator. Parses the command line, nothing else.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>

#include "absl/synchronization/mutex.h"
#include "base/log.h"
#include "base/status.h"
#include "worker/app/run.h"

namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kMaxSlots = 4096;

int Cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace

int main(int argc, char** argv) {
  // gRPC uses absl::Mutex everywhere; its detector of lock orders costs time and can abort.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  rookery::worker::BlockStopSignals();

  rookery::worker::RunOptions options;
  options.slots = Cores();
  std::string log_level = "info";
  CLI::App app("Plays pairs of games for a Rookery coordinator.", "rookery-worker");
  app.set_version_flag("--version", ROOKERY_VERSION);
  app.require_subcommand(1);
  CLI::App* run = app.add_subcommand("run", "Connect to a coordinator and play until stopped");
  run->footer(
      "Example: rookery-worker run --coordinator localhost:7700 --slots 2\n"
      "SIGTERM or Ctrl-C stops after the pairs that are being played; twice stops at once.");
  run->add_option("--coordinator", options.coordinator, "HOST:PORT of the coordinator")
      ->envname("ROOKERY_COORDINATOR")
      ->required();
  run->add_option("--slots", options.slots, "Pairs played at once; one a core by default")
      ->check(CLI::Range(1, kMaxSlots));
  run->add_option("--data", options.data, "Folder of this worker alone: identity, outbox, cache");
  run->add_option("--label", options.label, "Name for people; the host's by default")
      ->check([](const std::string& text) {
        return text.size() <= 100 ? "" : "a label has at most 100 bytes";
      });
  run->add_flag("--unconfined-engines", options.unconfined_engines,
                "Play UCI engines even where no sandbox works: they may then do here whatever this "
                "user may");
  run->add_option("--log-level", log_level, "trace, debug, info, warn, error or off");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  }
  if (absl::Status status = rookery::SetUpLog("worker", log_level); !status.ok()) {
    std::fprintf(stderr, "rookery-worker: %s\n", rookery::Message(status).c_str());
    return kUsage;
  }
  if (options.data.empty()) options.data = rookery::worker::DefaultDataFolder(options.label);
  if (absl::Status status = rookery::worker::RunWorker(options); !status.ok()) {
    std::fprintf(stderr, "rookery-worker: %s\n", rookery::Message(status).c_str());
    return kFailed;
  }
  return 0;
}

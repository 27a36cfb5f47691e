// rookery-worker: lends a machine's cores to a coordinator. Parses the command line, nothing else.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>

#include "absl/synchronization/mutex.h"
#include "base/log.h"
#include "base/private_files.h"
#include "base/status.h"
#include "worker/app/run.h"

namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kMaxSlots = 4096;

int Cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

// A variable that nobody set is no token.
std::string NotEmpty(const std::string& text) {
  return text.empty() ? "it is empty; give a value, or leave the option out" : "";
}

// What both ways to start have in common.
void AddCommon(CLI::App& command, rookery::worker::RunOptions& options, std::string& log_level) {
  rookery::wire::TrustSources& coordinator = options.coordinator;
  command.add_option("--ca", coordinator.ca_file, "The coordinator's authority.pem")
      ->envname("ROOKERY_CA");
  command
      .add_option("--fingerprint", coordinator.fingerprint,
                  "That of the coordinator's authority, if neither a token nor --ca says it")
      ->envname("ROOKERY_FINGERPRINT");
  command.add_flag("--insecure", coordinator.insecure, "Plaintext to another host")
      ->envname("ROOKERY_INSECURE");
  command.add_option("--slots", options.slots, "Pairs played at once; one a core by default")
      ->check(CLI::Range(1, kMaxSlots));
  command.add_option("--data", options.data,
                     "Folder of this worker alone: identity, keys, outbox, cache");
  command.add_option("--label", options.label, "Name for people; the host's by default")
      ->check([](const std::string& text) {
        return text.size() <= 100 ? "" : "a label has at most 100 bytes";
      });
  command.add_flag("--unconfined-engines", options.unconfined_engines,
                   "Play UCI engines even where no sandbox works: they may then do here whatever "
                   "this user may");
  command.add_option("--log-level", log_level, "trace, debug, info, warn, error or off");
}

void AddRun(CLI::App& app, rookery::worker::RunOptions& options, std::string& log_level) {
  CLI::App* run = app.add_subcommand("run", "Connect to a coordinator and play until stopped");
  run->footer(
      "Example: rookery-worker run --coordinator localhost:7700 --slots 2\n"
      "SIGTERM or Ctrl-C stops after the pairs that are being played; twice stops at once.");
  run->add_option("--coordinator", options.coordinator.address, "HOST:PORT of the coordinator")
      ->envname("ROOKERY_COORDINATOR")
      ->required();
  run->add_option("--token-file", options.coordinator.token_file,
                  "File with a worker's access token; not needed where this worker has joined")
      ->check(NotEmpty)
      ->envname("ROOKERY_TOKEN_FILE");
  AddCommon(*run, options, log_level);
}

const CLI::App* AddJoin(CLI::App& app, rookery::worker::RunOptions& options,
                        std::string& log_level) {
  CLI::App* join = app.add_subcommand(
      "join", "Join a coordinator with a token, once; then play until stopped, as run does");
  join->footer(
      "Example: rookery-worker join chess.example:7700 --token-file join.token\n"
      "The token says by its fingerprint which coordinator to believe. This worker is given a key "
      "and a token of its own, which lie in its data folder; the file isn't needed again.");
  join->add_option("coordinator", options.coordinator.address, "HOST:PORT of the coordinator")
      ->required();
  join->add_option("--token-file", options.coordinator.token_file,
                   "What 'rookery tokens create --role join' wrote; -: standard input")
      ->check(NotEmpty)
      ->required();
  AddCommon(*join, options, log_level);
  return join;
}

}  // namespace

int main(int argc, char** argv) {
  // gRPC uses absl::Mutex everywhere; its detector of lock orders costs time and can abort.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  rookery::worker::BlockStopSignals();
  rookery::KeepNewFilesPrivate();

  rookery::worker::RunOptions options;
  options.slots = Cores();
  std::string log_level = "info";
  CLI::App app("Plays pairs of games for a Rookery coordinator.", "rookery-worker");
  app.set_version_flag("--version", ROOKERY_VERSION);
  app.require_subcommand(1);
  AddRun(app, options, log_level);
  const CLI::App* join = AddJoin(app, options, log_level);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  }
  options.join = join->parsed();
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

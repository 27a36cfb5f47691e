// rookery-coordinator: options, signals, and the composition root.
#include <pthread.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "absl/synchronization/mutex.h"
#include "base/ids.h"
#include "base/log.h"
#include "base/loopback.h"
#include "base/private_files.h"
#include "base/status.h"
#include "coordinator/app/coordinator.h"
#include "coordinator/app/maintenance.h"
#include "proto/wire/keep_games.h"

namespace rookery::coordinator {
namespace {

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

std::string IsNumber(const std::string& text) {
  return std::isnan(std::strtod(text.c_str(), nullptr)) ? text + " is no number" : "";
}

struct Flags {
  CoordinatorOptions options;
  std::string store = "sqlite";
  std::string log_level = "info";
  std::string keep_games = "all";
};

void AddDoors(CLI::App& app, CoordinatorOptions& options) {
  app.add_option("--listen", options.host, "Address to listen on")->capture_default_str();
  app.add_flag("--tls", options.tls,
               "Encrypt both doors with certificates of its own, made at the first start");
  app.add_option("--tls-host", options.tls_hosts,
                 "Another name or address of this host, for browsers' sake; may be repeated")
      ->needs("--tls");
  app.add_flag("--insecure", options.insecure,
               "Plaintext also to other hosts: where a tunnel or proxy of yours guards the way")
      ->excludes("--tls");
  app.add_flag("--tokens", options.tokens,
               "Ask everybody for an access token, on loopback too; so it is with --tls, for other "
               "hosts, and once there is a token");
  app.add_flag("--new-operator-token", options.new_operator_token,
               "Make an operator's token, in DATA/operator.token, although one lives: where its "
               "text is lost");
  app.add_flag("--mutual-tls", options.mutual_tls,
               "Workers must also show the certificate that they got when they joined")
      ->needs("--tls");
}

void AddFlags(CLI::App& app, Flags& flags) {
  CoordinatorOptions& options = flags.options;
  options.grpc_port = 7700;
  options.http_port = 7780;
  app.add_option("--data", options.data, "Folder of the database and the artifacts")->required();
  app.add_option("--store", flags.store,
                 "sqlite: a file in the data folder; postgres:CONNECTION: a PostgreSQL database, "
                 "beside whose coordinator others may stand by; see docs/guides/postgresql.md")
      ->capture_default_str();
  app.add_option("--grpc", options.grpc_port,
                 "Port for workers and the command line; 0: a free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  app.add_option("--http", options.http_port, "Port for browsers and monitoring; 0: a free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  AddDoors(app, options);
  CoreOptions& core = options.loop.core;
  app.add_option("--author-runs", core.author_open_runs,
                 "Open runs that an author may have at once; 0: any number")
      ->check(CLI::Range(0, static_cast<int>(limits::kMaxOpenRuns)))
      ->capture_default_str();
  app.add_option("--author-core-hours", core.author_core_hours,
                 "Core-hours that the runs which an author began within 30 days may have taken "
                 "when he starts another; what runs is paused beyond; 0: any number")
      ->check(CLI::Range(0.0, 1e9))
      ->check(IsNumber)  // the range lets NaN pass
      ->capture_default_str();
  app.add_flag("--approve-runs", core.approve_runs,
               "Authors' runs wait until an operator approves them (rookery runs approve)");
  app.add_option("--keep-actions", options.loop.core.keep_actions,
                 "Rows of the audit log that are kept (rookery log); the oldest go first")
      ->check(CLI::Range(limits::kMinActions, limits::kMaxActions * 100))
      ->capture_default_str();
  app.add_option("--keep-games", flags.keep_games,
                 "Which games stay of runs that don't say: all, none, the newest pairs (1000), "
                 "those of the last days (30d), both (1000,30d); results stay in any case")
      ->check([](const std::string& text) {
        const auto keep = wire::ParseKeepGames(text);
        return keep.ok() ? std::string() : Message(keep.status());
      })
      ->type_name("WHICH")
      ->capture_default_str();
  app.add_option(
      "--webhooks", options.webhooks,
      "JSON file of webhooks that are told when a run ends; see docs/guides/webhooks.md");
  app.add_option("--log-level", flags.log_level, "trace, debug, info, warn, error or off")
      ->capture_default_str();
  app.set_version_flag("--version", ROOKERY_VERSION);
  app.footer(
      "Examples: rookery-coordinator --data ~/rookery --grpc 7700 --http 7780\n"
      "          rookery-coordinator --data ~/rookery --listen 0.0.0.0 --tls\n"
      "          rookery-coordinator --data /srv/rookery --store 'postgres:host=db "
      "dbname=rookery'");
}

// SIGTERM and SIGINT, blocked in every thread, so that sigtimedwait alone takes them.
sigset_t BlockSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return signals;
}

// Waits for a signal; false once there is one.
StandBy UnlessAsked(const sigset_t& signals) {
  return [&signals](absl::Duration time) {
    const timespec wait = absl::ToTimespec(time);
    return sigtimedwait(&signals, nullptr, &wait) <= 0;
  };
}

// Until a signal comes or the loop gives up.
absl::Status RunUntilAsked(const Coordinator& coordinator, const sigset_t& signals) {
  const timespec kLook{0, 500'000'000};
  for (;;) {
    const int signal = sigtimedwait(&signals, nullptr, &kLook);
    if (signal > 0) {
      spdlog::info("stopping signal={}", signal);
      return absl::OkStatus();
    }
    if (absl::Status status = coordinator.status(); !status.ok()) return status;
  }
}

absl::Status CheckExposure(const CoordinatorOptions& options) {
  if (options.tls || options.insecure || IsLoopbackHost(options.host)) return absl::OkStatus();
  return Error(absl::StatusCode::kFailedPrecondition,
               "--listen {}: other hosts reach this address, and without TLS everyone on the way "
               "can read and change what is said; add --tls, or --insecure if something of yours "
               "guards the way",
               options.host);
}

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "rookery-coordinator: %s\n", Message(status).c_str());
  return kExitFailed;
}

int Main(int argc, char** argv) {
  // Debian's Abseil checks for potential deadlocks at run time, at five times a lock's cost.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  KeepNewFilesPrivate();
  if (argc > 1 && IsMaintenance(argv[1])) return MaintenanceMain(argc - 1, argv + 1);
  CLI::App app("The coordinator of Rookery: lends pairs to workers, counts them, decides.");
  Flags flags;
  AddFlags(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kExitUsage;
  }
  if (const absl::Status log = SetUpLog("coordinator", flags.log_level); !log.ok()) {
    static_cast<void>(Fail(log));
    return kExitUsage;
  }
  absl::StatusOr<std::string> postgres = ParseStoreChoice(flags.store);
  if (!postgres.ok()) {
    static_cast<void>(Fail(postgres.status()));
    return kExitUsage;
  }
  flags.options.postgres = *std::move(postgres);
  if (flags.keep_games != "all") {
    const v1::KeepGames keep = *wire::ParseKeepGames(flags.keep_games);
    flags.options.loop.core.keep_games = KeepGames{keep.none(), keep.newest_pairs(), keep.days()};
  }
  if (const absl::Status safe = CheckExposure(flags.options); !safe.ok()) {
    static_cast<void>(Fail(safe));
    return kExitUsage;
  }
  const sigset_t signals = BlockSignals();
  flags.options.version = ROOKERY_VERSION;
  flags.options.stand_by = UnlessAsked(signals);
  RealClock clock;
  const auto coordinator = Coordinator::Start(flags.options, &clock, Rng(SystemEntropy()));
  if (absl::IsCancelled(coordinator.status())) return 0;
  if (!coordinator.ok()) return Fail(coordinator.status());
  std::printf("grpc %s\nhttp %s\n", (*coordinator)->grpc_address().c_str(),
              (*coordinator)->http_address().c_str());
  if (flags.options.tls) std::printf("fingerprint %s\n", (*coordinator)->fingerprint().c_str());
  std::fflush(stdout);
  spdlog::info("serving version={} grpc={} http={} data={}", ROOKERY_VERSION,
               (*coordinator)->grpc_address(), (*coordinator)->http_address(), flags.options.data);
  if (flags.options.insecure && !IsLoopbackHost(flags.options.host)) {
    spdlog::warn("tokens and games cross the way to {} in plaintext", flags.options.host);
  }
  const absl::Status end = RunUntilAsked(**coordinator, signals);
  (*coordinator)->Shutdown();
  return end.ok() ? 0 : Fail(end);
}

}  // namespace
}  // namespace rookery::coordinator

int main(int argc, char** argv) { return rookery::coordinator::Main(argc, argv); }

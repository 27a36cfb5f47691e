// Loads a coordinator, which this program starts as a process of its own, with workers over gRPC.
// One command a figure; docs/reports/coordinator.md has them all, with what was measured.
//
//   bench_load --coordinator build/release/bin/rookery-coordinator --workers 10000 pace --rate 1000
//
// Ends with 1 if something failed: a stream broke, a report was refused, a worker wasn't served.
// How quick it was is printed and decides nothing.
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "base/status.h"
#include "tests/bench/load/fleet.h"

namespace rookery::bench {
namespace {

constexpr double kMostMs = 50;  // of p99
constexpr double kMostReconnect = 10;

struct Flags {
  FleetOptions fleet;
  double rate = 100;
  double seconds = 30;
  double from = 500;
  double most = 10'000;
  size_t reconnect = 1000;
};

// Pairs for reports at that rate, with what each worker holds besides.
size_t PairsFor(const Flags& flags, double reports) {
  return static_cast<size_t>(1000 + 1.1 * reports) + 8 * static_cast<size_t>(flags.fleet.workers);
}

int Fail(const absl::Status& status) {
  fmt::print(stderr, "{}\n", Message(status));
  return 1;
}

const char* Verdict(bool held) { return held ? "as promised" : "NOT as promised"; }

int Pace(Fleet& fleet, const Flags& flags) {
  const absl::Status started = fleet.StartRun(PairsFor(flags, flags.rate * flags.seconds));
  if (!started.ok()) return Fail(started);
  const Paced paced = fleet.Pace(flags.rate, flags.seconds);
  fmt::print("{}p99        {:.2f} ms, promised {:g}: {}\n", ToText(paced), paced.worst_p99(),
             kMostMs, Verdict(paced.worst_p99() <= kMostMs));
  return paced.sound() ? 0 : 1;
}

// Raises the rate by a quarter until p99 is past the limit, then halves what lies between, twice.
int FindRate(Fleet& fleet, const Flags& flags) {
  const absl::Status started = fleet.StartRun(PairsFor(flags, 6 * flags.most * flags.seconds));
  if (!started.ok()) return Fail(started);
  double good = 0;
  double bad = 0;
  Paced best;
  double rate = flags.from;
  for (int halvings = 0; halvings < 2 && rate <= flags.most;) {
    const Paced paced = fleet.Pace(rate, flags.seconds);
    const bool held = paced.worst_p99() <= kMostMs;
    fmt::print(
        "{:8.0f}/s   p99 {:8.2f} ms (sent late {:.2f}), {}; cores: coordinator {:.2f}, load "
        "{:.2f}, others {:.2f}\n",
        rate, paced.worst_p99(), paced.late.p99, held ? "held" : "past the limit",
        paced.cpu.coordinator, paced.cpu.load, paced.cpu.others);
    if (!paced.sound()) return Fail(absl::InternalError(ToText(paced)));
    (held ? good : bad) = rate;
    if (held) best = paced;
    if (bad > 0) ++halvings;
    if (good == 0) break;
    rate = bad == 0 ? good * 1.25 : std::sqrt(good * bad);
  }
  if (good == 0) {
    fmt::print("limit      below {:.0f} reports a second; begin lower\n", flags.from);
    return 0;
  }
  // The load runs on the same processors; on others, the coordinator would have its share, too.
  const double share = best.cpu.coordinator / (best.cpu.coordinator + best.cpu.load);
  fmt::print(
      "limit      {:.0f} reports and heartbeats a second each with p99 up to {:g} ms; {:.0f} "
      "with the load's own processor time subtracted\n",
      good, kMostMs, good / share);
  return 0;
}

int Reconnect(Fleet& fleet, const Flags& flags) {
  const absl::Status started = fleet.StartRun(PairsFor(flags, 0));
  if (!started.ok()) return Fail(started);
  const absl::StatusOr<double> seconds = fleet.Reconnect(flags.reconnect);
  if (!seconds.ok()) return Fail(seconds.status());
  fmt::print(
      "reconnect  {} at once, the last one had its lease after {:.2f} s, promised {:g}: {}\n",
      flags.reconnect, *seconds, kMostReconnect, Verdict(*seconds <= kMostReconnect));
  return 0;
}

void RaiseFileLimit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int Main(int argc, char** argv) {
  Flags flags;
  CLI::App app("Loads a coordinator with workers over gRPC.");
  FleetOptions& fleet_options = flags.fleet;
  fleet_options.coordinator.data = "/tmp/rookery-load";
  app.add_option("--coordinator", fleet_options.coordinator.binary, "The binary to start")
      ->required();
  app.add_option("--data", fleet_options.coordinator.data, "A folder for it, emptied first")
      ->capture_default_str();
  app.add_option("--workers", fleet_options.workers)
      ->capture_default_str()
      ->check(CLI::Range(1, 19'000));
  app.add_flag("--mutual-tls", fleet_options.coordinator.mutual_tls,
               "Workers join first, and connect with certificates of their own");
  app.add_option("--seed", fleet_options.seed, "Of the book")->capture_default_str();
  app.require_subcommand(1);
  const CLI::App* idle = app.add_subcommand("idle", "Memory for an idle worker");
  CLI::App* pace = app.add_subcommand("pace", "Percentiles at a rate");
  pace->add_option("--rate", flags.rate, "Reports a second, of all")->capture_default_str();
  CLI::App* find = app.add_subcommand("find-rate", "The rate at which p99 reaches 50 ms");
  find->add_option("--from", flags.from, "The first rate")->capture_default_str();
  find->add_option("--most", flags.most, "The last one")->capture_default_str();
  for (CLI::App* one : {pace, find}) {
    one->add_option("--seconds", flags.seconds, "At each rate")->capture_default_str();
  }
  CLI::App* reconnect = app.add_subcommand("reconnect", "Time until a crowd is back and served");
  reconnect->add_option("--count", flags.reconnect)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  flags.reconnect = std::min(flags.reconnect, static_cast<size_t>(fleet_options.workers));
  RaiseFileLimit();  // the coordinator inherits it
  Fleet fleet(fleet_options);
  if (const absl::Status connected = fleet.Connect(); !connected.ok()) return Fail(connected);
  if (idle->parsed()) return 0;
  if (pace->parsed()) return Pace(fleet, flags);
  if (find->parsed()) return FindRate(fleet, flags);
  return Reconnect(fleet, flags);
}

}  // namespace
}  // namespace rookery::bench

int main(int argc, char** argv) { return rookery::bench::Main(argc, argv); }

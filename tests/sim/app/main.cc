// rookery-sim: runs the simulator on and on, from one seed to the next.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>

#include "base/clock.h"
#include "cli/whole_number.h"
#include "coordinator/core/limits.h"
#include "tests/sim/simulation.h"

namespace {

constexpr uint64_t kMostSeeds = 1'000'000'000;
constexpr double kMostSeconds = 1e7;
// A story can't be left half told, so each must come to its end.
constexpr double kMostHours = 24 * 31;

// A number of the range; CLI::Range lets NaN pass.
CLI::Validator Number(double low, double high) {
  return CLI::Validator(
      [low, high](const std::string& text) -> std::string {
        double value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc() && stop == end && value >= low && value <= high) return "";
        return fmt::format("'{}' is no number from {:g} to {:g}", text, low, high);
      },
      fmt::format("{:g} to {:g}", low, high));
}

// One pair in 1,500 s on each of 2.5 slots: a report every ten minutes.
rookery::sim::SimOptions Day() {
  rookery::sim::SimOptions options;
  options.workers = 1000;
  options.runs = 60;
  options.max_pairs = 6000;
  options.pair_seconds = 1500;
  options.worker_step = absl::Minutes(1);
  options.heartbeat = absl::Minutes(2);
  options.lease_time = absl::Minutes(7);
  options.lease_target = absl::Minutes(50);
  options.crash_chance = 1e-5;
  // Some 860 tokens a day. As often as in the short stories it would be more than a coordinator
  // keeps (TokenBook::kMaxTokens), and then nobody comes back.
  options.revoke_chance = 1e-5;
  options.check_every = 2000;
  return options;
}

// The command that plays a seed again: all that was said but how many seeds, and how to tell of it.
std::string Replay(const CLI::App& app, uint64_t seed) {
  std::string command = fmt::format("rookery-sim --seeds 1 --first-seed {}", seed);
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name == "--seeds" || name == "--first-seed" ||
        name == "--seconds" || name == "--verbose") {
      continue;
    }
    command += " " + name;
    if (option->get_items_expected_max() > 0) command += " " + option->results().front();
  }
  return command;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Simulates a fleet with crashes, losses and lies; checks the coordinator's "
      "invariants after every commit.\n\n  rookery-sim --seeds 1000\n"
      "  rookery-sim --seeds 1 --first-seed 77 --verbose");
  uint64_t seeds = 200;
  uint64_t first_seed = 1;
  double seconds = 0;
  int planted = 0;
  bool verbose = false;
  bool day = false;
  rookery::sim::SimOptions options;
  double hours = absl::ToDoubleHours(options.chaos);
  using rookery::cli::WholeNumber;
  app.add_option("--seeds", seeds, "How many stories")
      ->check(WholeNumber(1, kMostSeeds))
      ->capture_default_str();
  app.add_option("--first-seed", first_seed, "The first one's seed")
      ->check(WholeNumber(0, rookery::cli::kMostSeed - kMostSeeds))
      ->capture_default_str();
  app.add_option("--seconds", seconds, "Begin no story after so many seconds; 0: never stop")
      ->check(Number(0, kMostSeconds));
  app.add_option("--workers", options.workers, "Workers")->check(WholeNumber(2, 20'000));
  app.add_option("--runs", options.runs, "Runs")->check(WholeNumber(1, 400));
  app.add_option("--max-pairs", options.max_pairs, "Pairs of a run at most")
      ->check(WholeNumber(1, rookery::coordinator::limits::kMaxPairs / 2));
  app.add_option("--hours", hours, "Simulated hours of trouble")->check(Number(0, kMostHours));
  app.add_option("--plant", planted, "Number of a planted fault")
      ->check(WholeNumber(0, rookery::coordinator::kPlantedFaults));
  app.add_flag("--verbose", verbose, "One line a seed");
  app.add_flag("--day", day,
               "A day of 1,000 workers that report once in ten minutes; sets the rest");
  CLI11_PARSE(app, argc, argv);
  if (day) {
    options = Day();
    hours = 24;
  }
  options.chaos = absl::Hours(hours);
  options.patience = options.chaos + absl::Hours(6);
  options.planted = static_cast<rookery::coordinator::PlantedFault>(planted);

  rookery::RealClock clock;
  const int64_t begin = clock.MonotonicNanos();
  const auto passed = [&] { return static_cast<double>(clock.MonotonicNanos() - begin) * 1e-9; };
  uint64_t ran = 0;
  uint64_t failed = 0;
  for (; ran < seeds && (seconds <= 0 || passed() < seconds); ++ran) {
    options.seed = first_seed + ran;
    const rookery::sim::SimResult result = rookery::sim::Simulate(options);
    if (verbose) {
      fmt::print(
          "seed {}: {} simulated, {} events, {} commits, {} crashes, {} pairs, trace {:016x}\n",
          options.seed, absl::FormatDuration(absl::Trunc(result.simulated, absl::Seconds(1))),
          result.events, result.commits, result.crashes, result.pairs, result.trace_hash);
    }
    if (result.failure.empty()) continue;
    ++failed;
    fmt::print("seed {}: {}\n  replay: {}\n", options.seed, result.failure,
               Replay(app, options.seed));
  }
  fmt::print("{} seeds, {} failed\n", ran, failed);
  return failed == 0 && ran >= seeds ? 0 : 1;
}

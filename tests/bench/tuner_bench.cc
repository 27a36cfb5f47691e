// Regret of the tuners on synthetic landscapes at equal budget, the default's calibration included.
//   bench_tuner [seeds] [landscape's name] [first seed; 1001 to choose by]
#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "tests/support/landscape.h"
#include "tuner/optim/cma_tuner.h"
#include "tuner/optim/planner.h"

namespace rookery {
namespace {

struct Case {
  testing::LandscapeOptions landscape;
  int64_t games;
};

struct Mean {
  double sum = 0;
  double squares = 0;
  int count = 0;
  void Add(double value) {
    sum += value;
    squares += value * value;
    ++count;
  }
  double mean() const { return sum / count; }
  double error() const { return std::sqrt((squares / count - mean() * mean()) / (count - 1)); }
};

// NaN where the method takes no such landscape.
double Regret(const Case& one, optim::Method method, uint64_t seed) {
  const int parameters = one.landscape.active + one.landscape.dead;
  if (method == optim::Method::kCmaEs &&
      static_cast<size_t>(parameters) > optim::kMostCmaParameters) {
    return std::nan("");
  }
  return testing::Tune(one.landscape, method, one.games / 2, seed).regret;
}

void Run(const Case& one, int seeds, uint64_t first) {
  Mean classic;
  Mean ours;
  Mean cma;
  Mean probe;
  Mean gain;
  Mean true_gain;
  Mean covered;
  for (int seed = 0; seed < seeds; ++seed) {
    const uint64_t key = first + static_cast<uint64_t>(seed);
    classic.Add(Regret(one, optim::Method::kSpsa, key));
    const testing::Tuned tuned =
        testing::Tune(one.landscape, optim::Method::kRegression, one.games / 2, key);
    ours.Add(tuned.regret);
    cma.Add(Regret(one, optim::Method::kCmaEs, key));
    probe.Add(one.landscape.probe_elo * tuned.square_step);
    gain.Add(tuned.last.gain);
    true_gain.Add(tuned.start_regret - tuned.regret);
    covered.Add(tuned.last.gain_low <= tuned.start_regret - tuned.regret &&
                        tuned.start_regret - tuned.regret <= tuned.last.gain_high
                    ? 1
                    : 0);
  }
  const double bound = optim::CramerRao(one.landscape.active, 1 - one.landscape.draw_rate,
                                        probe.mean(), static_cast<double>(one.games));
  fmt::print(
      "{:28} {:>8} {:8.3f} +-{:6.3f} {:8.3f} +-{:6.3f} {:8.3f} +-{:6.3f} {:6.2f} {:8.1f} "
      "{:8.3f} {:6.1f} {:6.1f} {:6.2f}\n",
      one.landscape.name, one.games, classic.mean(), classic.error(), ours.mean(), ours.error(),
      cma.mean(), cma.error(), ours.mean() / classic.mean(), probe.mean(), bound, gain.mean(),
      true_gain.mean(), covered.mean());
  std::fflush(stdout);
}

int Main(int argc, char** argv) {
  const int seeds = argc > 1 ? std::atoi(argv[1]) : 8;
  const std::string_view only = argc > 2 ? argv[2] : "";
  const uint64_t first =
      argc > 3 ? static_cast<uint64_t>(std::atoll(argv[3])) : testing::kFirstReportedSeed;
  std::vector<Case> cases = {
      {{.name = "4 equal"}, 20'000},
      {{.name = "4 equal"}, 200'000},
      {{.name = "4 equal"}, 600'000},
      {{.name = "4 spread rotated", .spread = 1, .rotated = true}, 200'000},
      {{.name = "4 saturating", .saturation = 20}, 200'000},
      {{.name = "4 saturating", .saturation = 20}, 600'000},
      {{.name = "4 + 10 dead", .dead = 10}, 200'000},
      {{.name = "4 at the optimum", .distance = 0}, 20'000},
      {{.name = "4 far", .distance = 150}, 20'000},
      {{.name = "4 far saturating", .saturation = 100, .distance = 150}, 20'000},
      {{.name = "4 far saturating", .saturation = 100, .distance = 150}, 60'000},
      {{.name = "16 spread", .active = 16, .probe_elo = 4, .spread = 1}, 60'000},
      {{.name = "16 equal", .active = 16, .probe_elo = 4}, 600'000},
      {{.name = "16 spread", .active = 16, .probe_elo = 4, .spread = 1}, 600'000},
      {{.name = "16 spread rotated", .active = 16, .probe_elo = 4, .spread = 1, .rotated = true},
       200'000},
      {{.name = "16 at the optimum", .active = 16, .probe_elo = 4, .distance = 0}, 60'000},
      {{.name = "64 spread", .active = 64, .probe_elo = 8, .spread = 1}, 600'000},
      {{.name = "64 saturating", .active = 64, .probe_elo = 8, .saturation = 60}, 200'000},
  };
  fmt::print("{:28} {:>8} {:>17} {:>17} {:>17} {:>6} {:>8} {:>8} {:>6} {:>6} {:>6}\n", "landscape",
             "games", "classic r=.002", "default", "cma-es", "ratio", "probe", "bound", "gain",
             "true", "within");
  for (const Case& one : cases) {
    if (one.landscape.name.find(only) != std::string::npos) Run(one, seeds, first);
  }
  return 0;
}

}  // namespace
}  // namespace rookery

int main(int argc, char** argv) { return rookery::Main(argc, argv); }

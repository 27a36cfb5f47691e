// Fitting at size: a million positions made from random games' traces, all weights, two threads.
// Prints positions a second and core for a pass over the traces with first and with second
// derivatives, seconds to convergence, and the memory that the process took at most.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>

#include "base/clock.h"
#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/eval/evaluator.h"
#include "tuner/fit/fit_weights.h"

namespace rookery::fit {
namespace {

constexpr size_t kPositions = 1'000'000;
constexpr int kThreads = 2;
constexpr double kK = 1.5;
constexpr int kPlies = 100;
constexpr uint64_t kPerGame = 60;

// Weights a little off the defaults, which the fit is to find.
params::Weights Truth() {
  params::Weights truth;
  Rng rng(3);
  for (int i = 0; i < kScalars; ++i) {
    const params::Parameter& parameter = params::Table()[static_cast<size_t>(i)];
    const double moved = parameter.value + 2 * parameter.step * (rng.Uniform() - 0.5);
    const auto inside = std::clamp<double>(moved, parameter.min, parameter.max);
    if (!truth.Set(parameter.name, static_cast<int>(std::lround(inside))).ok()) std::abort();
  }
  return truth;
}

// Of the first `terms` terms alone.
TraceSet MakeData(int terms) {
  const params::Weights truth = Truth();
  const eval::Shape shape(truth);
  TraceSet data;
  Rng rng(1);
  while (data.size() < kPositions) {
    chess::Position position = chess::Position::Start();
    for (int ply = 0; ply < kPlies && data.size() < kPositions; ++ply) {
      chess::MoveList moves;
      chess::GenerateLegal(position, moves);
      if (moves.empty()) break;
      position.Play(moves[rng.Below(moves.size())]);
      eval::Trace trace = eval::TraceOf(position, shape);
      std::fill(trace.eighths.begin() + terms, trace.eighths.end(), std::array<int, 2>{});
      if (trace.scales[0] == 0 && trace.scales[1] == 0) break;
      const double chance = 1 / (1 + std::exp(-kK * trace.Score(truth) / kScoreUnit));
      data.Add(trace,
               {rng.Chance(chance) ? 1.0 : 0.0, std::nullopt, uint64_t{data.size()} / kPerGame});
    }
  }
  return data;
}

double Seconds(RealClock& clock, int64_t start) {
  return static_cast<double>(clock.MonotonicNanos() - start) * 1e-9;
}

// Of this process, so that a busy machine doesn't spoil the figure of one core.
double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int Run(int terms) {
  RealClock clock;
  TraceSet train = MakeData(terms);
  fmt::print("{} terms: {} positions, {:.0f} MB of traces\n", terms, train.size(),
             static_cast<double>(train.bytes()) / (1 << 20));
  const Eigen::VectorXd weights = ToVector(params::Weights());
  const Objective one(&train, 1);
  const auto size = static_cast<double>(train.size());
  double cpu = CpuSeconds();
  one.LossOf(weights, kK);
  fmt::print("loss                  {:>5.2f} million positions a second and core\n",
             size / (CpuSeconds() - cpu) * 1e-6);
  cpu = CpuSeconds();
  one.DerivativesAt(weights, kK);
  fmt::print("gradient and Hessian  {:>5.2f} million positions a second and core\n",
             size / (CpuSeconds() - cpu) * 1e-6);
  TraceSet test;
  FitOptions options;
  options.threads = kThreads;
  cpu = CpuSeconds();
  const int64_t start = clock.MonotonicNanos();
  const auto report = FitWeights(train, test, params::Weights(), options);
  if (!report.ok()) return 1;
  int fitted = 0;
  for (const FittedWeight& weight : report->fitted) fitted += weight.count > 0 ? 1 : 0;
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print(
      "{} weights, {} Newton steps and errors in {:.1f} s on {} threads ({:.1f} s of CPU); {} MiB "
      "at most\n",
      fitted, report->steps.size(), Seconds(clock, start), kThreads, CpuSeconds() - cpu,
      usage.ru_maxrss / 1024);
  return 0;
}

}  // namespace
}  // namespace rookery::fit

// The catalogue's 59 terms first, then all.
int main() {
  const int plain = rookery::fit::Run(59);
  return plain != 0 ? plain : rookery::fit::Run(rookery::params::kTermCount);
}

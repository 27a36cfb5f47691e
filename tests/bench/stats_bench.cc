// What statistics cost: one LLR, one full report, a rating list. Compare with fishtest's Python on
// the same kind of machine: 116 us an LLR, 8.9 ms a report. Not timed by ctest.
#include <benchmark/benchmark.h>

#include <cmath>

#include "base/rng.h"
#include "coordinator/stats/confidence_sequence.h"
#include "coordinator/stats/plan.h"
#include "coordinator/stats/ratings.h"
#include "coordinator/stats/report.h"

namespace rookery::stats {
namespace {

constexpr Pentanomial kRun{372, 17511, 39320, 17934, 399};
constexpr Pentanomial kShort{3, 20, 50, 22, 5};

Sprt Make(EloModel model) { return *Sprt::Create({.elo0 = 0, .elo1 = 2, .model = model}); }

void NormalizedLlr(benchmark::State& state) {
  const Sprt sprt = Make(EloModel::kNormalized);
  for (auto _ : state) benchmark::DoNotOptimize(sprt.Llr(kRun));
}
BENCHMARK(NormalizedLlr);

// Where all pairs ended alike, plain rounds find no law: 1, 100 and 10,000 pairs, even and won.
void NormalizedLlrOfPairsAlike(benchmark::State& state) {
  const Sprt sprt = Make(EloModel::kNormalized);
  Pentanomial counts{};
  counts[static_cast<size_t>(state.range(1))] = state.range(0);
  for (auto _ : state) benchmark::DoNotOptimize(sprt.Llr(counts));
}
// Where a likely law lies far from what was seen: the first pairs of a test.
void NormalizedLlrOfFewPairs(benchmark::State& state) {
  const Sprt sprt = Make(EloModel::kNormalized);
  const Pentanomial counts{0, 1, 3, 7, 2};
  for (auto _ : state) benchmark::DoNotOptimize(sprt.Llr(counts));
}
BENCHMARK(NormalizedLlrOfFewPairs);
BENCHMARK(NormalizedLlrOfPairsAlike)->ArgsProduct({{1, 100, 10000}, {2, 4}});

void LogisticLlr(benchmark::State& state) {
  const Sprt sprt = Make(EloModel::kLogistic);
  for (auto _ : state) benchmark::DoNotOptimize(sprt.Llr(kRun));
}
BENCHMARK(LogisticLlr);

void FullReport(benchmark::State& state) {
  const Sprt sprt = Make(EloModel::kNormalized);
  const Pentanomial& counts = state.range(0) == 0 ? kShort : kRun;
  for (auto _ : state) benchmark::DoNotOptimize(SequentialReport(sprt, counts));
}
BENCHMARK(FullReport)->Arg(0)->Arg(1);

// A run that looks every 64 pairs, its bounds drawn in; after 3, 6 and 25 looks of [0, 30] nElo.
void FullReportByLongSteps(benchmark::State& state) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 30});
  const int64_t looks = state.range(0);
  Pentanomial counts{1, 14, 33, 15, 1};
  for (int64_t& count : counts) count *= looks;
  for (auto _ : state) {
    benchmark::DoNotOptimize(SequentialReport(sprt, counts, {.every = 64, .drawn_in = true}));
  }
}
BENCHMARK(FullReportByLongSteps)->Arg(3)->Arg(6)->Arg(25);

void AlwaysValid(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(AlwaysValidElo(kRun));
}
BENCHMARK(AlwaysValid);

void ForecastOfARun(benchmark::State& state) {
  const Sprt sprt = Make(EloModel::kNormalized);
  for (auto _ : state) benchmark::DoNotOptimize(ForecastTest(sprt, kShort, 100'000));
}
BENCHMARK(ForecastOfARun);

// Ten million games of ten thousand players: each meets two hundred others.
void RateTenThousand(benchmark::State& state) {
  Rng rng(1);
  RatingInput input;
  input.players = 10'000;
  std::vector<double> truth;
  for (size_t i = 0; i < input.players; ++i) truth.push_back(2 * rng.Uniform() - 1);
  for (int k = 0; k < 1'000'000; ++k) {
    Meeting m;
    m.white = static_cast<uint32_t>(rng.Below(input.players));
    m.black = static_cast<uint32_t>((m.white + 1 + rng.Below(input.players - 1)) % input.players);
    const double p = 1 / (1 + std::exp(truth[m.black] - truth[m.white] - 0.1));
    for (int game = 0; game < 10; ++game) {
      if (rng.Chance(0.5 * (1 - std::abs(2 * p - 1)))) {
        m.draws += 1;
      } else {
        (rng.Chance(p) ? m.wins : m.losses) += 1;
      }
    }
    input.meetings.push_back(m);
  }
  const RatingOptions options{.model = static_cast<RatingModel>(state.range(0))};
  for (auto _ : state) benchmark::DoNotOptimize(FitRatings(input, options));
}
// By model: score-logistic, Davidson, Rao-Kupper.
BENCHMARK(RateTenThousand)->DenseRange(0, 2)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
}  // namespace rookery::stats

BENCHMARK_MAIN();

// Simulated tests for the Monte-Carlo checks of coordinator/stats. Tests only; one thread per Rng.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "base/rng.h"
#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/likeliest_law.h"
#include "coordinator/stats/overshoot.h"
#include "coordinator/stats/sprt.h"

namespace rookery::stats {

// A law of pairs as books with a bias give it, tilted to a normalised Elo.
inline Law LawOfStrength(double nelo) {
  Law law = MakeSample(Pentanomial{16, 219, 530, 219, 16}).law;
  return MostLikelyWithT(law, std::sqrt(2.0) * nelo / kNormalizedPerT);
}

inline double LogisticEloOf(const Law& law) { return ScoreToElo(MomentsOf(law).mean); }

inline size_t DrawPair(const Law& law, Rng& rng) {
  double left = rng.Uniform();
  for (size_t cell = 0; cell + 1 < law.size; ++cell) {
    left -= law.probability[cell];
    if (left < 0) return cell;
  }
  return law.size - 1;
}

struct Ended {
  Verdict verdict = Verdict::kUndecided;
  Pentanomial counts{};
  int64_t pairs = 0;
};

struct SimulationOptions {
  int64_t batch = 1;
  bool correct_overshoot = false;  // as a run does that looks every few pairs
  int64_t most_pairs = 1'000'000;  // a stop by hand
};

inline Ended SimulateTest(const Sprt& sprt, const Law& law, const SimulationOptions& options,
                          Rng& rng) {
  Ended ended;
  Overshoot overshoot(options.batch);
  while (ended.verdict == Verdict::kUndecided && ended.pairs < options.most_pairs) {
    for (int64_t i = 0; i < options.batch; ++i) ++ended.counts[DrawPair(law, rng)];
    ended.pairs += options.batch;
    const double llr = sprt.Llr(ended.counts);
    overshoot.Update(ended.pairs, llr);
    ended.verdict =
        options.correct_overshoot
            ? overshoot.Decide(sprt, llr, MostDrawnIn(sprt, ended.counts, options.batch))
            : sprt.Decide(llr);
  }
  return ended;
}

}  // namespace rookery::stats

// What the match runner costs beside the search, rules included: one thread plays pairs of the
// embedded engine, and the CPU time inside Think is compared with the thread's whole. The digest
// of all games is what e2e/compilers compares between builds.
//   bench_match [PAIRS] [NODES]
#include <fmt/format.h>
#include <time.h>

#include <cstdlib>
#include <memory>

#include "base/sha256.h"
#include "engine/chess/notation.h"
#include "worker/match/bench_signature.h"
#include "worker/match/pair_runner.h"
#include "worker/player/embedded_player.h"

namespace rookery::worker {
namespace {

int64_t ThreadCpuNanos() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

struct Totals {
  int64_t think_ns = 0;
  int64_t moves = 0;
  int64_t nodes = 0;
};

class TimedPlayer : public EmbeddedPlayer {
 public:
  TimedPlayer(const EmbeddedPlayerOptions& options, Clock* clock, Totals* totals)
      : EmbeddedPlayer(options, clock), totals_(*totals) {}
  absl::StatusOr<MoveReply> Think(const chess::Game& game, const MoveLimits& limits) override {
    const int64_t before = ThreadCpuNanos();
    auto reply = EmbeddedPlayer::Think(game, limits);
    totals_.think_ns += ThreadCpuNanos() - before;
    ++totals_.moves;
    if (reply.ok()) totals_.nodes += reply->nodes;
    return reply;
  }

 private:
  Totals& totals_;
};

int Run(uint64_t pairs, int64_t nodes) {
  RealClock clock;
  Totals totals;
  TimedPlayer dev({.name = "dev", .weights = {}}, &clock, &totals);
  TimedPlayer base({.name = "base", .weights = {}}, &clock, &totals);
  GameLimits limits;
  limits.each.per_move.nodes = nodes;
  const std::atomic<bool> stop = false;
  std::string digests;
  const int64_t before = ThreadCpuNanos();
  for (uint64_t i = 0; i < pairs; ++i) {
    const PairSetup setup{&dev, &base, chess::Position::Start(), PlanPair(1, i, 1), i};
    const auto played = PlayPair(setup, limits, clock, stop);
    if (!played.ok()) return 1;
    digests += played->first.digest + played->second.digest;
  }
  const int64_t all = ThreadCpuNanos() - before;
  const double runner_us = static_cast<double>(all - totals.think_ns) / 1000;
  fmt::print("pairs {} nodes/move {} moves {} games/s/core {:.1f} knodes/s {:.0f}\n", pairs, nodes,
             totals.moves, 2e9 * static_cast<double>(pairs) / static_cast<double>(all),
             1e6 * static_cast<double>(totals.nodes) / static_cast<double>(totals.think_ns));
  fmt::print("runner {:.2f} us/move, {:.3f} % of the CPU; signature {}\n",
             runner_us / static_cast<double>(totals.moves),
             1e5 * runner_us / static_cast<double>(all), BenchSignature());
  fmt::print("digest {}\n", Sha256Hex(digests));
  return 0;
}

}  // namespace
}  // namespace rookery::worker

int main(int argc, char** argv) {
  return rookery::worker::Run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20,
                              argc > 2 ? std::strtoll(argv[2], nullptr, 10) : 1000);
}

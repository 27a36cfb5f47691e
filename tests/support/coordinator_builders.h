// Values for tests of the coordinator: specs, results, and a core with a clock of its own.
// One thread.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/rng.h"
#include "base/sha256.h"
#include "coordinator/core/core.h"
#include "coordinator/scheduler/fair_share.h"

namespace rookery::coordinator::testing {

inline std::string WeightsHash(int which) { return Sha256Hex(fmt::format("weights {}", which)); }
inline std::string BookHash() { return Sha256Hex("book"); }

inline RunSpec TestSpec() {
  RunSpec spec;
  spec.kind = RunKind::kTest;
  spec.title = "a test";
  spec.dev = {"dev", WeightsHash(1)};
  spec.base = {"base", WeightsHash(2)};
  spec.limits.nodes = 1000;
  spec.sprt = stats::SprtBounds{0, 100, 0.05, 0.05, stats::EloModel::kLogistic};
  spec.book_sha256 = BookHash();
  return spec;
}

inline RunSpec MatchSpec(uint64_t pairs) {
  RunSpec spec = TestSpec();
  spec.kind = RunKind::kMatch;
  spec.sprt.reset();
  spec.max_pairs = pairs;
  return spec;
}

// Engines "e1", "e2", ... with weights of those numbers.
inline RunSpec LeagueRun(Format format, int engines, uint64_t pairs, int rounds = 0) {
  RunSpec spec = TestSpec();
  spec.kind = RunKind::kLeague;
  spec.sprt.reset();
  spec.dev = spec.base = {};
  LeagueSpec& league = spec.league.emplace();
  league.format = format;
  league.pairs = pairs;
  league.rounds = rounds;
  for (int i = 1; i <= engines; ++i) {
    league.engines.push_back({fmt::format("e{}", i), WeightsHash(i)});
  }
  return spec;
}

// A game with White's result; its digest depends on (salt, index, which).
inline GameRecord GameOf(GameResult result, uint64_t index, int which, uint64_t salt = 0) {
  GameRecord game;
  game.result = result;
  game.end = result == GameResult::kDraw ? GameEnd::kRepetition : GameEnd::kCheckmate;
  const Sha256Digest digest = Sha256(fmt::format("{} {} {}", salt, index, which));
  game.digest.assign(digest.begin(), digest.end());
  game.moves = std::string(80, 'm');
  game.nodes = 80'000;
  game.elapsed_ms = 100;
  return game;
}

// A pair worth `half_points` (0, 2, 4) to dev.
inline PairResult PairOf(uint64_t index, int half_points) {
  const GameResult first = half_points == 4   ? GameResult::kWhiteWins
                           : half_points == 0 ? GameResult::kBlackWins
                                              : GameResult::kDraw;
  const GameResult second = half_points == 4   ? GameResult::kBlackWins
                            : half_points == 0 ? GameResult::kWhiteWins
                                               : GameResult::kDraw;
  return {index, GameOf(first, index, 0), GameOf(second, index, 1)};
}

// A core, its time, and the effects of the newest step.
class CoreHarness {
 public:
  explicit CoreHarness(CoreOptions options = {})
      : core(Core::Load({}, options, &policy, Rng(1), now)) {}

  const Effects& Step(const Event& event) {
    effects = core.Step(event, now);
    return effects;
  }
  void AddArtifacts(uint64_t book_lines = 10'000) {
    Step(PutArtifact{1, {WeightsHash(1), 100, ArtifactKind::kWeights, 0}});
    Step(PutArtifact{1, {WeightsHash(2), 100, ArtifactKind::kWeights, 0}});
    Step(PutArtifact{1, {BookHash(), 100, ArtifactKind::kBook, book_lines}});
  }
  RunId MakeRun(const RunSpec& spec) {
    Step(CreateRun{2, spec, fmt::format("request {}", ++requests)});
    const auto* reply = Find<RunReply>();
    return reply == nullptr ? RunId() : reply->run;
  }
  void Hello(SessionId session, int slots = 1, std::vector<LeaseId> held = {}) {
    Step(WorkerHello{session, fmt::format("worker{}", session % 100), "label", slots, "1", "b",
                     std::move(held)});
  }
  // The lease, or none.
  Lease Ask(SessionId session, int most = 1) {
    Step(LeaseRequest{session, most, 7});
    const auto* grant = Find<LeaseGrant>();
    return grant == nullptr ? Lease() : grant->lease;
  }
  ReportAck Send(SessionId session, const Lease& lease, std::vector<PairResult> pairs,
                 int64_t sequence = 1) {
    Step(Report{session, lease.id, sequence, lease.run, lease.attempt, std::move(pairs)});
    const auto* ack = Find<ReportAck>();
    return ack == nullptr ? ReportAck() : *ack;
  }
  // Every pair of the lease with the same worth.
  ReportAck SendAll(SessionId session, const Lease& lease, int half_points) {
    std::vector<PairResult> pairs;
    for (const uint64_t index : lease.pairs) pairs.push_back(PairOf(index, half_points));
    return Send(session, lease, std::move(pairs));
  }
  // The first reply (or write) of a type in the newest step's effects.
  template <typename T>
  const T* Find() const {
    for (const Reply& reply : effects.replies) {
      if constexpr (std::is_constructible_v<Reply, T>) {
        if (const auto* found = std::get_if<T>(&reply)) return found;
      }
    }
    return nullptr;
  }
  template <typename T>
  size_t CountWrites() const {
    size_t count = 0;
    for (const Write& write : effects.writes) count += std::holds_alternative<T>(write) ? 1 : 0;
    return count;
  }
  const Run& run(const RunId& id) const { return *core.FindRun(id); }

  FairShare policy;
  absl::Time now = absl::FromUnixSeconds(1'700'000'000);
  Core core;
  Effects effects;
  int requests = 0;
};

}  // namespace rookery::coordinator::testing

// Engines that search one position at once over one hash table (lazy parallel search): the first
// decides, the others fill the table for it. A team of one is exactly its engine.
// One thread at a time; Stop and PonderHit from any thread.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "engine/search/engine.h"

namespace rookery::uci {

inline constexpr int kMostThreads = 256;

class Team {
 public:
  // The clock isn't owned. threads: 1 to kMostThreads.
  Team(const search::EngineOptions& options, Clock* clock, int threads);

  void NewGame(uint64_t seed);
  // The leader's answer, with the nodes of all. A limit of nodes is shared out among them. Starts
  // threads, and returns when all of them have ended.
  search::SearchResult Search(const chess::Game& game, const search::SearchLimits& limits,
                              const search::Engine::OnReport& on_report);
  // As of Engine.
  void Stop();
  void ForgetStop();
  void PonderHit();

 private:
  int64_t HelpersNodes() const;

  std::vector<std::unique_ptr<search::Engine>> engines_;  // the first leads
};

}  // namespace rookery::uci

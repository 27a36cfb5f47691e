#include "engine/uci/team.h"

#include <algorithm>
#include <thread>

namespace rookery::uci {

Team::Team(const search::EngineOptions& options, Clock* clock, int threads) {
  engines_.push_back(std::make_unique<search::Engine>(options, clock));
  while (engines_.size() < static_cast<size_t>(threads)) {
    engines_.push_back(std::make_unique<search::Engine>(options, clock, *engines_.front()));
  }
  NewGame(0);
}

void Team::NewGame(uint64_t seed) {
  // Each begins with another order of equal moves, so that they don't all search the same.
  for (size_t i = 0; i < engines_.size(); ++i) engines_[i]->NewGame(seed + i);
}

search::SearchResult Team::Search(const chess::Game& game, const search::SearchLimits& limits,
                                  const search::Engine::OnReport& on_report) {
  search::Engine& leader = *engines_.front();
  if (engines_.size() == 1) return leader.Search(game, limits, on_report);
  search::SearchLimits share = limits;
  if (limits.nodes > 0) {
    share.nodes = std::max<int64_t>(1, limits.nodes / static_cast<int64_t>(engines_.size()));
  }
  // Else a report that comes before a helper has begun would count its last search.
  for (const auto& engine : engines_) engine->ForgetNodes();
  // The helpers go on until the leader has its move.
  search::SearchLimits help;
  help.nodes = share.nodes;
  help.search_moves = limits.search_moves;
  help.infinite = limits.nodes == 0;
  std::vector<std::thread> threads;
  for (size_t i = 1; i < engines_.size(); ++i) {
    threads.emplace_back(
        [&game, &help, helper = engines_[i].get()] { helper->Search(game, help); });
  }
  search::SearchResult result = leader.Search(game, share, [&](const search::SearchReport& report) {
    search::SearchReport all = report;
    all.nodes += HelpersNodes();
    for (size_t i = 1; i < engines_.size(); ++i) all.table_hits += engines_[i]->table_hits();
    if (on_report) on_report(all);
  });
  // All are told before the first is waited for: each that still runs takes time from the others.
  for (size_t i = 1; i < engines_.size(); ++i) engines_[i]->Stop();
  for (size_t i = 1; i < engines_.size(); ++i) {
    threads[i - 1].join();
    engines_[i]->ForgetStop();  // it may have ended before it saw the stop
  }
  result.nodes += HelpersNodes();
  return result;
}

void Team::Stop() { engines_.front()->Stop(); }
void Team::ForgetStop() { engines_.front()->ForgetStop(); }
void Team::PonderHit() { engines_.front()->PonderHit(); }

int64_t Team::HelpersNodes() const {
  int64_t nodes = 0;
  for (size_t i = 1; i < engines_.size(); ++i) nodes += engines_[i]->nodes();
  return nodes;
}

}  // namespace rookery::uci

#include "engine/search/engine.h"

#include "engine/search/searcher.h"

namespace rookery::search {

struct Engine::Impl {
  Impl(const EngineOptions& options, Clock* clock) : searcher(options, clock) {}
  Impl(const EngineOptions& options, Clock* clock, const Searcher& leader)
      : searcher(options, clock, leader) {}
  Searcher searcher;
};

Engine::Engine(EngineOptions options, Clock* clock)
    : impl_(std::make_unique<Impl>(options, clock)) {}
Engine::Engine(EngineOptions options, Clock* clock, const Engine& leader)
    : impl_(std::make_unique<Impl>(options, clock, leader.impl_->searcher)) {}
Engine::~Engine() = default;

void Engine::NewGame(uint64_t seed) { impl_->searcher.NewGame(seed); }

SearchResult Engine::Search(const chess::Game& game, const SearchLimits& limits,
                            const OnReport& on_report) {
  return impl_->searcher.Search(game, limits, on_report);
}

void Engine::Stop() { impl_->searcher.Stop(); }
void Engine::ForgetStop() { impl_->searcher.ForgetStop(); }
void Engine::ForgetNodes() { impl_->searcher.ForgetNodes(); }
void Engine::PonderHit() { impl_->searcher.PonderHit(); }
int64_t Engine::nodes() const { return impl_->searcher.nodes(); }
int64_t Engine::table_hits() const { return impl_->searcher.table_hits(); }

QuietLine Engine::Quiesce(const chess::Position& position) {
  return impl_->searcher.Quiesce(position);
}

int Engine::Evaluate(const chess::Position& position) { return impl_->searcher.Evaluate(position); }

}  // namespace rookery::search

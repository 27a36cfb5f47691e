// Tunes: candidates asked for when pairs are lent first, outcomes told in index order.
#include <utility>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {

// For a run that was just made: its spec was checked, its seed is drawn.
absl::Status Core::State::CheckTune(const Run& run) const {
  if (run.spec->kind != RunKind::kTune) return absl::OkStatus();
  if (options.candidates == nullptr) {
    return Error(absl::StatusCode::kUnimplemented, "field kind: this coordinator makes no tunes");
  }
  if (!AnyUci(*run.spec)) {
    ROOKERY_RETURN_IF_ERROR(options.candidates->CheckEmbedded(*run.spec->tune));
  }
  return options.candidates->Begin(*run.spec, run.seed).status();
}

void Core::State::BeginTune(RunEntry* entry) {
  if (entry->run.spec->kind != RunKind::kTune) return;
  auto tuner = options.candidates->Begin(*entry->run.spec, entry->run.seed);
  ROOKERY_CHECK(tuner.ok());  // CheckTune has seen it
  entry->tuner = *std::move(tuner);
  SaveTune(entry);
}

void Core::State::RestoreTunes(const LoadedState& loaded) {
  if (options.candidates == nullptr) return;
  for (const LoadedState::Tune& tune : loaded.tunes) {
    RunEntry& entry = runs.at(tune.run);
    auto tuner = options.candidates->Resume(*entry.run.spec, entry.run.seed, tune.state);
    if (!tuner.ok()) {  // it lends nothing any more, and says why
      entry.run.message = Message(tuner.status());
      continue;
    }
    entry.figures = (*tuner)->Figures();
    if (IsOpen(entry.run.state)) entry.tuner = *std::move(tuner);
  }
  for (const LoadedState::AskedCandidate& asked : loaded.candidates) {
    runs.at(asked.run).candidates.emplace(asked.pair, asked.candidate);
  }
}

std::vector<Candidate> Core::State::CandidatesOf(RunEntry* entry,
                                                 const std::vector<uint64_t>& pairs) {
  std::vector<Candidate> candidates;
  if (entry->tuner == nullptr) return candidates;
  for (const uint64_t pair : pairs) {
    auto known = entry->candidates.find(pair);
    if (known == entry->candidates.end() || Planted(PlantedFault::kCandidateAskedAgain)) {
      if (known != entry->candidates.end()) entry->candidates.erase(known);
      known = entry->candidates.emplace(pair, entry->tuner->Ask(pair)).first;
      out->writes.push_back(AddCandidate{entry->run.id, pair, known->second});
    }
    candidates.push_back(known->second);
  }
  return candidates;
}

RunFold::OnFolded Core::State::TellTuner(RunEntry* entry) {
  if (entry->tuner == nullptr) return {};
  return [this, entry](uint64_t index, const PairSummary& pair) {
    const auto candidate = entry->candidates.find(index);
    ROOKERY_CHECK(candidate != entry->candidates.end());
    entry->tuner->Tell(index, candidate->second, pair.half_points);
    if (Planted(PlantedFault::kCandidateToldTwice) && index % 5 == 3) {
      entry->tuner->Tell(index, candidate->second, pair.half_points);
    }
    entry->candidates.erase(candidate);
  };
}

void Core::State::SaveTune(RunEntry* entry) {
  if (entry->tuner == nullptr) return;
  entry->figures = entry->tuner->Figures();
  const bool lost = Planted(PlantedFault::kTuneStateLost) && entry->run.totals.counted % 5 == 3;
  if (!lost) {
    out->writes.push_back(PutTune{entry->run.id, entry->run.spec, entry->tuner->Save()});
  }
}

}  // namespace rookery::coordinator

// Leagues: the table beside the totals, and the rounds of a Swiss.
#include <algorithm>
#include <utility>

#include "base/status.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {

bool Core::State::IsUci(const EngineSpec& engine) const {
  const auto found = artifacts.find(engine.weights_sha256);
  return found != artifacts.end() && found->second.kind == ArtifactKind::kEngine;
}

bool Core::State::AnyUci(const RunSpec& spec) const {
  if (!spec.league.has_value()) return IsUci(spec.dev) || IsUci(spec.base);
  const std::vector<EngineSpec>& engines = spec.league->engines;
  return std::any_of(engines.begin(), engines.end(),
                     [this](const EngineSpec& engine) { return IsUci(engine); });
}

// That what the run plays with is here.
absl::Status Core::State::CheckEngines(const RunSpec& spec) const {
  const auto check = [this](const std::string& field, const EngineSpec& engine) {
    return CheckArtifact(field, engine.weights_sha256,
                         IsUci(engine) ? ArtifactKind::kEngine : ArtifactKind::kWeights);
  };
  if (spec.league.has_value()) {
    for (size_t i = 0; i < spec.league->engines.size(); ++i) {
      ROOKERY_RETURN_IF_ERROR(
          check(fmt::format("league.engines[{}].weights_sha256", i), spec.league->engines[i]));
    }
  } else {
    ROOKERY_RETURN_IF_ERROR(check("dev.weights_sha256", spec.dev));
    ROOKERY_RETURN_IF_ERROR(check("base.weights_sha256", spec.base));
  }
  if (!AnyUci(spec)) return absl::OkStatus();
  if (spec.audit_share > 0) {
    return InvalidArgument(
        "field audit_share: a UCI engine may play another game the second time, so an audit would "
        "accuse honest workers; leave it out");
  }
  return absl::OkStatus();
}

void Core::State::BeginLeague(RunEntry* entry) {
  if (!entry->run.spec->league.has_value()) return;
  entry->league.emplace(entry->run.spec->league->shape(), options.planted);
  entry->ledger->OpenUntil(entry->league->known_pairs());
  out->writes.push_back(PutLeague{entry->run.id, entry->run.spec});
  SaveLeague(entry);
}

void Core::State::RestoreLeagues(const LoadedState& loaded) {
  std::map<RunId, LeagueTable> tables;
  for (const LoadedState::Cell& cell : loaded.cells) tables[cell.run].cells.push_back(cell.value);
  for (const LoadedState::Standing& standing : loaded.standings) {
    tables[standing.run].standings.push_back(standing.value);
  }
  for (auto& [id, table] : tables) {
    RunEntry& entry = runs.at(id);
    absl::StatusOr<LeagueFold> fold =
        LeagueFold::Restore(entry.run.spec->league->shape(), std::move(table),
                            entry.run.totals.voided > 0, options.planted);
    if (!fold.ok()) {  // it lends nothing any more, and says why
      entry.run.message = Message(fold.status());
      continue;
    }
    entry.league = *std::move(fold);
    if (entry.ledger != nullptr) entry.ledger->OpenUntil(entry.league->known_pairs());
  }
}

// Who meets in each of the pairs, where that doesn't follow from their indices.
std::vector<Seats> Core::State::SeatsFor(const RunEntry& entry,
                                         const std::vector<uint64_t>& pairs) const {
  std::vector<Seats> seats;
  if (!entry.league.has_value() || entry.league->shape().format != Format::kSwiss) return seats;
  for (const uint64_t pair : pairs) seats.push_back(entry.league->SeatsOf(pair));
  return seats;
}

RunFold::OnFolded Core::State::TellLeague(RunEntry* entry) {
  return [entry](uint64_t index, const PairSummary& pair) { entry->league->Add(index, pair); };
}

RunFold::OnFolded Core::State::Listener(RunEntry* entry) {
  return entry->league.has_value() ? TellLeague(entry) : TellTuner(entry);
}

void Core::State::SaveLeague(RunEntry* entry) {
  if (!entry->league.has_value()) return;
  const LeagueFold::Changes changes = entry->league->TakeChanges();
  const LeagueTable& table = entry->league->current();
  const bool lost = Planted(PlantedFault::kLeagueCellLost) && entry->run.totals.counted % 5 == 3;
  for (const uint64_t cell : changes.cells) {
    if (!lost) out->writes.push_back(PutLeagueCell{entry->run.id, cell, table.cells[cell]});
  }
  for (const int engine : changes.engines) {
    out->writes.push_back(
        PutLeagueStanding{entry->run.id, engine, table.standings[static_cast<size_t>(engine)]});
  }
  if (!IsOpen(entry->run.state)) return;
  wake = wake || changes.round;
  entry->ledger->OpenUntil(entry->league->known_pairs());
}

}  // namespace rookery::coordinator

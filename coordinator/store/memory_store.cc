#include "coordinator/store/memory_store.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/core/limits.h"

namespace rookery::coordinator {

absl::StatusOr<LoadedState> MemoryStore::Load() {
  MutexLock lock(&mutex_);
  LoadedState loaded;
  absl::Time newest_end = absl::InfinitePast();
  for (const auto& [id, run] : tables_.runs) {
    if (!IsOpen(run.state)) newest_end = std::max(newest_end, run.ended);
  }
  for (const RunId& id : tables_.order) {
    const Run& run = tables_.runs.at(id);
    loaded.runs.push_back(run);
    const bool leased = std::any_of(tables_.leases.begin(), tables_.leases.end(),
                                    [&](const auto& lease) { return lease.second.run == id; });
    const bool lately = newest_end - run.ended < limits::kLateReports;
    if (!IsOpen(run.state) && !leased && !lately) continue;
    const auto& pairs = tables_.pairs[id];
    for (auto pair = pairs.lower_bound(run.totals.prefix); pair != pairs.end(); ++pair) {
      loaded.open_pairs.push_back({id, pair->first, Summarise(pair->second.result)});
    }
  }
  for (const auto& [id, state] : tables_.tunes) {
    loaded.tunes.push_back({id, state});
    const Run& run = tables_.runs.at(id);
    if (!IsOpen(run.state)) continue;
    const auto& asked = tables_.candidates[id];
    for (auto one = asked.lower_bound(run.totals.prefix); one != asked.end(); ++one) {
      loaded.candidates.push_back({id, one->first, one->second});
    }
  }
  for (const auto& [id, cells] : tables_.cells) {
    for (const auto& [number, cell] : cells) loaded.cells.push_back({id, cell});
  }
  for (const auto& [id, standings] : tables_.standings) {
    for (const auto& [engine, standing] : standings) loaded.standings.push_back({id, standing});
  }
  for (const auto& [id, lease] : tables_.leases) loaded.leases.push_back(lease);
  for (const auto& [key, audit] : tables_.audits) {
    const bool waits = audit.state == AuditState::kPending || audit.state == AuditState::kDisputed;
    if (waits && IsOpen(tables_.runs.at(audit.run).state)) loaded.audits.push_back(audit);
  }
  for (const auto& [id, worker] : tables_.workers) loaded.workers.push_back(worker);
  for (const auto& [id, artifact] : tables_.artifacts) loaded.artifacts.push_back(artifact);
  for (const auto& [id, token] : tables_.tokens) loaded.tokens.push_back(token);
  for (const auto& [name, engine] : tables_.engines) loaded.engines.push_back(engine);
  loaded.fits = tables_.fits;
  return loaded;
}

absl::Status MemoryStore::Tables::Check(std::span<const Write> writes) const {
  std::set<RunId> new_runs;
  std::set<std::pair<RunId, uint64_t>> new_pairs;
  for (const Write& write : writes) {
    if (const auto* put = std::get_if<PutRun>(&write)) new_runs.insert(put->run.id);
    if (const auto* asked = std::get_if<AddCandidate>(&write)) {
      const auto rows = candidates.find(asked->run);
      if (rows != candidates.end() && rows->second.contains(asked->pair)) {
        return Error(absl::StatusCode::kAlreadyExists, "pair {} of run '{}' has a candidate",
                     asked->pair, asked->run);
      }
    }
    const auto* add = std::get_if<AddPair>(&write);
    if (add == nullptr) continue;
    if (!runs.contains(add->run) && !new_runs.contains(add->run)) {
      return Error(absl::StatusCode::kInternal, "a pair of run '{}', which has no row", add->run);
    }
    const uint64_t index = add->record.result.index;
    const auto rows = pairs.find(add->run);
    const bool counted = rows != pairs.end() && rows->second.contains(index);
    if (counted || !new_pairs.emplace(add->run, index).second) {
      return Error(absl::StatusCode::kAlreadyExists, "pair {} of run '{}' is counted already",
                   index, add->run);
    }
  }
  return absl::OkStatus();
}

void MemoryStore::Tables::Apply(const Write& write, CommitResult* result) {
  if (const auto* put = std::get_if<PutRun>(&write)) {
    const auto [place, inserted] = runs.try_emplace(put->run.id);
    if (inserted) order.push_back(put->run.id);
    const uint64_t repeated = place->second.totals.repeated_games;
    place->second = put->run;
    place->second.totals.repeated_games = repeated;
  } else if (const auto* add = std::get_if<AddPair>(&write)) {
    ApplyPair(*add, result);
  } else if (const auto* lease = std::get_if<PutLease>(&write)) {
    leases[lease->lease.id] = lease->lease;
  } else if (const auto* drop = std::get_if<DropLease>(&write)) {
    leases.erase(drop->lease);
  } else if (const auto* worker = std::get_if<PutWorker>(&write)) {
    workers[worker->worker.id] = worker->worker;
  } else if (const auto* artifact = std::get_if<PutArtifactRow>(&write)) {
    artifacts.emplace(artifact->artifact.sha256, artifact->artifact);
  } else if (const auto* tune = std::get_if<PutTune>(&write)) {
    tunes[tune->run] = tune->state;
  } else if (const auto* asked = std::get_if<AddCandidate>(&write)) {
    candidates[asked->run].emplace(asked->pair, asked->candidate);
  } else if (const auto* cell = std::get_if<PutLeagueCell>(&write)) {
    cells[cell->run][cell->cell] = cell->value;
  } else if (const auto* standing = std::get_if<PutLeagueStanding>(&write)) {
    standings[standing->run][standing->engine] = standing->value;
  } else if (const auto* event = std::get_if<AddRunEvent>(&write)) {
    events[event->event.run].push_back(event->event);
  } else if (const auto* put_audit = std::get_if<PutAudit>(&write)) {
    audits[{put_audit->audit.run, put_audit->audit.pair}] = put_audit->audit;
  } else if (const auto* mark = std::get_if<MarkPairs>(&write)) {
    ApplyMark(*mark);
  } else if (const auto* block = std::get_if<PutGameBlock>(&write)) {
    ApplyBlock(*block);
  } else if (const auto* token = std::get_if<PutToken>(&write)) {
    tokens[token->token.id] = token->token;
  } else if (const auto* engine = std::get_if<PutEngineName>(&write)) {
    engines[engine->engine.name] = engine->engine;
  } else if (const auto* gone = std::get_if<DropEngineName>(&write)) {
    engines.erase(gone->name);
  } else if (const auto* fit = std::get_if<AddFit>(&write)) {
    ApplyFit(*fit);
  } else if (const auto* dropped = std::get_if<DropFit>(&write)) {
    std::erase_if(fits, [&](const auto& one) { return one->id == dropped->id; });
  } else if (const auto* forgotten = std::get_if<DropToken>(&write)) {
    tokens.erase(forgotten->token);
  } else if (const auto* action = std::get_if<AddAction>(&write)) {
    actions.push_back(action->action);
    actions.back().number = ++last_action;
    while (actions.size() > action->keep) actions.pop_front();
  }
}

void MemoryStore::Tables::ApplyFit(const AddFit& add) {
  const auto same = [&](const auto& one) { return one->id == add.fit->id; };
  if (std::none_of(fits.begin(), fits.end(), same)) fits.push_back(add.fit);
}

void MemoryStore::Tables::ApplyMark(const MarkPairs& mark) {
  std::map<uint64_t, PairRecord>& counted = pairs[mark.run];
  std::multimap<uint64_t, PairRecord>& not_counted = voided[mark.run];
  if (mark.is_void) {
    for (auto row = counted.begin(); row != counted.end();) {
      const auto next = std::next(row);
      if (row->second.worker == mark.worker) {
        not_counted.emplace(row->first, std::move(row->second));
        counted.erase(row);
      }
      row = next;
    }
    return;
  }
  for (auto row = not_counted.begin(); row != not_counted.end();) {
    const auto next = std::next(row);
    if (row->second.worker == mark.worker && !counted.contains(row->first)) {
      counted.emplace(row->first, std::move(row->second));
      not_counted.erase(row);
    }
    row = next;
  }
}

void MemoryStore::Tables::ApplyBlock(const PutGameBlock& put) {
  if (put.block.empty()) {
    blocks[put.run].erase(put.first);
  } else {
    blocks[put.run][put.first] = put.block;
  }
  std::map<uint64_t, PairRecord>& counted = pairs[put.run];
  for (const GameRow& row : put.rows) {
    const auto found = counted.find(row.pair);
    if (found != counted.end() && found->second.lease == row.lease) {
      found->second.has_games = false;
    }
  }
}

std::vector<std::string> MemoryStore::Tables::BlocksOf(const RunId& run,
                                                       const IndexRange& range) const {
  std::vector<std::string> found;
  const auto all = blocks.find(run);
  if (all == blocks.end()) return found;
  auto block = all->second.upper_bound(range.begin);
  if (block != all->second.begin()) --block;
  for (; block != all->second.end() && block->first < range.end; ++block) {
    found.push_back(block->second);
  }
  return found;
}

void MemoryStore::Tables::ApplyPair(const AddPair& add, CommitResult* result) {
  pairs[add.run].emplace(add.record.result.index, add.record);
  uint64_t repeated = 0;
  for (const GameRecord* game : {&add.record.result.first, &add.record.result.second}) {
    if (!digests[add.run].insert(game->digest).second) ++repeated;
  }
  if (repeated == 0) return;
  runs.at(add.run).totals.repeated_games += repeated;
  result->repeated_games.emplace_back(add.run, repeated);
}

absl::StatusOr<CommitResult> MemoryStore::Commit(std::span<const Write> writes) {
  MutexLock lock(&mutex_);
  if (failures_left_ > 0) {
    --failures_left_;
    return failure_;
  }
  ROOKERY_RETURN_IF_ERROR(tables_.Check(writes));
  CommitResult result;
  for (const Write& write : writes) tables_.Apply(write, &result);
  return result;
}

Run MemoryStore::ReadRun(const RunId& id) {
  MutexLock lock(&mutex_);
  const auto found = tables_.runs.find(id);
  ROOKERY_CHECK(found != tables_.runs.end());
  return found->second;
}

size_t MemoryStore::lease_rows() {
  MutexLock lock(&mutex_);
  return tables_.leases.size();
}

void MemoryStore::FailCommits(int times, absl::Status why) {
  MutexLock lock(&mutex_);
  failures_left_ = times;
  failure_ = std::move(why);
}

absl::StatusOr<std::vector<PairRecord>> MemoryStore::ReadPairs(const PairQuery& query) {
  MutexLock lock(&mutex_);
  std::vector<PairRecord> found;
  const auto run = tables_.runs.find(query.run);
  if (run == tables_.runs.end()) return found;
  const bool ended = !IsOpen(run->second.state);
  const uint64_t prefix = run->second.totals.prefix;
  const auto& pairs = tables_.pairs[query.run];
  const size_t count = std::min(query.count, kMaxReadPairs);
  for (auto pair = pairs.lower_bound(query.from); pair != pairs.end() && found.size() < count;
       ++pair) {
    const bool after = ended && pair->first >= prefix;
    if (after && !query.after_verdict) break;
    PairRecord& record = found.emplace_back(pair->second);
    record.after_verdict = after;
    if (!record.has_games || query.games == PairQuery::Games::kNone) {
      FillFromSummary(Summarise(record.result), &record);
    }
  }
  const IndexRange range = WithoutGames(found);
  if (query.games != PairQuery::Games::kNone && range.begin != range.end) {
    ROOKERY_RETURN_IF_ERROR(
        FillFromBlocks(tables_.BlocksOf(query.run, range), query.games, &found));
  }
  return found;
}

absl::StatusOr<std::vector<uint64_t>> MemoryStore::ReadDisputed(const RunId& run, uint64_t from,
                                                                uint64_t to) {
  MutexLock lock(&mutex_);
  std::vector<uint64_t> found;
  for (auto row = tables_.audits.lower_bound({run, from});
       row != tables_.audits.end() && row->first < std::pair(run, to); ++row) {
    const AuditState state = row->second.state;
    if (state == AuditState::kDisputed || state == AuditState::kSettled) {
      found.push_back(row->first.second);
    }
  }
  return found;
}

bool MemoryStore::IsVoid(const RunId& run, uint64_t pair) {
  MutexLock lock(&mutex_);
  return tables_.voided[run].contains(pair);
}

size_t MemoryStore::VoidRows(const RunId& run) {
  MutexLock lock(&mutex_);
  return tables_.voided[run].size();
}

absl::StatusOr<std::vector<LedgerRow>> MemoryStore::ReadRows(const RunId& run,
                                                             const WorkerId& worker) {
  MutexLock lock(&mutex_);
  std::vector<LedgerRow> rows;
  for (const auto& [index, pair] : tables_.pairs[run]) {
    rows.push_back({index, Summarise(pair.result), false, pair.worker == worker});
  }
  for (const auto& [index, pair] : tables_.voided[run]) {
    rows.push_back({index, Summarise(pair.result), true, pair.worker == worker});
  }
  std::sort(rows.begin(), rows.end(), [](const LedgerRow& a, const LedgerRow& b) {
    return std::pair(a.index, a.is_void) < std::pair(b.index, b.is_void);
  });
  return rows;
}

absl::StatusOr<RowCounts> MemoryStore::CountRows() {
  MutexLock lock(&mutex_);
  RowCounts counts;
  for (const auto& [run, pairs] : tables_.pairs) {
    for (const auto& [index, pair] : pairs) ++counts.pairs[pair.worker];
  }
  for (const auto& [run, pairs] : tables_.voided) {
    for (const auto& [index, pair] : pairs) ++counts.pairs[pair.worker];
  }
  for (const auto& [run, digests] : tables_.digests) counts.digests[run] = digests.size();
  for (const auto& [key, audit] : tables_.audits) {
    if (audit.state == AuditState::kAgreed) ++counts.audits_agreed[audit.run];
    if (audit.state == AuditState::kSettled) ++counts.audits_settled[audit.run];
  }
  return counts;
}

absl::StatusOr<std::vector<DuelRow>> MemoryStore::ReadDuels(const RunId& run, uint64_t from,
                                                            size_t count) {
  MutexLock lock(&mutex_);
  std::vector<DuelRow> found;
  const auto& asked = tables_.candidates[run];
  const auto& pairs = tables_.pairs[run];
  for (auto one = asked.lower_bound(from);
       one != asked.end() && found.size() < std::min(count, kMaxReadPairs); ++one) {
    DuelRow& row = found.emplace_back();
    row.pair = one->first;
    row.candidate = one->second;
    const auto pair = pairs.find(one->first);
    if (pair == pairs.end()) continue;
    row.counted = true;
    row.half_points = Summarise(pair->second.result).half_points;
    row.worker = pair->second.worker;
  }
  return found;
}

std::string MemoryStore::ReadTune(const RunId& id) {
  MutexLock lock(&mutex_);
  const auto found = tables_.tunes.find(id);
  return found == tables_.tunes.end() ? "" : found->second;
}

LeagueTable MemoryStore::ReadLeague(const RunId& id) {
  MutexLock lock(&mutex_);
  LeagueTable table;
  for (const auto& [number, cell] : tables_.cells[id]) table.cells.push_back(cell);
  for (const auto& [engine, one] : tables_.standings[id]) table.standings.push_back(one);
  return table;
}

absl::StatusOr<std::vector<RunEvent>> MemoryStore::ReadRunEvents(const RunId& run, size_t count) {
  MutexLock lock(&mutex_);
  std::vector<RunEvent> events = tables_.events[run];
  if (events.size() > count) events.resize(count);
  return events;
}

absl::StatusOr<std::vector<Action>> MemoryStore::ReadActions(uint64_t before, size_t count) {
  MutexLock lock(&mutex_);
  std::vector<Action> found;
  for (auto row = tables_.actions.rbegin(); row != tables_.actions.rend(); ++row) {
    if (found.size() >= count) break;
    if (before == 0 || row->number < before) found.push_back(*row);
  }
  return found;
}

std::unique_ptr<Store> MakeMemoryStore() { return std::make_unique<MemoryStore>(); }

}  // namespace rookery::coordinator

#include "tests/sim/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/status.h"

namespace rookery::sim {

using namespace coordinator;  // NOLINT: the simulator is about nothing else

void Checker::Fail(std::string what) {
  if (failure_.empty()) failure_ = std::move(what);
}

uint64_t Checker::pairs() const {
  uint64_t sum = 0;
  for (const auto& [id, twin] : runs_) sum += twin.rows.size();
  return sum;
}

void Checker::OnGrant(const LeaseGrant& grant, absl::Time now) {
  const Lease& lease = grant.lease;
  GrantedLease& known = leases_[lease.id];
  if (!known.pairs.empty()) Fail(fmt::format("lease {} was granted twice", lease.id));
  known = {lease.run, lease.worker, {lease.pairs.begin(), lease.pairs.end()}, now};
  if (known.pairs.size() != lease.pairs.size()) Fail("a lease holds a pair twice");
  if (stopped_.contains(lease.run)) Fail(fmt::format("stopped run {} lends pairs", lease.run));
  CheckCandidates(grant);
  CheckSeats(grant);
  for (const uint64_t pair : lease.pairs) {
    if (pair >= grant.spec->max_pairs) Fail(fmt::format("pair {} is beyond the run", pair));
    if (!lease.audit && !runs_[lease.run].unread && runs_[lease.run].counted.contains(pair)) {
      Fail(fmt::format("pair {} of run {} was lent after it was counted", pair, lease.run));
    }
  }
}

void Checker::CheckCandidates(const LeaseGrant& grant) {
  const bool tune = grant.spec->kind == RunKind::kTune;
  if (grant.candidates.size() != (tune ? grant.lease.pairs.size() : 0)) {
    Fail(fmt::format("lease {} has another number of candidates than of pairs", grant.lease.id));
    return;
  }
  for (size_t i = 0; i < grant.candidates.size(); ++i) {
    const uint64_t pair = grant.lease.pairs[i];
    const auto [known, is_new] =
        runs_[grant.lease.run].candidates.try_emplace(pair, grant.candidates[i]);
    if (!is_new && known->second != grant.candidates[i]) {
      Fail(fmt::format("pair {} of run {} was lent with two candidates", pair, grant.lease.run));
    }
  }
}

// A pair's two engines are the same whenever it is lent, and a Swiss says them.
void Checker::CheckSeats(const LeaseGrant& grant) {
  const RunSpec& spec = *grant.spec;
  const bool swiss = spec.league.has_value() && spec.league->format == Format::kSwiss;
  if (grant.seats.size() != (swiss ? grant.lease.pairs.size() : 0)) {
    Fail(fmt::format("lease {} has another number of seats than of pairs", grant.lease.id));
    return;
  }
  for (size_t i = 0; i < grant.seats.size(); ++i) {
    const uint64_t pair = grant.lease.pairs[i];
    const auto [known, is_new] = runs_[grant.lease.run].seats.try_emplace(pair, grant.seats[i]);
    if (!is_new && !(known->second == grant.seats[i])) {
      Fail(fmt::format("pair {} of run {} was lent to other engines", pair, grant.lease.run));
    }
  }
}

// The table is what the consecutive rows give, and each round of a Swiss was drawn from the whole
// one before it. Rounds that were drawn stand, so that those of a league with void pairs are what
// they were lent as, and the next one is there as soon as the last one is played.
void Checker::CheckLeague(const Run& run, MemoryStore* store, const RunTwin& twin) {
  if (!run.spec->league.has_value() || run.totals.contested > 0) return;
  const LeagueShape shape = run.spec->league->shape();
  const bool swiss = shape.format == Format::kSwiss;
  const LeagueTable table = store->ReadLeague(run.id);
  LeagueRounds rounds(shape);
  if (run.totals.voided > 0) {
    std::vector<Seats> seats;
    for (const LeagueCell& cell : table.cells) seats.push_back(cell.seats);
    absl::StatusOr<LeagueRounds> drawn = LeagueRounds::Drawn(shape, std::move(seats));
    if (!drawn.ok()) return Fail(fmt::format("league {}: {}", run.id, Message(drawn.status())));
    rounds = *std::move(drawn);
  }
  std::vector<std::array<std::array<uint64_t, 3>, 3>> counts(LeagueCells(shape));
  std::vector<int64_t> points(LeagueCells(shape));
  for (uint64_t index = 0; index < twin.naive.prefix; ++index) {
    const std::array<int, 2>& pair = twin.points.at(index);
    const uint64_t cell = PlaceOf(shape, index).cell;
    if (cell >= rounds.cells().size()) {
      return Fail(fmt::format("pair {} of league {} was lent before its round", index, run.id));
    }
    ++counts[cell][static_cast<size_t>(pair[0])][static_cast<size_t>(pair[1])];
    points[cell] += pair[0] + pair[1];
    const auto lent = twin.seats.find(index);
    if (lent != twin.seats.end() && !(lent->second == rounds.cells().at(cell))) {
      return Fail(fmt::format("pair {} of league {} was lent as another round's", index, run.id));
    }
    if (!swiss || index + 1 != rounds.known_pairs()) continue;
    const auto known = static_cast<std::ptrdiff_t>(rounds.cells().size());
    rounds.EndRound({points.begin(), points.begin() + known});
  }
  if (table.cells.size() != rounds.cells().size()) {
    return Fail(fmt::format("the table of league {} has another size", run.id));
  }
  for (size_t i = 0; i < table.cells.size(); ++i) {
    if (table.cells[i].counts != counts[i] || !(table.cells[i].seats == rounds.cells()[i])) {
      return Fail(fmt::format("cell {} of league {} isn't what its rows give", i, run.id));
    }
  }
}

// Invariant 6: each candidate's outcome is told once, and the state is stored with it.
void Checker::CheckTune(const Run& run, MemoryStore* store, RunTwin* twin) {
  if (run.spec->kind != RunKind::kTune) return;
  if (twin->tuner == nullptr) twin->tuner = *source_.Begin(*run.spec, run.seed);
  while (twin->told < run.totals.prefix) {
    const auto rows = store->ReadDuels(run.id, twin->told, kMaxReadPairs);
    for (const DuelRow& row : *rows) {
      if (twin->told == run.totals.prefix) break;
      if (row.pair != twin->told || !row.counted) {
        return Fail(fmt::format("pair {} of tune {} has no candidate", twin->told, run.id));
      }
      const auto lent = twin->candidates.find(row.pair);
      if (lent != twin->candidates.end() && lent->second != row.candidate) {
        return Fail(fmt::format("pair {} of tune {} was lent as another", row.pair, run.id));
      }
      twin->tuner->Tell(row.pair, row.candidate, row.half_points);
      ++twin->told;
    }
    if (rows->empty()) return Fail(fmt::format("tune {} has lost its candidates", run.id));
  }
  if (twin->tuner->Save() != store->ReadTune(run.id)) {
    Fail(fmt::format("the state of tune {} isn't what its rows give", run.id));
  }
}

void Checker::OnAck(const Report& report, const ReportAck& ack, const WorkerId& worker,
                    absl::Time now) {
  const auto lease = leases_.find(report.lease);
  const bool rightful =
      lease != leases_.end() && lease->second.worker == worker && lease->second.run == report.run;
  if (!ack.refused.empty()) {
    if (cheats_.contains(worker)) return;
    bool held = rightful;
    for (const PairResult& pair : report.pairs) {
      held = held && lease->second.pairs.contains(pair.index);
    }
    // Late results count for a day. A lease that has nothing left to bring is forgotten; should its
    // rows be voided later, its pairs are lent anew, and what it says once more is refused.
    const RunTwin& twin = runs_[report.run];
    const bool forgotten =
        held && twin.voided && std::ranges::all_of(lease->second.pairs, [&twin](uint64_t pair) {
          return twin.ever.contains(pair);
        });
    if (held && !forgotten && now - lease->second.granted < absl::Hours(12)) {
      Fail(fmt::format("a rightful report on lease {} was refused: {}", report.lease, ack.refused));
    }
    return;
  }
  if (ack.counted + ack.duplicates != static_cast<int>(report.pairs.size())) {
    Fail("an acknowledgement speaks of another number of pairs");
  }
  RunTwin& twin = runs_[report.run];
  for (const PairResult& pair : report.pairs) {
    twin.acknowledged.insert(pair.index);
    // A report that came before gets the same answer again, though its rows were voided since.
    if (twin.rows.contains(pair.index)) twin.counted.insert(pair.index);
  }
}

void Checker::OnCreated(const std::string& request_id, const RunId& run) {
  const auto [known, is_new] = requests_.try_emplace(request_id, run);
  if (!is_new && known->second != run) {
    Fail(fmt::format("request {} made two runs", request_id));
  }
}

void Checker::OnStopped(const RunId& run) { stopped_.insert(run); }

void Checker::OnVoid(const RunId& run) {
  runs_[run].voided = true;
  runs_[run].unread = true;
  runs_[run].rows.clear();
  runs_[run].plies.clear();
  runs_[run].naive = {};
}

void Checker::OnWorker(const WorkerInfo& worker) {
  if (!worker.quarantine.empty() && !cheats_.contains(worker.id)) {
    Fail(fmt::format("honest {} is in quarantine: {}", worker.id, worker.quarantine));
  }
}

void Checker::OnLoad(const std::vector<TokenRecord>& tokens) {
  revoked_.clear();
  told_.clear();
  takeovers_.clear();
  for (const TokenRecord& token : tokens) {
    if (token.revoked != absl::InfiniteFuture()) revoked_.insert(token.id);
  }
}

// Invariant 8: a revoked token writes nothing more, from the next event on.
void Checker::CheckRevoked(const Event& event, const Effects& effects) {
  if (const auto* hello = std::get_if<WorkerHello>(&event)) {
    session_tokens_[hello->session] = hello->access.token;
  }
  const auto* report = std::get_if<Report>(&event);
  const auto* request = std::get_if<LeaseRequest>(&event);
  const auto session = session_tokens_.find(report != nullptr    ? report->session
                                            : request != nullptr ? request->session
                                                                 : SessionId{0});
  if (session != session_tokens_.end() && revoked_.contains(session->second)) {
    for (const Write& write : effects.writes) {
      if (std::holds_alternative<AddPair>(write)) {
        Fail(fmt::format("a pair was counted for the revoked token {}", session->second));
      }
    }
    for (const Reply& reply : effects.replies) {
      if (std::holds_alternative<LeaseGrant>(reply)) {
        Fail(fmt::format("pairs were lent to the revoked token {}", session->second));
      }
    }
  }
  for (const Write& write : effects.writes) {
    const auto* put = std::get_if<PutToken>(&write);
    if (put != nullptr && put->token.revoked != absl::InfiniteFuture()) {
      revoked_.insert(put->token.id);
    }
  }
}

void Checker::CheckTakeovers(const Event& event, const Effects& effects, absl::Time now) {
  const auto* hello = std::get_if<WorkerHello>(&event);
  if (hello == nullptr) return;
  std::deque<absl::Time>& times = takeovers_[hello->worker];
  for (const Reply& reply : effects.replies) {
    const auto* close = std::get_if<CloseSession>(&reply);
    if (close != nullptr && close->session != hello->session) times.push_back(now);
  }
  while (!times.empty() && times.front() <= now - limits::kTakeoverWindow) times.pop_front();
  // The free ones, and those of sessions that weren't heard of for as long as a lease lasts.
  const int64_t silent = limits::kTakeoverWindow / options_.lease_time;
  if (times.size() > limits::kFreeTakeovers + static_cast<size_t>(silent)) {
    Fail(fmt::format("sessions of {} took over {} times within a minute", hello->worker,
                     times.size()));
  }
}

void Checker::OnStep(const Core& core, const Event& event, const Effects& effects, absl::Time now) {
  CheckRevoked(event, effects);
  CheckTakeovers(event, effects, now);
  for (const Write& write : effects.writes) {
    const auto* put = std::get_if<PutWorker>(&write);
    if (put == nullptr) continue;
    if (put->worker.quarantine.empty()) {
      quarantined_.erase(put->worker.id);
    } else {
      quarantined_.insert(put->worker.id);
    }
  }
  for (const Reply& reply : effects.replies) {
    const auto* grant = std::get_if<LeaseGrant>(&reply);
    if (grant == nullptr) continue;
    if (quarantined_.contains(grant->lease.worker)) {
      Fail(fmt::format("{} is lent pairs in quarantine", grant->lease.worker));
    }
    const Run* run = core.FindRun(grant->lease.run);
    if (run->state != RunState::kActive) {
      Fail(fmt::format("run {} lends pairs though it is paused or has ended", run->id));
    }
  }
}

void Checker::ReadRows(const Run& run, MemoryStore* store, bool deep, RunTwin* twin) {
  std::map<uint64_t, int> rows;
  const uint64_t first = deep ? 0 : twin->naive.prefix;
  uint64_t from = first;
  for (;;) {
    const auto page = store->ReadPairs({run.id, from, kMaxReadPairs, true});
    for (const PairRecord& record : *page) {
      const PairResult& pair = record.result;
      rows[pair.index] = PairHalfPoints(pair.first.result, pair.second.result);
      const int with_white = PairHalfPoints(pair.first.result, GameResult::kWhiteWins);
      twin->points[pair.index] = {with_white, rows[pair.index] - with_white};
      twin->plies[pair.index] = (pair.first.moves.size() + pair.second.moves.size()) / 2;
      const auto lease = leases_.find(record.lease);
      if (lease != leases_.end() &&
          (lease->second.worker != record.worker || !lease->second.pairs.contains(pair.index))) {
        Fail(fmt::format("pair {} of run {} was counted for a worker it wasn't lent to", pair.index,
                         run.id));
      }
      from = pair.index + 1;
    }
    if (page->size() < kMaxReadPairs) break;
  }
  for (auto known = twin->rows.lower_bound(first); known != twin->rows.end(); ++known) {
    const auto now = rows.find(known->first);
    if (now == rows.end() || now->second != known->second) {
      Fail(fmt::format("row {} of run {} is gone or another one", known->first, run.id));
    }
  }
  twin->rows.erase(twin->rows.lower_bound(first), twin->rows.end());
  for (const auto& [index, half_points] : rows) twin->ever.insert(index);
  twin->rows.merge(rows);
  if (!twin->unread) return;
  twin->unread = false;
  std::erase_if(twin->counted, [twin](uint64_t pair) { return !twin->rows.contains(pair); });
  for (const uint64_t pair : twin->acknowledged) {  // those that count again
    if (twin->rows.contains(pair)) twin->counted.insert(pair);
  }
}

void Checker::Recompute(const Run& run, RunTwin* twin) {
  Naive& naive = twin->naive;
  const auto sprt =
      run.spec->sprt.has_value() ? stats::Sprt::Create(*run.spec->sprt) : absl::UnknownError("");
  uint64_t most = run.spec->max_pairs;
  // A stopped run's totals stay where they were.
  if (run.state == RunState::kStopped || run.state == RunState::kFailed) most = run.totals.prefix;
  const auto look = [&] {
    const stats::Sprt decides = sprt->WithBoundsApart(run.totals.apart);
    const double llr = decides.Llr(naive.pentanomial);
    if (run.spec->decide_every == 1) {
      naive.verdict = decides.Decide(llr);
      return;
    }
    stats::Overshoot overshoot(run.spec->decide_every, naive.overshoot);
    overshoot.Update(static_cast<int64_t>(naive.prefix), llr);
    naive.overshoot = overshoot.state();
    naive.verdict = overshoot.Decide(
        decides, llr, stats::MostDrawnIn(decides, naive.pentanomial, run.spec->decide_every));
  };
  while (naive.prefix < most && naive.verdict == stats::Verdict::kUndecided) {
    const auto row = twin->rows.find(naive.prefix);
    if (row == twin->rows.end()) break;
    naive.plies += twin->plies.at(naive.prefix);
    ++naive.prefix;
    ++naive.pentanomial[static_cast<size_t>(row->second)];
    if (sprt.ok() && naive.prefix % run.spec->decide_every == 0) look();
  }
  if (sprt.ok() && naive.prefix == run.spec->max_pairs) look();
  if (sprt.ok()) naive.llr = sprt->Llr(naive.pentanomial);
}

void Checker::CompareTotals(const Run& run, const RunTwin& twin, std::string_view where) {
  const RunTotals& totals = run.totals;
  if (!IsOpen(run.state) && totals.contested > 0) return CompareContested(run, twin, where);
  const Naive& naive = twin.naive;
  const auto differ = [&](std::string_view what) {
    Fail(fmt::format("{} of run {} in the {} isn't what the ledger gives", what, run.id, where));
  };
  if (totals.prefix != naive.prefix) differ("the prefix");
  if (totals.pentanomial != naive.pentanomial) differ("the pentanomial");
  if (totals.verdict != naive.verdict) differ("the verdict");
  if (std::abs(totals.llr - naive.llr) > 1e-9) differ("the LLR");
  if (totals.overshoot != naive.overshoot) differ("the state of the overshoot correction");
  if (totals.plies != naive.plies) differ("the number of plies");
  if (totals.games != 2 * naive.prefix) differ("the number of games");
  if (totals.counted != twin.rows.size()) differ("the number of pairs");
  if (totals.looked != twin.looked || totals.apart != twin.apart) differ("what voids have cost it");
  const uint64_t after = IsOpen(run.state) ? 0 : twin.rows.size() - naive.prefix;
  if (totals.after_verdict != after) differ("the number of pairs after the verdict");
}

// What voids have cost a test never falls, and nothing is paid for where nothing was voided.
void Checker::CheckCostOfVoids(const Run& run, RunTwin* twin) {
  const RunTotals& totals = run.totals;
  const bool less = totals.looked < twin->looked || totals.apart < twin->apart;
  const bool for_nothing = !twin->voided && totals.apart > 0;
  if (less || for_nothing) Fail(fmt::format("run {} pays another price for voids", run.id));
  twin->looked = totals.looked;
  twin->apart = totals.apart;
}

// The totals are those of the moment of the verdict, and CheckEnd holds them to that; what is said
// beside them is of the rows as they are.
void Checker::CompareContested(const Run& run, const RunTwin& twin, std::string_view where) {
  const RunTotals& totals = run.totals;
  const auto differ = [&](std::string_view what) {
    Fail(fmt::format("{} of contested run {} in the {} isn't what the ledger gives", what, run.id,
                     where));
  };
  const auto beyond = twin.rows.lower_bound(totals.prefix);
  const auto after = static_cast<uint64_t>(std::distance(beyond, twin.rows.end()));
  if (totals.counted != twin.rows.size()) differ("the number of pairs");
  if (totals.after_verdict != after) differ("the number of pairs after the verdict");
  if (totals.contested != totals.prefix - (twin.rows.size() - after)) {
    differ("the number of contested pairs");
  }
}

void Checker::CheckEnd(const Run& run, RunTwin* twin) {
  if (IsOpen(run.state)) {
    const auto limit = static_cast<uint64_t>(run.spec->max_core_seconds);
    if (limit > 0 && run.totals.core_ms >= 1000 * limit) {
      Fail(fmt::format("run {} goes on beyond its limit of cost", run.id));
    }
    if (twin->ended) Fail(fmt::format("run {} is open again", run.id));
    if (stopped_.contains(run.id)) Fail(fmt::format("run {} goes on after it was stopped", run.id));
    return;
  }
  const bool decided = run.totals.verdict != stats::Verdict::kUndecided;
  if (run.state == RunState::kFinished && !decided && run.totals.prefix != run.spec->max_pairs) {
    Fail(fmt::format("run {} finished without a verdict before its last pair", run.id));
  }
  if (!twin->ended) {
    twin->ended = true;
    twin->frozen = run.totals;
    twin->state = run.state;
    return;
  }
  const RunTotals& was = twin->frozen;
  if (run.state != twin->state || run.totals.prefix != was.prefix ||
      run.totals.verdict != was.verdict || run.totals.pentanomial != was.pentanomial ||
      run.totals.llr != was.llr) {
    Fail(fmt::format("the verdict of run {} changed after its end", run.id));
  }
}

void Checker::CheckRuns(const Core& core, MemoryStore* store, const std::set<RunId>& runs,
                        bool deep) {
  for (const RunId& id : runs) {
    const Run* run = core.FindRun(id);
    if (run == nullptr) {
      Fail(fmt::format("run {} is gone", id));
      continue;
    }
    RunTwin& twin = runs_[id];
    if (deep) twin.naive = {};
    ReadRows(*run, store, deep, &twin);
    CheckCostOfVoids(*run, &twin);
    Recompute(*run, &twin);
    CompareTotals(*run, twin, "core");
    CompareTotals(store->ReadRun(id), twin, "store");
    if (run->totals.voided != store->VoidRows(id)) {
      Fail(fmt::format("run {} speaks of another number of void pairs than there are", id));
    }
    CheckTune(*run, store, &twin);
    CheckLeague(*run, store, twin);
    CheckEnd(*run, &twin);
    if (!deep) continue;
    for (const uint64_t index : twin.acknowledged) {
      if (!twin.rows.contains(index) && !(twin.voided && store->IsVoid(id, index))) {
        Fail(fmt::format("pair {} of run {} was acknowledged and has no row", index, id));
      }
    }
  }
}

void Checker::CheckWorkers(Core* core) {
  for (WorkerView& view : core->TakeChangedWorkers()) {
    const WorkerId id = view.info.id;
    told_[id] = std::move(view);
  }
  for (const WorkerView& view : core->ViewWorkers()) {
    const auto told = told_.find(view.info.id);
    if (told != told_.end() && told->second == view) continue;
    Fail(fmt::format("readers weren't told what has changed of worker {}", view.info.id));
  }
}

void Checker::CheckLeases(const Core& core, absl::Time now) {
  struct Holder {
    const Lease* lease;
    int count;
  };
  const std::vector<Lease> live = core.LiveLeases();
  std::map<std::pair<RunId, uint64_t>, Holder> holders;
  for (const Lease& lease : live) {
    if (lease.audit) continue;  // of pairs that are counted
    if (lease.expires + 4 * tick_ < now) Fail(fmt::format("lease {} outlives its time", lease.id));
    const Run* run = core.FindRun(lease.run);
    if (!IsOpen(run->state))
      Fail(fmt::format("run {} has ended but lease {} lives", lease.run, lease.id));
    for (const uint64_t pair : lease.pairs) {
      const auto [first, is_new] = holders.try_emplace({lease.run, pair}, Holder{&lease, 1});
      if (is_new) continue;
      const Lease& other = *first->second.lease;
      const absl::Duration apart = absl::AbsDuration(lease.granted - other.granted);
      if (runs_[lease.run].rows.contains(pair)) continue;  // the one lease played it, then it ends
      if (++first->second.count > 2) Fail(fmt::format("pair {} is out three times", pair));
      if (other.worker == lease.worker) {
        Fail(fmt::format("worker {} holds pair {} twice", lease.worker, pair));
      }
      if (apart < options_.lend_twice_after) {
        Fail(fmt::format("pair {} of run {} was lent twice within {}", pair, lease.run,
                         absl::FormatDuration(apart)));
      }
    }
  }
}

}  // namespace rookery::sim

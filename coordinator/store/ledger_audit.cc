#include "coordinator/store/ledger_audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "base/status.h"
#include "coordinator/core/league_fold.h"
#include "coordinator/core/run_fold.h"
#include "coordinator/core/run_ledger.h"

namespace rookery::coordinator {
namespace {

constexpr double kSameLlr = 1e-9;

uint64_t CountOf(const std::map<std::string, uint64_t>& counts, const std::string& id) {
  const auto found = counts.find(id);
  return found == counts.end() ? 0 : found->second;
}

// What a worker played is a row each, void ones too: they were played.
void CheckWorker(const WorkerInfo& worker, const RowCounts& counts, LedgerAudit* audit) {
  const uint64_t rows = CountOf(counts.pairs, worker.id);
  OwnerShare earlier;
  for (const OwnerShare& share : worker.earlier) {
    earlier.pairs += share.pairs;
    earlier.games += share.games;
    earlier.core_ms += share.core_ms;
  }
  if (audit->faults.size() < kMostFaults &&
      (earlier.pairs > worker.pairs || earlier.games != 2 * earlier.pairs ||
       earlier.core_ms > worker.core_ms)) {
    audit->faults.push_back(fmt::format(
        "worker {}: it is said to have played {} pairs and {} games for earlier owners, "
        "and {} pairs in all",
        worker.id, earlier.pairs, earlier.games, worker.pairs));
  }
  if ((worker.pairs == rows && worker.games == 2 * rows) || audit->faults.size() >= kMostFaults) {
    return;
  }
  audit->faults.push_back(
      fmt::format("worker {}: it is said to have played {} pairs and {} games, {} rows are its own",
                  worker.id, worker.pairs, worker.games, rows));
}

class RunAudit {
 public:
  RunAudit(const Run& run, const LeagueTable& table, const RowCounts& counts, LedgerAudit* audit)
      : run_(run), table_(table), counts_(counts), audit_(audit) {
    if (!run.spec->league.has_value()) return;
    league_.emplace(run.spec->league->shape());
    if (run.totals.voided == 0) return;
    // Rounds that were drawn before the void stand.
    const auto stored = LeagueFold::Restore(run.spec->league->shape(), table, true);
    if (stored.ok()) league_ = stored->Anew();
  }

  absl::Status Check(Store* store) {
    ROOKERY_ASSIGN_OR_RETURN(const std::vector<LedgerRow> rows, store->ReadRows(run_.id, ""));
    ROOKERY_ASSIGN_OR_RETURN(const RunTotals folded, Fold(rows));
    Compare(folded);
    CompareRepeated(2 * rows.size());
    CompareAudits();
    return CheckGames(store, rows);
  }

 private:
  void Fault(std::string_view what) {
    if (audit_->faults.size() >= kMostFaults) return;
    audit_->faults.push_back(fmt::format("run {}: {}", run_.id, what));
  }

  absl::StatusOr<RunTotals> Fold(const std::vector<LedgerRow>& rows) {
    ROOKERY_ASSIGN_OR_RETURN(const RunFold fold, RunFold::Create(*run_.spec));
    RunLedger ledger(0, run_.spec->max_pairs);
    RunTotals totals;
    // Where a cut batch ended the correction that changes nothing: no earlier look had decided.
    totals.overshoot.valid = run_.totals.overshoot.valid;
    // Earlier looks are gone with the rows that were void by then; what they cost is the run's.
    totals.looked = run_.totals.looked;
    totals.apart = std::max(run_.totals.apart, 0.0);
    RunFold::Outcome outcome = RunFold::Outcome::kOpen;
    for (const LedgerRow& row : rows) {
      if (row.is_void) {
        ++totals.voided;
        continue;
      }
      ++totals.counted;
      if (row.index >= run_.spec->max_pairs || ledger.IsCounted(row.index)) {
        Fault(fmt::format("pair {} counts twice or lies beyond its end", row.index));
        continue;
      }
      ledger.Count(row.index, row.summary);
      // Of an ended run the totals stop where they stood, however much came after.
      const bool after = !IsOpen(run_.state) && totals.prefix >= run_.totals.prefix;
      if (outcome != RunFold::Outcome::kOpen || after) continue;
      outcome = fold.Advance(&ledger, &totals, PlantedFault::kNone, Listener());
    }
    audit_->pairs += totals.counted;
    audit_->voided += totals.voided;
    return totals;
  }

  RunFold::OnFolded Listener() {
    if (!league_.has_value()) return {};
    return [this](uint64_t index, const PairSummary& pair) {
      if (index < league_->known_pairs()) league_->Add(index, pair);
    };
  }

  void Compare(const RunTotals& folded) {
    const RunTotals& stored = run_.totals;
    if (stored.apart < 0) Fault(fmt::format("its bounds lie {} too near", -stored.apart));
    if (stored.counted != folded.counted) {
      Fault(fmt::format("{} pairs are said to count, {} rows do", stored.counted, folded.counted));
    }
    if (stored.voided != folded.voided) Fault("the number of void pairs is another one");
    if (stored.contested > 0) return;  // its totals are those before the void
    if (stored.prefix != folded.prefix) {
      Fault(fmt::format("its totals are of {} pairs, its rows give {}", stored.prefix,
                        folded.prefix));
    }
    if (stored.pentanomial != folded.pentanomial)
      Fault("its pentanomial is not what its rows give");
    if (stored.verdict != folded.verdict) Fault("its verdict is not what its rows give");
    if (std::abs(stored.llr - folded.llr) > kSameLlr) {
      Fault(fmt::format("its LLR is {}, its rows give {}", stored.llr, folded.llr));
    }
    const LeagueTable empty;
    const LeagueTable& league = league_.has_value() ? league_->current() : empty;
    if (table_.cells != league.cells || table_.standings != league.standings) {
      Fault("its league's table is not what its rows give");
    }
    if (stored.games != folded.games || stored.plies != folded.plies ||
        stored.ends != folded.ends) {
      Fault("its games, plies or endings are not what its rows give");
    }
    // Rows from before whose faults they were had been kept say nothing.
    if (!stored.dev_lost.empty() && stored.dev_lost != folded.dev_lost) {
      Fault("the games that dev lost by a fault of its own are not what its rows give");
    }
  }

  // Each game that came, void ones too, has left a digest or was counted as a repeated one.
  void CompareRepeated(uint64_t games) {
    const uint64_t digests = CountOf(counts_.digests, run_.id);
    if (run_.totals.repeated_games + digests == games) return;
    Fault(
        fmt::format("{} of its games are said to be repeated ones, but {} rows have {} games and "
                    "{} digests",
                    run_.totals.repeated_games, games / 2, games, digests));
  }

  // A pair that was voided may have been audited anew, in the place of its first audit. A crash
  // within a disagreement's end repeats the third worker's part.
  void CompareAudits() {
    const RunTotals& stored = run_.totals;
    const uint64_t agreed = CountOf(counts_.audits_agreed, run_.id);
    const uint64_t settled = CountOf(counts_.audits_settled, run_.id);
    if (stored.audits_agreed < agreed || (stored.voided == 0 && stored.audits_agreed != agreed)) {
      Fault(fmt::format("{} audits are said to have agreed, {} rows did", stored.audits_agreed,
                        agreed));
    }
    const bool lost = settled == 0 && stored.audits_disagreed > 0 && stored.voided == 0;
    if (stored.audits_disagreed < settled || lost) {
      Fault(fmt::format("{} audits are said to have disagreed, {} rows are settled",
                        stored.audits_disagreed, settled));
    }
  }

  // That each game unpacks and says the result that its row says; that so many have none as the run
  // says.
  absl::Status CheckGames(Store* store, const std::vector<LedgerRow>& rows) {
    auto row = rows.begin();
    uint64_t without = 0;
    PairQuery query{run_.id, 0, kMaxReadPairs, true, PairQuery::Games::kHeads};
    for (;;) {
      const absl::StatusOr<std::vector<PairRecord>> page = store->ReadPairs(query);
      if (absl::IsDataLoss(page.status())) {
        Fault(fmt::format("games from pair {} on can't be unpacked", query.from));
        return absl::OkStatus();
      }
      ROOKERY_RETURN_IF_ERROR(page.status());
      for (const PairRecord& record : *page) {
        while (row != rows.end() && (row->is_void || row->index < record.result.index)) ++row;
        const PairResult& pair = record.result;
        if (row == rows.end() || row->index != pair.index ||
            row->summary.half_points != PairHalfPoints(pair.first.result, pair.second.result)) {
          Fault(fmt::format("the games of pair {} have another result than its row", pair.index));
        }
        query.from = pair.index + 1;
        without += record.has_games ? 0 : 1;
      }
      if (page->size() < kMaxReadPairs) break;
    }
    if (without > run_.games.dropped) {
      Fault(fmt::format("{} of its pairs have no games, but only {} were dropped", without,
                        run_.games.dropped));
    }
    return absl::OkStatus();
  }

  const Run& run_;
  const LeagueTable& table_;
  const RowCounts& counts_;
  std::optional<LeagueFold> league_;
  LedgerAudit* const audit_;
};

}  // namespace

absl::StatusOr<LedgerAudit> AuditLedger(Store* store) {
  ROOKERY_ASSIGN_OR_RETURN(const LoadedState loaded, store->Load());
  LedgerAudit audit;
  audit.runs = loaded.runs.size();
  std::map<RunId, LeagueTable> tables;
  for (const LoadedState::Cell& cell : loaded.cells) tables[cell.run].cells.push_back(cell.value);
  for (const LoadedState::Standing& one : loaded.standings) {
    tables[one.run].standings.push_back(one.value);
  }
  ROOKERY_ASSIGN_OR_RETURN(const RowCounts counts, store->CountRows());
  for (const Run& run : loaded.runs) {
    ROOKERY_RETURN_IF_ERROR(RunAudit(run, tables[run.id], counts, &audit).Check(store));
  }
  for (const WorkerInfo& worker : loaded.workers) CheckWorker(worker, counts, &audit);
  return audit;
}

}  // namespace rookery::coordinator

#include "coordinator/query/history.h"

#include <algorithm>

#include "base/status.h"
#include "coordinator/query/figures.h"

namespace rookery::coordinator {

HistoryPoint History::PointOf(const Run& run, uint64_t pairs, const stats::Pentanomial& counts) {
  const stats::Report report = ReportOf(run, counts);
  return {pairs, report.llr, report.elo};
}

void History::Add(const Run& run, const PairRecord& pair, Fold& fold) {
  const PairResult& result = pair.result;
  const auto cell = static_cast<size_t>(PairHalfPoints(result.first.result, result.second.result));
  ++fold.counts[cell];
  ++fold.next;
  if (fold.by_worker.size() < kMostWorkers || fold.by_worker.contains(pair.worker)) {
    ++fold.by_worker[pair.worker][cell];
  }
  if (fold.next % fold.stride != 0) return;
  fold.points.push_back(PointOf(run, fold.next, fold.counts));
  if (fold.points.size() < kMostPoints) return;
  fold.stride *= 2;
  std::erase_if(fold.points,
                [&](const HistoryPoint& point) { return point.pairs % fold.stride != 0; });
}

absl::Status History::Advance(const RunView& view, Fold& fold) {
  const uint64_t end = std::min(view.run.totals.prefix, fold.next + kPairsPerCall);
  while (fold.next < end) {
    PairQuery query;
    query.run = view.run.id;
    query.from = fold.next;
    query.games = PairQuery::Games::kNone;
    query.count = std::min<uint64_t>(kMaxReadPairs, end - fold.next);
    ROOKERY_ASSIGN_OR_RETURN(const std::vector<PairRecord> pairs, store_->ReadPairs(query));
    if (pairs.empty()) return absl::OkStatus();
    for (const PairRecord& pair : pairs) {
      // Voided since: the chart ends here until the index has been played again.
      if (pair.result.index != fold.next) return absl::OkStatus();
      Add(view.run, pair, fold);
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<LedgerReading> History::Of(const RunView& view) {
  MutexLock lock(&mutex_);
  Fold& fold = folds_[view.run.id];
  const RunTotals& totals = view.run.totals;
  if (fold.voided != totals.voided || fold.next > totals.prefix) {  // folded anew there, so here
    fold = {};
    fold.voided = totals.voided;
  }
  fold.used = ++calls_;
  ROOKERY_RETURN_IF_ERROR(Advance(view, fold));
  LedgerReading reading{fold.next, fold.points, fold.by_worker};
  std::vector<HistoryPoint>& points = reading.points;
  if (fold.next > 0 && (points.empty() || points.back().pairs != fold.next)) {
    points.push_back(PointOf(view.run, fold.next, fold.counts));
  }
  if (folds_.size() > kMostRuns) {
    folds_.erase(std::min_element(folds_.begin(), folds_.end(), [](const auto& a, const auto& b) {
      return a.second.used < b.second.used;
    }));
  }
  return reading;
}

}  // namespace rookery::coordinator

#include "coordinator/query/tune_history.h"

#include <algorithm>

#include "base/check.h"
#include "base/status.h"

namespace rookery::coordinator {

std::optional<ForecastPoint> TuneHistory::PointOf(const Fold& fold) {
  const std::shared_ptr<const TuneFigures> figures = fold.tuner->Figures();
  if (!figures->has_forecast) return std::nullopt;
  return ForecastPoint{fold.next, figures->gain, figures->gain_low, figures->gain_high};
}

void TuneHistory::Tell(const DuelRow& duel, Fold& fold) {
  fold.tuner->Tell(duel.pair, duel.candidate, duel.half_points);
  ++fold.next;
  if (fold.next % fold.stride != 0) return;
  if (const auto point = PointOf(fold)) fold.points.push_back(*point);
  if (fold.points.size() < kMostPoints) return;
  fold.stride *= 2;
  std::erase_if(fold.points,
                [&](const ForecastPoint& point) { return point.pairs % fold.stride != 0; });
}

absl::Status TuneHistory::Advance(const RunView& view, Fold& fold) {
  const uint64_t end = std::min(view.run.totals.prefix, fold.next + kDuelsPerCall);
  while (fold.next < end) {
    ROOKERY_ASSIGN_OR_RETURN(const std::vector<DuelRow> duels,
                             store_->ReadDuels(view.run.id, fold.next, kDuelsAtOnce));
    const uint64_t before = fold.next;
    for (const DuelRow& duel : duels) {
      // Voided since: what follows waits until the index has been played again.
      if (fold.next == end || duel.pair != fold.next || !duel.counted) break;
      Tell(duel, fold);
    }
    if (fold.next == before) return absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ForecastPoint>> TuneHistory::Of(const RunView& view) {
  ROOKERY_CHECK(view.run.spec->tune.has_value());
  if (source_ == nullptr) return std::vector<ForecastPoint>();
  MutexLock lock(&mutex_);
  Fold& fold = folds_[view.run.id];
  const RunTotals& totals = view.run.totals;
  const bool stale = fold.voided != totals.voided || fold.next > totals.prefix;
  if (fold.tuner == nullptr || stale) {
    fold = {};
    fold.voided = totals.voided;
    ROOKERY_ASSIGN_OR_RETURN(fold.tuner, source_->Begin(*view.run.spec, view.run.seed));
  }
  fold.used = ++calls_;
  ROOKERY_RETURN_IF_ERROR(Advance(view, fold));
  std::vector<ForecastPoint> points = fold.points;
  if (fold.next > 0 && (points.empty() || points.back().pairs != fold.next)) {
    if (const auto now = PointOf(fold)) points.push_back(*now);
  }
  if (folds_.size() > kMostRuns) {
    folds_.erase(std::min_element(folds_.begin(), folds_.end(), [](const auto& a, const auto& b) {
      return a.second.used < b.second.used;
    }));
  }
  return points;
}

}  // namespace rookery::coordinator

#include "coordinator/query/figures.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "coordinator/stats/confidence_sequence.h"
#include "coordinator/stats/overshoot.h"

namespace rookery::coordinator {
namespace {

// All that follows from the pentanomial alone, so that it is computed once for it.
void AddCountFigures(const Run& run, RunFigures& figures) {
  const stats::Pentanomial& counts = run.totals.pentanomial;
  figures.report = ReportOf(run, counts);
  figures.always_valid = stats::AlwaysValidElo(counts);
}

void AddTestFigures(const stats::Sprt& asked, RunFigures& figures) {
  const RunSpec& spec = *figures.run().spec;
  const RunTotals& totals = figures.run().totals;
  figures.lower = asked.lower();
  figures.upper = asked.upper();
  const stats::Sprt sprt = asked.WithBoundsApart(totals.apart);  // as it is decided
  const auto every = std::max<int64_t>(spec.decide_every, 1);
  const stats::Overshoot overshoot(every, totals.overshoot);
  const double most = stats::MostDrawnIn(sprt, totals.pentanomial, every);
  figures.stop_lower = overshoot.Lower(sprt, most);
  figures.stop_upper = overshoot.Upper(sprt, most);
  if (!IsOpen(figures.run().state)) return;
  const auto left = static_cast<int64_t>(spec.max_pairs - std::min(spec.max_pairs, totals.prefix));
  figures.forecast = stats::ForecastTest(sprt, totals.pentanomial, left);
}

}  // namespace

std::optional<stats::Sprt> SprtOf(const RunSpec& spec) {
  if (!spec.sprt.has_value()) return std::nullopt;
  absl::StatusOr<stats::Sprt> sprt = stats::Sprt::Create(*spec.sprt);
  ROOKERY_CHECK(sprt.ok());  // the bounds were tested when the run was made
  return *std::move(sprt);
}

stats::Report ReportOf(const Run& run, const stats::Pentanomial& counts) {
  const std::optional<stats::Sprt> sprt = SprtOf(*run.spec);
  if (!sprt.has_value()) return stats::FixedReport(counts);
  // A test that looks after every pair needs no correction for the step, and its figures are then
  // those that `rookery calc sprt` gives for the same pairs.
  const uint32_t every = run.spec->decide_every;
  if (every <= 1) return stats::SequentialReport(*sprt, counts);
  return stats::SequentialReport(*sprt, counts,
                                 {.every = every, .drawn_in = run.totals.overshoot.corrects()});
}

bool SameToReaders(const RunView& a, const RunView& b) {
  return a.revision == b.revision && a.run.state == b.run.state && a.pairs_lent == b.pairs_lent &&
         a.workers == b.workers && a.games_per_second == b.games_per_second;
}

RunFigures ComputeFigures(std::shared_ptr<const RunView> view, const RunFigures* before) {
  RunFigures figures;
  const RunSpec& spec = *view->run.spec;
  const stats::Pentanomial& counts = view->run.totals.pentanomial;
  figures.verdict = view->run.totals.verdict;
  figures.view = std::move(view);
  if (figures.view->league != nullptr) {  // its pairs have no law in common
    const bool same = before != nullptr && before->view->league == figures.view->league;
    figures.league = same ? before->league
                          : std::make_shared<const LeagueFigures>(
                                ComputeLeague(*spec.league, *figures.view->league));
    return figures;
  }
  if (before != nullptr && before->run().totals.pentanomial == counts) {
    figures.report = before->report;
    figures.always_valid = before->always_valid;
  } else {
    AddCountFigures(figures.run(), figures);
  }
  if (const std::optional<stats::Sprt> sprt = SprtOf(spec)) AddTestFigures(*sprt, figures);
  return figures;
}

}  // namespace rookery::coordinator

#include "coordinator/query/figures.h"

#include <utility>

#include "base/check.h"

namespace rookery::coordinator {
namespace {

std::optional<stats::Sprt> SprtOf(const RunSpec& spec) {
  if (!spec.sprt.has_value()) return std::nullopt;
  absl::StatusOr<stats::Sprt> sprt = stats::Sprt::Create(*spec.sprt);
  ROOKERY_CHECK(sprt.ok());  // the bounds were tested when the run was made
  return *std::move(sprt);
}

}  // namespace

stats::Report ReportOf(const RunSpec& spec, const stats::Pentanomial& counts) {
  const std::optional<stats::Sprt> sprt = SprtOf(spec);
  if (!sprt.has_value()) return stats::FixedReport(counts);
  // A test that looks after every pair needs no correction for the step, and its figures are then
  // those that `rookery calc sprt` gives for the same pairs.
  const int64_t step = spec.decide_every > 1 ? static_cast<int64_t>(spec.decide_every) : 0;
  return stats::SequentialReport(*sprt, counts, step);
}

bool SameToReaders(const RunView& a, const RunView& b) {
  return a.revision == b.revision && a.run.state == b.run.state && a.pairs_lent == b.pairs_lent &&
         a.workers == b.workers && a.games_per_second == b.games_per_second;
}

RunFigures ComputeFigures(std::shared_ptr<const RunView> view, const RunFigures* before) {
  RunFigures figures;
  const RunSpec& spec = *view->run.spec;
  const stats::Pentanomial& counts = view->run.totals.pentanomial;
  const bool same = before != nullptr && before->run().totals.pentanomial == counts;
  figures.report = same ? before->report : ReportOf(spec, counts);
  if (const std::optional<stats::Sprt> sprt = SprtOf(spec)) {
    figures.lower = sprt->lower();
    figures.upper = sprt->upper();
  }
  figures.verdict = view->run.totals.verdict;
  figures.view = std::move(view);
  return figures;
}

}  // namespace rookery::coordinator

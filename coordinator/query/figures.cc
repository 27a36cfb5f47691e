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
  return sprt.has_value() ? stats::SequentialReport(*sprt, counts) : stats::FixedReport(counts);
}

RunFigures ComputeFigures(std::shared_ptr<const RunView> view) {
  RunFigures figures;
  const RunSpec& spec = *view->run.spec;
  figures.report = ReportOf(spec, view->run.totals.pentanomial);
  if (const std::optional<stats::Sprt> sprt = SprtOf(spec)) {
    figures.lower = sprt->lower();
    figures.upper = sprt->upper();
  }
  figures.verdict = view->run.totals.verdict;
  figures.view = std::move(view);
  return figures;
}

}  // namespace rookery::coordinator

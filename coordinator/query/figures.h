// THE FIGURES of a run: computed here, once, from the view of a commit; page, CLI, API and metrics
// only show them. Pure functions and immutable values; any thread.
#pragma once

#include <memory>
#include <optional>

#include "coordinator/core/view.h"
#include "coordinator/query/league_table.h"
#include "coordinator/stats/plan.h"
#include "coordinator/stats/report.h"

namespace rookery::coordinator {

struct RunFigures {
  std::shared_ptr<const RunView> view;  // what the figures are of: spec, state, totals
  stats::Report report;                 // of the totals' pentanomial
  std::optional<double> lower;          // the LLR's bounds; tests only
  std::optional<double> upper;
  // Where the verdict falls at the next look: the same, or drawn in by the overshoot correction of
  // a test that looks every few pairs, or further out where pairs were voided.
  std::optional<double> stop_lower;
  std::optional<double> stop_upper;
  // Elo that may be looked at after every pair, in a match as in a test; none without pairs.
  std::optional<stats::Interval> always_valid;
  std::optional<stats::Forecast> forecast;      // of a test that is open
  std::shared_ptr<const LeagueFigures> league;  // of a league, which has none of the above
  stats::Verdict verdict =
      stats::Verdict::kUndecided;  // as decided and stored, never computed anew

  const Run& run() const { return view->run; }
};

// before: figures of the same run, or null; where the pairs are the same, so is the report.
RunFigures ComputeFigures(std::shared_ptr<const RunView> view, const RunFigures* before = nullptr);

// Whether readers would see the same in both: revision, state of play, rate.
bool SameToReaders(const RunView& a, const RunView& b);

// The run's test as it was asked for; none in a match.
std::optional<stats::Sprt> SprtOf(const RunSpec& spec);

// What is said about a pentanomial of this run: sequential for a test, fixed for a match. By the
// bounds that were asked for, even if voids have moved them out since (decision 0019).
stats::Report ReportOf(const Run& run, const stats::Pentanomial& counts);

}  // namespace rookery::coordinator

#include "coordinator/stats/report.h"

#include <algorithm>
#include <cmath>

#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/stopped_elo.h"

namespace rookery::stats {
namespace {

Interval FixedElo(const Moments& moments, double observations) {
  const double error = kZ95 * std::sqrt(moments.variance / observations);
  const double elo = ScoreToEloClamped(moments.mean);
  const double half =
      (ScoreToEloClamped(moments.mean + error) - ScoreToEloClamped(moments.mean - error)) / 2;
  return {.value = elo, .low = elo - half, .high = elo + half};
}

Interval NormalizedElo(const Moments& moments, const Sample& sample) {
  const double t = (moments.mean - 0.5) / std::sqrt(moments.variance);
  const double variance_of_t = 1 - t * moments.skewness + t * t * (moments.excess_kurtosis + 2) / 4;
  const double points = kNormalizedPerT / std::sqrt(sample.games_each);
  const double half = kZ95 * points * std::sqrt(std::max(variance_of_t, 0.0) / sample.observations);
  return {.value = points * t, .low = points * t - half, .high = points * t + half};
}

void AddStrength(const Sample& sample, Report& report) {
  const Moments moments = MomentsOf(sample.law);
  report.elo = FixedElo(moments, sample.observations);
  report.nelo = NormalizedElo(moments, sample);
  report.los = NormalCdf((moments.mean - 0.5) / std::sqrt(moments.variance / sample.observations));
}

// Shares are of the counts themselves, without the regularisation.
Report Shares(const Pentanomial& counts) {
  Report report;
  report.pairs = Total(counts);
  report.games = 2 * report.pairs;
  if (report.pairs == 0) return report;
  const double quarters = static_cast<double>(counts[1]) + 2.0 * static_cast<double>(counts[2]) +
                          3.0 * static_cast<double>(counts[3]) +
                          4.0 * static_cast<double>(counts[4]);
  report.score = quarters / 4 / static_cast<double>(report.pairs);
  report.draw_ratio = static_cast<double>(counts[2]) / static_cast<double>(report.pairs);
  const int64_t below = counts[0] + counts[1];
  if (below > 0) {
    report.pairs_ratio = static_cast<double>(counts[3] + counts[4]) / static_cast<double>(below);
  }
  return report;
}

Report Shares(const Trinomial& counts) {
  Report report;
  report.games = Total(counts);
  if (report.games == 0) return report;
  const double games = static_cast<double>(report.games);
  report.score = (static_cast<double>(counts[1]) / 2 + static_cast<double>(counts[2])) / games;
  report.draw_ratio = static_cast<double>(counts[1]) / games;
  return report;
}

template <typename Counts>
Report FixedReportOf(const Counts& counts) {
  Report report = Shares(counts);
  if (report.games > 0) AddStrength(MakeSample(counts), report);
  return report;
}

template <typename Counts>
Report SequentialReportOf(const Sprt& sprt, const Counts& counts, int64_t batch) {
  Report report = FixedReportOf(counts);
  report.llr = sprt.Llr(counts);
  report.verdict = sprt.Decide(*report.llr);
  if (report.games == 0) return report;
  const StoppedElo stopped = EstimateStoppedElo(sprt, MakeSample(counts), batch);
  report.elo = Interval{.value = stopped.elo, .low = stopped.low, .high = stopped.high};
  report.los = stopped.los;
  return report;
}

}  // namespace

Report FixedReport(const Pentanomial& counts) { return FixedReportOf(counts); }
Report FixedReport(const Trinomial& counts) { return FixedReportOf(counts); }
Report SequentialReport(const Sprt& sprt, const Pentanomial& counts, int64_t batch_pairs) {
  return SequentialReportOf(sprt, counts, batch_pairs);
}
Report SequentialReport(const Sprt& sprt, const Trinomial& counts) {
  return SequentialReportOf(sprt, counts, 0);
}

}  // namespace rookery::stats

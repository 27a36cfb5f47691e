#include "coordinator/stats/report.h"

#include <algorithm>
#include <cmath>

#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/error_spread.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/normal.h"

namespace rookery::stats {
namespace {

Interval FixedElo(const Moments& moments, const ErrorSpread& spread, double observations) {
  const double error = spread.quantile * std::sqrt(spread.variance / observations);
  const double elo = ScoreToEloClamped(moments.mean);
  const double low = ScoreToEloClamped(moments.mean - error);
  const double high = ScoreToEloClamped(moments.mean + error);
  // So wide an interval is far from symmetric in Elo.
  if (spread.few) return {.value = elo, .low = low, .high = high};
  const double half = (high - low) / 2;
  return {.value = elo, .low = elo - half, .high = elo + half};
}

Interval NormalizedElo(const Moments& moments, const ErrorSpread& spread, const Sample& sample) {
  const double t = (moments.mean - 0.5) / std::sqrt(spread.variance);
  // Few observations say nothing of their law's third and fourth moment: those of a normal one.
  const double skewness = spread.few ? 0 : moments.skewness;
  const double excess_kurtosis = spread.few ? 0 : moments.excess_kurtosis;
  const double variance_of_t = 1 - t * skewness + t * t * (excess_kurtosis + 2) / 4;
  const double points = kNormalizedPerT / std::sqrt(sample.games_each);
  const double half =
      spread.quantile * points * std::sqrt(std::max(variance_of_t, 0.0) / sample.observations);
  return {.value = points * t, .low = points * t - half, .high = points * t + half};
}

void AddStrength(const Sample& sample, Report& report) {
  const Moments moments = MomentsOf(sample.law);
  const ErrorSpread spread = ErrorSpreadOf(sample);
  report.elo = FixedElo(moments, spread, sample.observations);
  report.nelo = NormalizedElo(moments, spread, sample);
  report.los =
      NormalCdf((moments.mean - 0.5) / std::sqrt(spread.NormalVariance() / sample.observations));
}

// A share of `total`, with the interval of the normal law at the share that it is the error of.
Interval ShareOf(int64_t count, int64_t total) {
  const double n = static_cast<double>(total);
  const double share = static_cast<double>(count) / n;
  const double weight = kZ95 * kZ95 / n;
  const double middle = (share + weight / 2) / (1 + weight);
  const double half = std::sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight);
  return {.value = share,
          .low = count == 0 ? 0 : std::max(middle - half, 0.0),
          .high = count == total ? 1 : std::min(middle + half, 1.0)};
}

// How many times as many as `others`, which must be positive, with the interval of their share.
Interval RatioOf(int64_t count, int64_t others) {
  const Interval share = ShareOf(count, count + others);
  return {.value = static_cast<double>(count) / static_cast<double>(others),
          .low = share.low / (1 - share.low),
          .high = share.high / (1 - share.high)};
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
  report.draw_ratio = ShareOf(counts[2], report.pairs);
  const int64_t below = counts[0] + counts[1];
  if (below > 0) report.pairs_ratio = RatioOf(counts[3] + counts[4], below);
  return report;
}

Report Shares(const Trinomial& counts) {
  Report report;
  report.games = Total(counts);
  if (report.games == 0) return report;
  const double games = static_cast<double>(report.games);
  report.score = (static_cast<double>(counts[1]) / 2 + static_cast<double>(counts[2])) / games;
  report.draw_ratio = ShareOf(counts[1], report.games);
  return report;
}

template <typename Counts>
Report FixedReportOf(const Counts& counts) {
  Report report = Shares(counts);
  if (report.games > 0) AddStrength(MakeSample(counts), report);
  return report;
}

template <typename Counts>
Report SequentialReportOf(const Sprt& sprt, const Counts& counts, const Looking& looking) {
  Report report = FixedReportOf(counts);
  report.llr = sprt.Llr(counts);
  report.verdict = sprt.Decide(*report.llr);
  if (report.games == 0) return report;
  const StoppedElo stopped = EstimateStoppedElo(sprt, MakeSample(counts), looking);
  report.elo = Interval{.value = stopped.elo, .low = stopped.low, .high = stopped.high};
  report.los = stopped.los;
  return report;
}

}  // namespace

Report FixedReport(const Pentanomial& counts) { return FixedReportOf(counts); }
Report FixedReport(const Trinomial& counts) { return FixedReportOf(counts); }
Report SequentialReport(const Sprt& sprt, const Pentanomial& counts, const Looking& looking) {
  return SequentialReportOf(sprt, counts, looking);
}
Report SequentialReport(const Sprt& sprt, const Trinomial& counts) {
  return SequentialReportOf(sprt, counts, {});
}

}  // namespace rookery::stats

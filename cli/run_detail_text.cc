// DetailLines and ForecastText of run_text.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/plural.h"
#include "cli/run_text.h"
#include "proto/wire/keep_games.h"

namespace rookery::cli {
namespace {

std::string Count(double number) {
  std::string digits = fmt::format("{:.0f}", number);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

// "w3 (abc...)", or the id alone.
std::string NameOf(const v1::ComparedWorker& worker) {
  if (worker.label().empty()) return worker.worker();
  return fmt::format("{} ({})", worker.label(), worker.worker());
}

std::string ComparisonText(const v1::WorkerComparison& comparison) {
  if (!comparison.has_chi_square()) return "";
  std::string text =
      fmt::format("{} compared: chi-square {:.1f}, {} degrees, p {:.3f}; ", comparison.counted(),
                  comparison.chi_square(), comparison.degrees(), comparison.p());
  if (comparison.worst().empty()) return text + "none stands out";
  for (const v1::ComparedWorker& worker : comparison.workers()) {
    if (worker.worker() != comparison.worst()) continue;
    return text + fmt::format("{} stands out, z {:.1f} where 1 % pass {:.1f}", NameOf(worker),
                              worker.z(), comparison.z99());
  }
  return text + comparison.worst() + " stands out";
}

std::string IndependentText(const v1::RunDetail& detail) {
  if (detail.pentanomial_expected_size() != 5) return "";
  const auto& cells = detail.pentanomial_expected();
  return fmt::format(
      "LL {:.0f}, LD {:.0f}, DD {:.0f}, WD {:.0f}, WW {:.0f} if the games of a pair were so",
      cells[0], cells[1], cells[2], cells[3], cells[4]);
}

std::string PlanText(const v1::RunDetail& detail) {
  if (detail.plan_size() == 0) return "";
  const v1::PlanRow& first = detail.plan(0);
  const v1::PlanRow& middle = detail.plan(detail.plan_size() / 2);
  const v1::PlanRow& last = detail.plan(detail.plan_size() - 1);
  std::string text = fmt::format(
      "{} pairs expected at elo0, {} half way, {} at elo1 (95 % end by {}, {}, {})",
      Count(first.expected_pairs()), Count(middle.expected_pairs()), Count(last.expected_pairs()),
      Count(first.pairs_95()), Count(middle.pairs_95()), Count(last.pairs_95()));
  // At the strength that leaves it open most often; what would read 0.0 % is not said.
  double undecided = 0;
  for (const v1::PlanRow& row : detail.plan()) undecided = std::max(undecided, row.undecided());
  if (undecided >= 5e-4) text += fmt::format("; up to {:.1f} % undecided", 100 * undecided);
  if (!middle.has_core_hours()) return text;
  return text + fmt::format("; {:.3g} core hours half way", middle.core_hours());
}

}  // namespace

std::string ForecastText(const v1::Progress& progress) {
  if (!progress.has_forecast()) return "";
  const v1::Forecast& forecast = progress.forecast();
  std::string text = fmt::format("accepted {:.0f} %, rejected {:.0f} %", 100 * forecast.accepted(),
                                 100 * forecast.rejected());
  if (forecast.undecided() >= 0.005) {
    text += fmt::format(", open at the end {:.0f} %", 100 * forecast.undecided());
  }
  return text + fmt::format("; {} to {} more pairs (median {})", Count(forecast.pairs_low()),
                            Count(forecast.pairs_high()), Count(forecast.pairs_median()));
}

std::vector<std::string> DetailLines(const v1::Run& run) {
  const v1::Progress& progress = run.progress();
  std::vector<std::string> lines;
  const auto line = [&lines](std::string_view label, const std::string& value) {
    if (!value.empty()) lines.push_back(fmt::format("{:<13}{}", label, value));
  };
  if (progress.elo_known() && run.kind() != v1::RUN_KIND_TUNE) {  // a tune's pairs play no match
    line("At any time:", AnyTimeText(progress) + " (95 % over all looks together)");
  }
  const bool moved =
      run.kind() == v1::RUN_KIND_TEST &&
      (progress.stop_lower() != progress.lower() || progress.stop_upper() != progress.upper());
  if (moved) {
    const bool voids = progress.pairs_void() > 0;
    const std::string_view why = !voids                          ? "overshoot"
                                 : run.spec().decide_every() > 1 ? "overshoot and voided pairs"
                                                                 : "voided pairs";
    line("Stops at:", fmt::format("LLR {:.2f} or {:.2f}, corrected for {}", progress.stop_lower(),
                                  progress.stop_upper(), why));
  }
  line("Forecast:", ForecastText(progress));
  if (const uint64_t without = run.pairs_without_games(); without > 0) {
    line("Games:",
         fmt::format("those of {} are no longer kept (--keep-games {})", Counted(without, "pair"),
                     wire::KeepGamesText(run.spec().keep_games())));
  }
  if (!run.has_detail()) return lines;
  line("Workers:", ComparisonText(run.detail().comparison()));
  line("Independent:", IndependentText(run.detail()));
  line("Plan:", PlanText(run.detail()));
  if (run.detail().has_seconds_per_game()) {
    line("Cost:", fmt::format("{:.3g} core hours, {:.3g} s a game", progress.core_seconds() / 3600,
                              run.detail().seconds_per_game()));
  }
  return lines;
}

}  // namespace rookery::cli

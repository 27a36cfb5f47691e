// `rookery calc elo`: strength from the results of a match of fixed length.
#include <fmt/format.h>

#include <memory>

#include "base/status.h"
#include "cli/calc.h"
#include "cli/calc_counts.h"
#include "cli/calc_text.h"
#include "cli/command.h"
#include "cli/option_checks.h"
#include "coordinator/stats/report.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;

absl::StatusOr<stats::Report> Work(const CountFlags& flags) {
  ROOKERY_ASSIGN_OR_RETURN(const Counts counts, ReadCounts(flags));
  return counts.pairs ? stats::FixedReport(*counts.pairs) : stats::FixedReport(*counts.games);
}

ordered_json ToJson(const stats::Report& report) {
  ordered_json object;
  AddElo(object, "elo", report.elo);
  AddInterval(object, "nelo", report.nelo);
  object["los"] = NumberOrNull(report.los);
  object["score"] = NumberOrNull(report.score);
  AddInterval(object, "draw_ratio", report.draw_ratio);
  AddInterval(object, "pairs_ratio", report.pairs_ratio);
  object["pairs"] = report.pairs;
  object["games"] = report.games;
  return object;
}

void Print(const stats::Report& report, Printer& printer) {
  printer.Out(fmt::format("Elo    {} (95 %)", EloIntervalText(report.elo)));
  printer.Out(fmt::format("nElo   {} (95 %)", IntervalText(report.nelo)));
  printer.Out(fmt::format("LOS    {}", PercentText(report.los)));
  printer.Out("Score  " + SharesText(report));
  printer.Out(fmt::format("Games  {}", report.games));
}

Exit Run(const CountFlags& flags, Context& context) {
  const absl::StatusOr<stats::Report> report = Work(flags);
  if (!report.ok()) return context.FailLocal(report.status());
  if (context.json) {
    context.printer->Json(ToJson(*report));
  } else {
    Print(*report, *context.printer);
  }
  return Exit::kDone;
}

}  // namespace

void AddCalcElo(CLI::App& calc, Context& context) {
  const auto flags = std::make_shared<CountFlags>();
  CLI::App* command = AddCommand(calc, context,
                                 {.name = "elo",
                                  .summary = "Elo, nElo and LOS of a match of fixed length",
                                  .examples = "rookery calc elo --pentanomial 34,54,63,64,75\n"
                                              "rookery calc elo --trinomial 89,123,76 --json"},
                                 [flags, &context] { return Run(*flags, context); });
  AddCountOptions(*command, *flags);
  RefuseEmptyValues(*command);
}

}  // namespace rookery::cli

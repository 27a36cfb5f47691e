#include "cli/fit_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/params/table.h"

namespace rookery::cli {
namespace {

using fit::FittedWeight;
using fit::Note;
using nlohmann::ordered_json;

std::string_view NoteText(Note note) {
  switch (note) {
    case Note::kAtBound:
      return "at bound";
    case Note::kNeverSeen:
      return "never seen";
    default:
      return "";
  }
}

std::string_view NameOf(const FittedWeight& weight) {
  return params::Table()[static_cast<size_t>(weight.scalar)].name;
}

std::string SetLine(std::string_view name, const fit::SetReport& set) {
  return fmt::format(
      "  {:<9}{:>9} positions, {} games: log loss {:.5f} -> {:.5f}, squared error {:.5f} -> {:.5f}",
      name, set.positions, set.games, set.loss_before, set.loss_after, set.squared_before,
      set.squared_after);
}

ordered_json SetJson(const fit::SetReport& set) {
  return {{"positions", set.positions},
          {"games", set.games},
          {"log_loss_before", set.loss_before},
          {"log_loss_after", set.loss_after},
          {"squared_error_before", set.squared_before},
          {"squared_error_after", set.squared_after}};
}

ordered_json LossesJson(const std::vector<fit::FitStep>& steps) {
  ordered_json losses = ordered_json::array();
  for (const fit::FitStep& step : steps) {
    losses.push_back(
        {{"train", step.loss},
         {"test", step.test_loss ? ordered_json(*step.test_loss) : ordered_json(nullptr)}});
  }
  return losses;
}

}  // namespace

std::string FitSummary(const fit::DataSet& data, const fit::FitReport& report) {
  std::string text = SetLine("training", report.train);
  if (report.test.positions > 0) text += "\n" + SetLine("test", report.test);
  text += fmt::format(
      "\n  left out {} in check, {} decided, {} restless, {} withheld, {} faulty; games {}",
      data.in_check, data.decided, data.restless, data.read.withheld, data.read.faulty,
      data.read.games_known ? "as the files say"
                            : fmt::format("taken as blocks of {} lines", fit::kBlock));
  text += fmt::format("\n  scale    k {:.4f}, after the fit {:.4f}{}; {} Newton steps", report.k,
                      report.k_after, report.anchored ? ", taken back" : "", report.steps.size());
  return text;
}

std::vector<std::vector<std::string>> FitRows(const fit::FitReport& report, bool all) {
  std::vector<FittedWeight> weights = report.fitted;
  std::sort(weights.begin(), weights.end(), [](const FittedWeight& a, const FittedWeight& b) {
    const double first = std::abs(fit::MoveInErrors(a).value_or(0));
    const double second = std::abs(fit::MoveInErrors(b).value_or(0));
    return first != second ? first > second : a.scalar < b.scalar;
  });
  std::vector<std::vector<std::string>> rows = {
      {"weight", "before", "after", "error", "positions", ""}};
  for (const FittedWeight& weight : weights) {
    if (!all && weight.before == weight.after && weight.note == Note::kNone) continue;
    rows.push_back({std::string(NameOf(weight)), fmt::format("{}", weight.before),
                    fmt::format("{}", weight.after), fmt::format("{:.1f}", weight.error),
                    fmt::format("{}", weight.count), std::string(NoteText(weight.note))});
  }
  return rows;
}

ordered_json FitJson(const fit::DataSet& data, const fit::FitReport& report) {
  ordered_json weights = ordered_json::array();
  for (const FittedWeight& weight : report.fitted) {
    const std::optional<double> move = fit::MoveInErrors(weight);
    weights.push_back({{"name", NameOf(weight)},
                       {"group", params::Table()[static_cast<size_t>(weight.scalar)].group},
                       {"before", weight.before},
                       {"after", weight.after},
                       {"value", weight.value},
                       {"error", weight.error},
                       {"move_in_errors", move ? ordered_json(*move) : ordered_json(nullptr)},
                       {"positions", weight.count},
                       {"note", NoteText(weight.note)}});
  }
  return {{"train", SetJson(report.train)},
          {"test", SetJson(report.test)},
          {"in_check", data.in_check},
          {"decided", data.decided},
          {"restless", data.restless},
          {"withheld", data.read.withheld},
          {"faulty", data.read.faulty},
          {"games_known", data.read.games_known},
          {"k", report.k},
          {"k_scores", report.k_scores},
          {"k_after", report.k_after},
          {"anchored", report.anchored},
          {"steps", report.steps.size()},
          {"losses", LossesJson(report.steps)},
          {"identity", params::Identity(report.weights)},
          {"weights", weights}};
}

}  // namespace rookery::cli

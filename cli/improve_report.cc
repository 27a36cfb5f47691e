#include "cli/improve_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/fit_text.h"
#include "cli/run_text.h"
#include "cli/svg_chart.h"
#include "coordinator/stats/elo_text.h"
#include "coordinator/stats/normal.h"
#include "engine/params/table.h"

namespace rookery::cli {
namespace {

constexpr size_t kMostInPicture = 30;
constexpr const char* kWeightsPicture = "weights.svg";
constexpr const char* kLossPicture = "loss.svg";
constexpr const char* kEloPicture = "elo.svg";

struct Spread {
  double error = 0;  // standard, in the parameter's own units
  std::string by;
};

// Who moved each parameter last, and how sure of it.
std::map<int, Spread> Spreads(const ImproveStory& story) {
  std::map<int, Spread> spreads;
  if (story.fit) {
    for (const fit::FittedWeight& one : story.fit->report.fitted) {
      spreads[one.scalar] = {one.error, "fit"};
    }
  }
  if (story.tune) {
    for (const v1::TunedParameter& one : story.tune->tune().parameters()) {
      const std::optional<int> scalar = params::FindParameter(one.name());
      if (scalar) spreads[*scalar] = {one.sd(), "games"};
    }
  }
  return spreads;
}

std::vector<IntervalRow> EloRows(const ImproveStory& story) {
  std::vector<IntervalRow> rows;
  if (story.tune && story.tune->tune().has_forecast()) {
    const v1::TuneProgress& tune = story.tune->tune();
    rows.push_back({"expected of the tune", tune.gain(), tune.gain_low(), tune.gain_high(),
                    fmt::format("{:+.1f} [{:+.1f}, {:+.1f}]", tune.gain(), tune.gain_low(),
                                tune.gain_high())});
  }
  if (story.verification && story.verification->progress().elo_known()) {
    const v1::Progress& shown = story.verification->progress();
    // An end that the model has no number for isn't drawn; the text says that it is open.
    const std::optional<double> low = stats::KnownElo(shown.elo_low());
    const std::optional<double> high = stats::KnownElo(shown.elo_high());
    const double elo = stats::KnownElo(shown.elo()).value_or(low.value_or(high.value_or(0)));
    rows.push_back({"measured", elo, low.value_or(elo), high.value_or(elo), EloText(shown)});
  }
  return rows;
}

std::string Outcome(const ImproveStory& story) {
  if (!story.verification) return "Nothing changed: every value is what it was at the start.";
  const v1::Verdict verdict = story.verification->progress().verdict();
  return fmt::format("The verification ended **{}**.", VerdictText(verdict));
}

std::string ChangeTable(const std::vector<Change>& changes) {
  if (changes.empty()) return "None.\n";
  std::string text =
      "| parameter | before | after | in steps, 95 % | by |\n|---|---|---|---|---|\n";
  for (const Change& change : changes) {
    const std::string band =
        change.low < change.high
            ? fmt::format("{:+.2f} [{:+.2f}, {:+.2f}]", change.steps, change.low, change.high)
            : fmt::format("{:+.2f}", change.steps);
    text += fmt::format("| {} | {} | {} | {} | {} |\n", change.name, change.before, change.after,
                        band, change.by);
  }
  return text;
}

std::string Picture(const char* file, const char* words) {
  return fmt::format("![{}]({})\n", words, file);
}

}  // namespace

std::vector<Change> ChangesOf(const ImproveStory& story) {
  const std::map<int, Spread> spreads = Spreads(story);
  std::vector<Change> changes;
  for (int i = 0; i < params::kParameterCount; ++i) {
    if (story.before[i] == story.after[i]) continue;
    const params::Parameter& p = params::Table()[static_cast<size_t>(i)];
    Change change{std::string(p.name), story.before[i], story.after[i]};
    change.steps = (story.after[i] - story.before[i]) / p.step;
    const auto known = spreads.find(i);
    const double error = known == spreads.end() ? 0 : known->second.error / p.step;
    change.low = change.steps - stats::kZ95 * error;
    change.high = change.steps + stats::kZ95 * error;
    change.by = known == spreads.end() ? "" : known->second.by;
    changes.push_back(std::move(change));
  }
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    const double first = std::abs(a.steps);
    const double second = std::abs(b.steps);
    return first != second ? first > second : a.name < b.name;
  });
  return changes;
}

std::string ReportText(const ImproveStory& story) {
  const std::vector<Change> changes = ChangesOf(story);
  std::string text = "# An improvement of " + story.start + "\n\n" + Outcome(story) + "\n";
  text += "\n## What changed\n\n" + ChangeTable(changes);
  if (!changes.empty()) text += "\n" + Picture(kWeightsPicture, "Changes in steps, with 95 %");
  text += "\n## Expected and measured\n\n";
  text += story.tune && story.tune->tune().has_forecast()
              ? "The tune's model expects what the first row says; a fit makes no promise in Elo.\n"
              : "A fit makes no promise in Elo: its measure is the loss below.\n";
  if (!EloRows(story).empty()) text += "\n" + Picture(kEloPicture, "Elo, with 95 %");
  if (story.verification) text += "\n```\n" + ResultBlock(*story.verification) + "\n```\n";
  if (story.fit) {
    text += "\n## The fit\n\nPositions: " + story.data + "\n\n```\n" +
            FitSummary(story.fit->data, story.fit->report) + "\n```\n";
    if (story.fit->report.steps.size() > 1) text += "\n" + Picture(kLossPicture, "Loss by step");
  }
  if (story.tune) text += "\n## The tune\n\n```\n" + ResultBlock(*story.tune) + "\n```\n";
  text += "\n## How\n\n";
  for (const std::string& line : story.settings) text += "- " + line + "\n";
  return text;
}

std::map<std::string, std::string> ReportPictures(const ImproveStory& story) {
  std::map<std::string, std::string> pictures;
  std::vector<IntervalRow> rows;
  for (const Change& change : ChangesOf(story)) {
    if (rows.size() == kMostInPicture) break;
    rows.push_back({change.name, change.steps, change.low, change.high,
                    fmt::format("{} to {}", change.before, change.after)});
  }
  if (!rows.empty()) pictures[kWeightsPicture] = IntervalChart("Changes in steps, with 95 %", rows);
  const std::vector<IntervalRow> elo = EloRows(story);
  if (!elo.empty()) pictures[kEloPicture] = IntervalChart("Elo over the start, with 95 %", elo);
  if (story.fit && story.fit->report.steps.size() > 1) {
    std::vector<std::pair<double, double>> points;
    for (const fit::FitStep& step : story.fit->report.steps) {
      points.emplace_back(step.number, step.loss);
    }
    pictures[kLossPicture] = LineChart("Log loss of the training positions, step by step", points);
  }
  return pictures;
}

}  // namespace rookery::cli

#include "cli/test_plan.h"

#include <fmt/format.h>

#include <array>

#include "cli/calc_text.h"
#include "cli/run_text.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;

constexpr int kRunsLookedAt = 100;

bool SameLimits(const v1::RunSpec& a, const v1::RunSpec& b) {
  const auto text = [](const v1::RunSpec& spec) {
    return std::array{spec.limits().SerializeAsString(), spec.dev().limits().SerializeAsString(),
                      spec.base().limits().SerializeAsString()};
  };
  return text(a) == text(b);
}

std::string Pairs(double pairs) { return fmt::format("{:.0f}", pairs); }

}  // namespace

PlanBasis FindBasis(wire::Client& coordinator, const v1::RunSpec& spec) {
  PlanBasis basis{.variance_per_game = stats::PlanVariance({})};
  v1::ListRunsRequest request;
  request.set_page_size(kRunsLookedAt);
  const absl::StatusOr<v1::ListRunsResponse> runs = coordinator.ListRuns(request);
  if (!runs.ok()) return basis;
  for (const v1::Run& run : runs->runs()) {
    if (run.kind() == v1::RUN_KIND_TUNE) continue;  // its candidates differ more than two versions
    const bool enough = run.progress().pairs() >= static_cast<uint64_t>(stats::kForecastPairs);
    if (!enough || !SameLimits(run.spec(), spec)) continue;
    basis.run = RunId(run.name());
    const v1::Pentanomial& counts = run.progress().pentanomial();
    basis.variance_per_game =
        stats::PlanVariance({counts.ll(), counts.ld(), counts.dd(), counts.wd(), counts.ww()});
    const absl::StatusOr<v1::Run> whole = coordinator.GetRun(basis.run);
    if (whole.ok() && whole->detail().has_seconds_per_game()) {
      basis.seconds_per_game = whole->detail().seconds_per_game();
    }
    break;
  }
  return basis;
}

TestPlan MakeTestPlan(const stats::Sprt& sprt, const PlanBasis& basis) {
  TestPlan plan{.basis = basis, .rows = {}};
  const double elo0 = sprt.bounds().elo0;
  const double elo1 = sprt.bounds().elo1;
  const std::pair<const char*, double> strengths[] = {
      {"elo0", elo0}, {"half way", (elo0 + elo1) / 2}, {"elo1", elo1}};
  for (const auto& [where, elo] : strengths) {
    TestPlanRow row{.where = where, .point = {}, .core_hours = {}, .hours = {}, .kwh = {}};
    row.point = stats::PlanTest(sprt, basis.variance_per_game, elo);
    if (basis.seconds_per_game) {
      row.core_hours = row.point.expected_pairs * 2 * *basis.seconds_per_game / 3600;
      if (basis.slots > 0) row.hours = *row.core_hours / basis.slots;
      if (basis.watts > 0) row.kwh = *row.core_hours * basis.watts / 1000;
    }
    plan.rows.push_back(std::move(row));
  }
  return plan;
}

std::vector<std::string> PlanLines(const TestPlan& plan) {
  std::vector<std::string> lines;
  for (const TestPlanRow& row : plan.rows) {
    std::string line = fmt::format("Plan: at {:<8} passes {:5.1f} %, {} pairs expected, 95 % by {}",
                                   row.where, 100 * row.point.pass_probability,
                                   Pairs(row.point.expected_pairs), Pairs(row.point.pairs_95));
    if (row.core_hours) line += fmt::format("; {:.3g} core hours", *row.core_hours);
    if (row.hours) line += fmt::format(", {:.3g} h on {} slots", *row.hours, plan.basis.slots);
    if (row.kwh) line += fmt::format(", {:.3g} kWh", *row.kwh);
    lines.push_back(std::move(line));
  }
  if (plan.basis.run.empty()) {
    lines.push_back(fmt::format(
        "Plan: of {:.0f} % draws; no run with these limits yet says how long a game takes",
        100 * stats::kUsualDrawRatio));
  } else if (plan.basis.seconds_per_game) {
    lines.push_back(fmt::format("Plan: draws, and {:.3g} s a game, as in run {}",
                                *plan.basis.seconds_per_game, plan.basis.run));
  } else {
    lines.push_back(fmt::format("Plan: draws as in run {}", plan.basis.run));
  }
  return lines;
}

ordered_json PlanJson(const TestPlan& plan) {
  ordered_json json;
  const PlanBasis& basis = plan.basis;
  json["variance_per_game"] = basis.variance_per_game;
  json["from_run"] = basis.run.empty() ? ordered_json(nullptr) : ordered_json(basis.run);
  json["seconds_per_game"] = NumberOrNull(basis.seconds_per_game);
  json["slots"] = basis.slots;
  json["watts"] = basis.watts > 0 ? ordered_json(basis.watts) : ordered_json(nullptr);
  json["points"] = ordered_json::array();
  for (const TestPlanRow& row : plan.rows) {
    json["points"].push_back({{"true_elo_logistic", row.point.true_elo_logistic},
                              {"true_elo_normalized", row.point.true_elo_normalized},
                              {"pass_probability", row.point.pass_probability},
                              {"expected_pairs", row.point.expected_pairs},
                              {"pairs_95", row.point.pairs_95},
                              {"core_hours", NumberOrNull(row.core_hours)},
                              {"hours", NumberOrNull(row.hours)},
                              {"kwh", NumberOrNull(row.kwh)}});
  }
  return json;
}

}  // namespace rookery::cli

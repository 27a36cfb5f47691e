#include "cli/test_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "cli/calc_text.h"
#include "cli/run_text.h"
#include "coordinator/stats/game_time.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;

constexpr int kRunsLookedAt = 100;

const v1::Limits& LimitsOf(const v1::RunSpec& spec, const v1::EngineSpec& engine) {
  return engine.has_limits() ? engine.limits() : spec.limits();
}

// Whether a game of the one lasts as long as one of the other: as the page asks it of the
// coordinator (coordinator/query/plan_basis.h).
bool PlayedAlike(const v1::RunSpec& a, const v1::RunSpec& b) {
  const auto what = [](const v1::RunSpec& spec) {
    return std::tuple(LimitsOf(spec, spec.dev()).SerializeAsString(),
                      LimitsOf(spec, spec.base()).SerializeAsString(), std::max(1, spec.threads()),
                      spec.reference_nps());
  };
  return what(a) == what(b);
}

stats::ThinkingLimits Thinking(const v1::Limits& limits) {
  const auto seconds = [](int64_t ms) { return static_cast<double>(ms) / 1000; };
  stats::ThinkingLimits thinking{limits.nodes(), seconds(limits.movetime_ms())};
  const auto add = [&](int moves, int64_t base_ms, int64_t increment_ms) {
    thinking.periods.push_back({moves, seconds(base_ms), seconds(increment_ms)});
  };
  if (limits.base_ms() > 0 || limits.increment_ms() > 0) {
    add(0, limits.base_ms(), limits.increment_ms());
  }
  for (const v1::ClockPeriod& one : limits.periods()) {
    add(one.moves(), one.base_ms(), one.increment_ms());
  }
  return thinking;
}

constexpr double kWorthSaying = 5e-4;  // else it would read 0.0 %

std::string Pairs(double pairs) { return fmt::format("{:.0f}", pairs); }

}  // namespace

PlanBasis FindBasis(wire::Client& coordinator, const v1::RunSpec& spec) {
  PlanBasis basis{.variance_per_game = stats::PlanVariance({})};
  v1::ListRunsRequest request;
  request.set_page_size(kRunsLookedAt);
  const absl::StatusOr<v1::ListRunsResponse> runs = coordinator.ListRuns(request);
  if (!runs.ok()) return basis;
  for (const v1::Run& run : runs->runs()) {
    // A tune's candidates differ more than two versions do, and a league has many pairings.
    if (run.kind() != v1::RUN_KIND_TEST && run.kind() != v1::RUN_KIND_MATCH) continue;
    const bool enough = run.progress().pairs() >= static_cast<uint64_t>(stats::kForecastPairs);
    if (!enough || !PlayedAlike(run.spec(), spec)) continue;
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

void TakeWorkers(const v1::ListWorkersResponse& workers, const v1::RunSpec& spec,
                 PlanBasis& basis) {
  double nodes = 0;
  int measured = 0;
  for (const v1::Worker& worker : workers.workers()) {
    if (worker.state() == "away") continue;
    basis.slots += worker.slots();
    if (!(worker.bench_nps() > 0)) continue;
    nodes += worker.slots() * worker.bench_nps();
    measured += worker.slots();
  }
  if (basis.seconds_per_game.has_value()) return;
  const stats::SlotSpeed speed{measured > 0 ? nodes / measured : 0, spec.reference_nps()};
  const auto side = [&](const v1::EngineSpec& engine) {
    return stats::SideSeconds(Thinking(LimitsOf(spec, engine)), speed);
  };
  const std::optional<double> dev = side(spec.dev());
  const std::optional<double> base = side(spec.base());
  if (!dev.has_value() || !base.has_value()) return;
  basis.seconds_per_game = (*dev + *base) * std::max(1, spec.threads());
  basis.from_limits = true;
}

TestPlan MakeTestPlan(const stats::Sprt& sprt, const PlanBasis& basis, int64_t most_pairs) {
  TestPlan plan{.basis = basis, .most_pairs = most_pairs, .rows = {}};
  const double elo0 = sprt.bounds().elo0;
  const double elo1 = sprt.bounds().elo1;
  const std::pair<const char*, double> strengths[] = {
      {"elo0", elo0}, {"half way", (elo0 + elo1) / 2}, {"elo1", elo1}};
  for (const auto& [where, elo] : strengths) {
    TestPlanRow row{.where = where, .point = {}, .core_hours = {}, .hours = {}, .kwh = {}};
    row.point = stats::PlanTest(sprt, basis.variance_per_game, elo, most_pairs);
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
    if (row.point.undecided >= kWorthSaying) {
      line += fmt::format(", {:.1f} % undecided after all {} pairs", 100 * row.point.undecided,
                          plan.most_pairs);
    }
    if (row.core_hours) line += fmt::format("; {:.3g} core hours", *row.core_hours);
    if (row.hours) line += fmt::format(", {:.3g} h on {} slots", *row.hours, plan.basis.slots);
    if (row.kwh) line += fmt::format(", {:.3g} kWh", *row.kwh);
    lines.push_back(std::move(line));
  }
  const std::string draws = fmt::format("Plan: of {:.0f} % draws", 100 * stats::kUsualDrawRatio);
  if (plan.basis.from_limits) {
    lines.push_back(fmt::format(
        "{}; {:.3g} s a game, if both sides use all that the limits give them for {} moves",
        plan.basis.run.empty() ? draws : "Plan: draws as in run " + plan.basis.run,
        *plan.basis.seconds_per_game, stats::kUsualMoves));
  } else if (plan.basis.run.empty()) {
    lines.push_back(
        fmt::format("{}; no run with these limits yet says how long a game takes", draws));
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
  json["from_limits"] = basis.from_limits;
  json["slots"] = basis.slots;
  json["watts"] = basis.watts > 0 ? ordered_json(basis.watts) : ordered_json(nullptr);
  json["points"] = ordered_json::array();
  for (const TestPlanRow& row : plan.rows) {
    json["points"].push_back({{"true_elo_logistic", row.point.true_elo_logistic},
                              {"true_elo_normalized", row.point.true_elo_normalized},
                              {"pass_probability", row.point.pass_probability},
                              {"undecided", row.point.undecided},
                              {"expected_pairs", row.point.expected_pairs},
                              {"pairs_95", row.point.pairs_95},
                              {"core_hours", NumberOrNull(row.core_hours)},
                              {"hours", NumberOrNull(row.hours)},
                              {"kwh", NumberOrNull(row.kwh)}});
  }
  return json;
}

}  // namespace rookery::cli

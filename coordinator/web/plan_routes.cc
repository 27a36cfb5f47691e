#include "coordinator/web/plan_routes.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/status.h"
#include "coordinator/query/plan_basis.h"
#include "coordinator/stats/game_time.h"
#include "coordinator/stats/plan.h"
#include "coordinator/web/answer.h"
#include "coordinator/web/limits_json.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

constexpr int kPlanSteps = 4;  // true strengths: elo0 and on to elo1
constexpr double kSecondsPerHour = 3600;

absl::StatusOr<double> Real(const Request& request, const char* name, double fallback) {
  if (!request.has_param(name)) return fallback;
  const std::string text = request.get_param_value(name);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size()) return value;
  return InvalidArgument("{}: '{}' is not a number", name, text.substr(0, 40));
}

absl::StatusOr<stats::SprtBounds> ReadBounds(const Request& request) {
  stats::SprtBounds bounds;
  ROOKERY_ASSIGN_OR_RETURN(bounds.elo0, Real(request, "elo0", bounds.elo0));
  ROOKERY_ASSIGN_OR_RETURN(bounds.elo1, Real(request, "elo1", bounds.elo1));
  ROOKERY_ASSIGN_OR_RETURN(bounds.alpha, Real(request, "alpha", bounds.alpha));
  ROOKERY_ASSIGN_OR_RETURN(bounds.beta, Real(request, "beta", bounds.beta));
  const std::string model = request.get_param_value("model");
  if (model == "logistic") {
    bounds.model = stats::EloModel::kLogistic;
  } else if (!model.empty() && model != "normalized") {
    return InvalidArgument("model: '{}' is neither normalized nor logistic", model.substr(0, 40));
  }
  return bounds;
}

// A side without limits of its own has the run's.
absl::StatusOr<PlayedBy> ReadPlayedBy(const Request& request) {
  PlayedBy by;
  ROOKERY_ASSIGN_OR_RETURN(by.dev, ReadLimits("limits", request.get_param_value("limits")));
  by.base = by.dev;
  for (const auto& [name, side] : {std::pair("dev_limits", &by.dev), {"base_limits", &by.base}}) {
    if (!request.has_param(name)) continue;
    ROOKERY_ASSIGN_OR_RETURN(*side, ReadLimits(name, request.get_param_value(name)));
  }
  ROOKERY_ASSIGN_OR_RETURN(by.reference_nps, Number(request, "reference_nps", 0));
  ROOKERY_ASSIGN_OR_RETURN(const int64_t threads, Number(request, "threads", 1));
  by.threads = static_cast<int>(std::clamp<int64_t>(threads, 1, limits::kMaxThreads));
  return by;
}

// 0 where they aren't said.
absl::StatusOr<int64_t> Pairs(const Request& request, const char* name) {
  const absl::StatusOr<int64_t> pairs = Number(request, name, 0);
  if (pairs.ok() && *pairs <= static_cast<int64_t>(limits::kMaxPairs)) return pairs;
  return InvalidArgument("{}: '{}' is not a whole number from 0 to {}", name,
                         request.get_param_value(name).substr(0, 40), limits::kMaxPairs);
}

struct Basis {
  double variance_per_game = 0;
  std::optional<double> draw_ratio;  // none: as the like run's pairs have it
  double games_per_second = 0;       // 0: nothing says it
  PlanBasis found;
};

// With limits as runs like it went; without, at the speed of the last minute.
absl::StatusOr<Basis> ReadBasis(ReadModel& reads, const Request& request) {
  Basis basis;
  basis.games_per_second = reads.Totals().games_per_second;
  basis.draw_ratio = stats::kUsualDrawRatio;
  if (request.has_param("limits")) {
    ROOKERY_ASSIGN_OR_RETURN(const PlayedBy by, ReadPlayedBy(request));
    basis.found = FindPlanBasis(*reads.View(), by);
    if (!basis.found.run.empty()) basis.draw_ratio.reset();
    basis.games_per_second = 0;
    if (basis.found.seconds_per_game.value_or(0) > 0) {
      basis.games_per_second =
          static_cast<double>(basis.found.slots) / *basis.found.seconds_per_game;
    }
  }
  if (request.has_param("draw_ratio")) {
    ROOKERY_ASSIGN_OR_RETURN(basis.draw_ratio, Real(request, "draw_ratio", 0));
  }
  basis.variance_per_game = basis.found.variance_per_game;
  if (basis.draw_ratio.has_value()) {
    ROOKERY_ASSIGN_OR_RETURN(basis.variance_per_game, stats::VariancePerGame(*basis.draw_ratio, 0));
  }
  ROOKERY_ASSIGN_OR_RETURN(basis.games_per_second,
                           Real(request, "games_per_second", basis.games_per_second));
  return basis;
}

void AddHours(double games, const Basis& basis, Json* json) {
  const double a_game = basis.found.seconds_per_game.value_or(0);
  (*json)["core_hours"] = nullptr;
  (*json)["expected_hours"] = nullptr;
  if (a_game > 0) (*json)["core_hours"] = games * a_game / kSecondsPerHour;
  if (basis.games_per_second > 0) {
    (*json)["expected_hours"] = games / basis.games_per_second / kSecondsPerHour;
  }
}

Json PointJson(const stats::PlanPoint& point, double true_elo, const Basis& basis) {
  Json json = {{"true_elo", true_elo},
               {"true_elo_logistic", point.true_elo_logistic},
               {"pass_probability", point.pass_probability},
               {"undecided", point.undecided},
               {"expected_pairs", point.expected_pairs},
               {"pairs_95", point.pairs_95}};
  AddHours(2 * point.expected_pairs, basis, &json);
  return json;
}

absl::StatusOr<Json> PlanOf(ReadModel& reads, const Request& request) {
  ROOKERY_ASSIGN_OR_RETURN(const stats::SprtBounds bounds, ReadBounds(request));
  ROOKERY_ASSIGN_OR_RETURN(const stats::Sprt sprt, stats::Sprt::Create(bounds));
  ROOKERY_ASSIGN_OR_RETURN(const Basis basis, ReadBasis(reads, request));
  const PlanBasis& found = basis.found;
  Json json;
  json["draw_ratio"] = basis.draw_ratio.has_value() ? Json(*basis.draw_ratio) : Json(nullptr);
  json["games_per_second"] = basis.games_per_second;
  json["from_run"] = found.run.empty() ? Json(nullptr) : Json(found.run);
  json["seconds_per_game"] =
      found.seconds_per_game.has_value() ? Json(*found.seconds_per_game) : Json(nullptr);
  json["from_limits"] = found.from_limits;
  json["slots"] = found.slots;
  json["usual_moves"] = stats::kUsualMoves;
  ROOKERY_ASSIGN_OR_RETURN(const int64_t pairs, Pairs(request, "pairs"));
  if (pairs > 0) {
    const double games = 2 * static_cast<double>(pairs);
    json["match"] = {{"games", games}};
    AddHours(games, basis, &json["match"]);
  }
  ROOKERY_ASSIGN_OR_RETURN(const int64_t most, Pairs(request, "max_pairs"));
  json["points"] = Json::array();
  for (int step = 0; step <= kPlanSteps; ++step) {
    const double share = static_cast<double>(step) / kPlanSteps;
    const double elo = bounds.elo0 + share * (bounds.elo1 - bounds.elo0);
    const stats::PlanPoint point =
        stats::PlanTest(sprt, basis.variance_per_game, elo, most > 0 ? most : stats::kMostCount);
    json["points"].push_back(PointJson(point, elo, basis));
  }
  return json;
}

}  // namespace

void AddPlanRoutes(httplib::Server& server, ReadModel* reads) {
  server.Get("/api/v1/plan", [reads](const Request& request, Response& response) {
    const absl::StatusOr<Json> plan = PlanOf(*reads, request);
    plan.ok() ? SendJson(response, *plan) : SendError(response, plan.status());
  });
}

}  // namespace rookery::coordinator

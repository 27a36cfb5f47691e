#include "coordinator/web/run_routes.h"

#include <charconv>

#include "base/status.h"
#include "coordinator/query/names.h"
#include "coordinator/stats/plan.h"
#include "coordinator/web/answer.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

constexpr int kPlanSteps = 4;  // true strengths: elo0 and on to elo1
constexpr double kUsualDrawRatio = 0.5;
constexpr double kSecondsPerHour = 3600;

absl::StatusOr<double> Real(const Request& request, const char* name, double fallback) {
  if (!request.has_param(name)) return fallback;
  const std::string text = request.get_param_value(name);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size()) return value;
  return InvalidArgument("{}: '{}' is not a number", name, text.substr(0, 40));
}

struct PlanAsk {
  stats::SprtBounds bounds;
  double draw_ratio = kUsualDrawRatio;
  double games_per_second = 0;
};

absl::StatusOr<PlanAsk> ReadPlan(const Request& request, double rate) {
  PlanAsk ask;
  stats::SprtBounds& bounds = ask.bounds;
  ROOKERY_ASSIGN_OR_RETURN(bounds.elo0, Real(request, "elo0", bounds.elo0));
  ROOKERY_ASSIGN_OR_RETURN(bounds.elo1, Real(request, "elo1", bounds.elo1));
  ROOKERY_ASSIGN_OR_RETURN(bounds.alpha, Real(request, "alpha", bounds.alpha));
  ROOKERY_ASSIGN_OR_RETURN(bounds.beta, Real(request, "beta", bounds.beta));
  ROOKERY_ASSIGN_OR_RETURN(ask.draw_ratio, Real(request, "draw_ratio", ask.draw_ratio));
  ROOKERY_ASSIGN_OR_RETURN(ask.games_per_second, Real(request, "games_per_second", rate));
  const std::string model = request.get_param_value("model");
  if (model == "logistic") {
    bounds.model = stats::EloModel::kLogistic;
  } else if (!model.empty() && model != "normalized") {
    return InvalidArgument("model: '{}' is neither normalized nor logistic", model.substr(0, 40));
  }
  return ask;
}

void GetPlan(ReadModel& reads, const Request& request, Response& response) {
  const absl::StatusOr<PlanAsk> ask = ReadPlan(request, reads.Totals().games_per_second);
  if (!ask.ok()) return SendError(response, ask.status());
  const absl::StatusOr<stats::Sprt> sprt = stats::Sprt::Create(ask->bounds);
  if (!sprt.ok()) return SendError(response, sprt.status());
  const absl::StatusOr<double> variance = stats::VariancePerGame(ask->draw_ratio, 0);
  if (!variance.ok()) return SendError(response, variance.status());
  Json json;
  json["draw_ratio"] = ask->draw_ratio;
  json["games_per_second"] = ask->games_per_second;
  json["points"] = Json::array();
  for (int step = 0; step <= kPlanSteps; ++step) {
    const double share = static_cast<double>(step) / kPlanSteps;
    const double elo = ask->bounds.elo0 + share * (ask->bounds.elo1 - ask->bounds.elo0);
    const stats::PlanPoint point = stats::PlanTest(*sprt, *variance, elo);
    Json row;
    row["true_elo"] = elo;
    row["true_elo_logistic"] = point.true_elo_logistic;
    row["pass_probability"] = point.pass_probability;
    row["expected_pairs"] = point.expected_pairs;
    row["pairs_95"] = point.pairs_95;
    row["expected_hours"] = nullptr;
    if (ask->games_per_second > 0) {
      row["expected_hours"] = 2 * point.expected_pairs / ask->games_per_second / kSecondsPerHour;
    }
    json["points"].push_back(std::move(row));
  }
  SendJson(response, json);
}

void GetArtifacts(ReadModel& reads, Response& response) {
  Json json;
  json["artifacts"] = Json::array();
  const std::shared_ptr<const CoordinatorView> view = reads.View();
  for (const auto& [sha256, info] : *view->artifacts) {
    json["artifacts"].push_back({{"sha256", sha256},
                                 {"kind", Name(info.kind)},
                                 {"size", info.size},
                                 {"lines", info.lines}});
  }
  SendJson(response, json);
}

// Answers with what the call made, under this name.
void Post(const RunRouteParts& parts, const TextCall& call, const char* name,
          const Request& request, Response& response) {
  const absl::StatusOr<WebCaller> caller = AdmitPost(parts, call, request);
  if (!caller.ok()) return SendError(response, caller.status());
  const absl::StatusOr<std::string> made = call(request.body, *caller);
  if (!made.ok()) return SendError(response, made.status());
  response.status = 201;
  SendJson(response, Json{{name, *made}});
}

// {"text": "..."}: a weights file, empty for the engine's own.
absl::StatusOr<std::string> PutWeights(const TextCall& call, const std::string& body,
                                       const WebCaller& caller) {
  const Json json = Json::parse(body, nullptr, false);
  if (!json.is_object() || !json.contains("text") || !json["text"].is_string()) {
    return InvalidArgument("the body is no object with a 'text' of the weights file");
  }
  return call(json["text"].get<std::string>(), caller);
}

void PostTest(const RunRouteParts& parts, const Request& request, Response& response) {
  const absl::Status may = parts.may_post(request);
  if (!may.ok()) return SendError(response, may);
  Json json;
  json["webhooks"] = Json::array();
  for (const Notifier::Outcome& outcome : parts.test_webhooks()) {
    json["webhooks"].push_back(
        {{"format", outcome.format}, {"host", outcome.host}, {"error", outcome.error}});
  }
  SendJson(response, json);
}

}  // namespace

absl::StatusOr<WebCaller> AdmitPost(const RunRouteParts& parts, const TextCall& call,
                                    const Request& request) {
  ROOKERY_RETURN_IF_ERROR(parts.may_post(request));
  if (call == nullptr) {
    return Error(absl::StatusCode::kPermissionDenied,
                 "this server only reads; use the command line");
  }
  return AdmitHttp(*parts.gate, request);
}

void AddRunRoutes(httplib::Server& server, const RunRouteParts& parts) {
  server.Get("/api/v1/plan", [reads = parts.reads](const Request& request, Response& response) {
    GetPlan(*reads, request, response);
  });
  server.Get("/api/v1/artifacts",
             [reads = parts.reads](const Request& /*request*/, Response& response) {
               GetArtifacts(*reads, response);
             });
  server.Post("/api/v1/runs", [parts](const Request& request, Response& response) {
    Post(parts, parts.write.create_run, "run", request, response);
  });
  TextCall put;
  if (parts.write.put_weights != nullptr) {
    put = [call = parts.write.put_weights](const std::string& body, const WebCaller& caller) {
      return PutWeights(call, body, caller);
    };
  }
  server.Post("/api/v1/webhooks/test", [parts](const Request& request, Response& response) {
    PostTest(parts, request, response);
  });
  server.Post("/api/v1/weights", [parts, put](const Request& request, Response& response) {
    Post(parts, put, "sha256", request, response);
  });
}

}  // namespace rookery::coordinator

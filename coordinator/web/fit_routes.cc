#include "coordinator/web/fit_routes.h"

#include <memory>

#include "coordinator/query/names.h"
#include "coordinator/web/answer.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

Json ToJson(const FitSet& set) {
  return {{"positions", set.positions},
          {"games", set.games},
          {"log_loss_before", set.log_loss_before},
          {"log_loss_after", set.log_loss_after},
          {"squared_error_before", set.squared_error_before},
          {"squared_error_after", set.squared_error_after}};
}

Json ToJson(const FittedWeight& one) {
  return {{"name", one.name},
          {"group", one.group},
          {"before", one.before},
          {"after", one.after},
          {"value", one.value},
          {"error", one.error},
          {"move_in_errors", OrNull(one.move_in_errors)},
          {"positions", one.positions},
          {"note", Name(one.note)}};
}

}  // namespace

Json HeadJson(const Fit& fit) {
  const FitReport& report = fit.report;
  Json json;
  json["fit"] = fit.id;
  json["title"] = fit.title;
  json["owner"] = fit.owner;
  json["created"] = TimeText(fit.created);
  json["weights_fitted"] = report.weights.size();
  json["weights_moved"] = MovedWeights(report);
  json["data"] = report.data;
  json["start"] = report.start;
  json["start_weights"] = report.start_weights;
  json["fitted_weights"] = report.fitted_weights;
  json["prior_steps"] = report.prior_steps;
  json["result_share"] = report.result_share;
  json["train"] = ToJson(report.train);
  json["test"] = ToJson(report.test);
  json["k"] = report.k;
  json["k_scores"] = report.k_scores;
  json["k_after"] = report.k_after;
  json["anchored"] = report.anchored;
  json["in_check"] = report.in_check;
  json["decided"] = report.decided;
  json["restless"] = report.restless;
  json["faulty"] = report.faulty;
  json["games_known"] = report.games_known;
  return json;
}

Json ToJson(const Fit& fit) {
  Json json = HeadJson(fit);
  json["losses"] = Json::array();
  for (const FitPass& pass : fit.report.passes) {
    json["losses"].push_back({{"train", pass.train}, {"test", OrNull(pass.test)}});
  }
  json["weights"] = Json::array();
  for (const FittedWeight& one : fit.report.weights) json["weights"].push_back(ToJson(one));
  return json;
}

void AddFitRoutes(httplib::Server& server, ReadModel* reads) {
  server.Get("/api/v1/fits", [reads](const Request& /*request*/, Response& response) {
    const std::shared_ptr<const FitList> fits = reads->Fits();
    Json json;
    json["fits"] = Json::array();
    for (auto fit = fits->rbegin(); fit != fits->rend(); ++fit) {
      json["fits"].push_back(HeadJson(**fit));
    }
    SendJson(response, json);
  });
  server.Get("/api/v1/fits/([A-Za-z0-9_-]+)", [reads](const Request& request, Response& response) {
    const auto fit = reads->FindFit(request.matches[1].str());
    if (!fit.ok()) return SendError(response, fit.status());
    SendJson(response, ToJson(**fit));
  });
}

}  // namespace rookery::coordinator

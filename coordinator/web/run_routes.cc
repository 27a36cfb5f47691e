#include "coordinator/web/run_routes.h"

#include "base/status.h"
#include "coordinator/query/names.h"
#include "coordinator/web/answer.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

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

void Approve(const RunRouteParts& parts, const Request& request, Response& response) {
  const absl::StatusOr<WebCaller> caller = AdmitPost(parts, parts.write.approve, request);
  if (!caller.ok()) return SendError(response, caller.status());
  const std::string id = request.matches[1];
  const Json body = {{"name", "runs/" + id}};
  const absl::StatusOr<std::string> done = parts.write.approve(body.dump(), *caller);
  if (!done.ok()) return SendError(response, done.status());
  SendJson(response, Json{{"run", id}});
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
  server.Get("/api/v1/artifacts",
             [reads = parts.reads](const Request& /*request*/, Response& response) {
               GetArtifacts(*reads, response);
             });
  server.Post("/api/v1/runs", [parts](const Request& request, Response& response) {
    Post(parts, parts.write.create_run, "run", request, response);
  });
  server.Post(
      "/api/v1/runs/([A-Za-z0-9_-]+)/approve",
      [parts](const Request& request, Response& response) { Approve(parts, request, response); });
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

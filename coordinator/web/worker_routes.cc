#include "coordinator/web/worker_routes.h"

#include <fmt/format.h>

#include "base/status.h"
#include "coordinator/web/answer.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

// The body with the worker's name from the path in it.
absl::StatusOr<std::string> Named(const Request& request) {
  Json json = Json::parse(request.body, nullptr, false);
  if (!json.is_object()) return InvalidArgument("the body is no JSON object");
  json["name"] = fmt::format("workers/{}", std::string(request.matches[1]));
  return json.dump();
}

void Post(const RunRouteParts& parts, const TextCall& call, const Request& request,
          Response& response) {
  const absl::StatusOr<WebCaller> caller = AdmitPost(parts, call, request);
  if (!caller.ok()) return SendError(response, caller.status());
  const absl::StatusOr<std::string> body = Named(request);
  if (!body.ok()) return SendError(response, body.status());
  const absl::StatusOr<std::string> done = call(*body, *caller);
  if (!done.ok()) return SendError(response, done.status());
  SendJson(response, Json{{"worker", std::string(request.matches[1])}});
}

}  // namespace

void AddWorkerRoutes(httplib::Server& server, const RunRouteParts& parts) {
  server.Post("/api/v1/workers/([A-Za-z0-9_-]+)/quarantine",
              [parts](const Request& request, Response& response) {
                Post(parts, parts.write.quarantine, request, response);
              });
  server.Post("/api/v1/workers/([A-Za-z0-9_-]+)/lift",
              [parts](const Request& request, Response& response) {
                Post(parts, parts.write.lift, request, response);
              });
}

}  // namespace rookery::coordinator

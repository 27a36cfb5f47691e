#include "coordinator/web/me_routes.h"

#include <utility>

#include "base/status.h"
#include "coordinator/web/answer.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

// As the page's buttons are called, by the path that they post to.
constexpr std::pair<const char*, std::string_view> kRights[] = {
    {"create_run", "/api/v1/runs"},
    {"approve", "/api/v1/runs/x/approve"},
    {"take_out", "/api/v1/workers/x/quarantine"},
    {"test_webhooks", "/api/v1/webhooks/test"},
};

bool May(const Pass& pass, bool open, std::string_view path) {
  if (open) return true;
  const std::string_view method = MethodOf("POST", path);
  return RightTo(pass.who.role, method) != Right::kNone && InScope(pass.who.scope, method);
}

void GetMe(const RunRouteParts& parts, const PostCheck& may_write, const Request& request,
           Response& response) {
  const absl::StatusOr<WebCaller> caller = AdmitHttp(*parts.gate, request);
  if (!caller.ok()) return SendError(response, caller.status());
  const bool open = parts.gate->open();
  const absl::Status writes = may_write(request);
  Json json;
  json["role"] = open ? Json(nullptr) : Json(RoleName(caller->pass.who.role));
  json["owner"] = caller->pass.who.owner;
  json["why_not"] = writes.ok() ? "" : Message(writes);
  json["may"] = Json::object();
  for (const auto& [name, path] : kRights) {
    json["may"][name] = writes.ok() && May(caller->pass, open, path);
  }
  SendJson(response, json);
}

}  // namespace

void AddMeRoutes(httplib::Server& server, const RunRouteParts& parts, const PostCheck& may_write) {
  server.Get("/api/v1/me", [parts, may_write](const Request& request, Response& response) {
    GetMe(parts, may_write, request, response);
  });
}

}  // namespace rookery::coordinator

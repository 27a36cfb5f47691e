#include "coordinator/web/routes.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "base/status.h"
#include "coordinator/dashboard/files.h"
#include "coordinator/query/names.h"
#include "coordinator/web/answer.h"
#include "coordinator/web/fit_routes.h"
#include "coordinator/web/game_routes.h"
#include "coordinator/web/http_gate.h"
#include "coordinator/web/json.h"
#include "coordinator/web/me_routes.h"
#include "coordinator/web/plan_routes.h"
#include "coordinator/web/play_routes.h"
#include "coordinator/web/post_guard.h"
#include "coordinator/web/run_routes.h"
#include "coordinator/web/tune_routes.h"
#include "coordinator/web/worker_routes.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

constexpr int64_t kDefaultPage = 50;
constexpr int64_t kLargestPage = 1000;
constexpr std::chrono::seconds kAlive{15};

void ListRuns(const RouteParts& parts, const Request& request, Response& response) {
  const absl::StatusOr<int64_t> size = Number(request, "page_size", kDefaultPage);
  if (!size.ok()) return SendError(response, size.status());
  RunFilter filter{request.get_param_value("tag"), request.get_param_value("owner"), {}};
  if (const std::string state = request.get_param_value("state"); !state.empty()) {
    filter.state = RunStateFrom(state);
    if (!filter.state.has_value()) {
      return SendError(response, InvalidArgument("state: '{}' is none of active, paused, finished, "
                                                 "stopped, failed, waiting",
                                                 state.substr(0, 40)));
    }
  }
  const int64_t shown = std::min(*size == 0 ? kDefaultPage : *size, kLargestPage);
  const absl::StatusOr<RunPage> page =
      parts.reads->Runs(static_cast<int>(shown), request.get_param_value("page_token"), filter);
  if (!page.ok()) return SendError(response, page.status());
  SendJson(response, ToJson(*page));
}

void GetRun(const RouteParts& parts, const Request& request, Response& response) {
  const std::string id = request.matches[1];
  const absl::StatusOr<FiguresPtr> figures = parts.reads->Run(id);
  if (!figures.ok()) return SendError(response, figures.status());
  const auto detail = parts.reads->Detail(id);
  if (!detail.ok()) return SendError(response, detail.status());
  const auto events = parts.reads->Events(id);
  if (!events.ok()) return SendError(response, events.status());
  Json json = ToJson(**figures);
  AddDetail(*detail, json);
  json["events"] = ToJson(*events);
  SendJson(response, json);
}

void GetPgn(const RouteParts& parts, const Request& request, Response& response) {
  const std::string id = request.matches[1];
  const absl::StatusOr<int64_t> after = Number(request, "after_verdict", 0);
  if (!after.ok()) return SendError(response, after.status());
  absl::StatusOr<std::unique_ptr<PgnCursor>> made = parts.reads->Pgn(id, *after != 0);
  if (!made.ok()) return SendError(response, made.status());
  const std::shared_ptr<PgnCursor> cursor = *std::move(made);
  // The first piece before the headers, so that an error still has a code.
  absl::StatusOr<std::optional<std::string>> first = cursor->Next();
  if (!first.ok()) return SendError(response, first.status());
  response.set_header("Content-Disposition",
                      fmt::format("attachment; filename=\"rookery-{}.pgn\"", id));
  response.set_header("Cache-Control", "no-store");
  response.set_chunked_content_provider(
      "application/x-chess-pgn",
      [cursor, piece = *std::move(first)](size_t /*offset*/, httplib::DataSink& sink) mutable {
        if (!piece.has_value()) {
          sink.done();
          return true;
        }
        if (!sink.write(piece->data(), piece->size())) return false;
        absl::StatusOr<std::optional<std::string>> next = cursor->Next();
        if (!next.ok()) return false;  // a cut-off answer, which the reader notices
        piece = *std::move(next);
        return true;
      });
}

// run: "" for the events of everything.
void StreamEvents(const RouteParts& parts, const RunId& run, const Request& request,
                  Response& response) {
  const absl::StatusOr<StillAdmitted> admitted = AdmitListener(*parts.gate, request);
  if (!admitted.ok()) return SendError(response, admitted.status());
  if (!parts.events->Enter()) {
    response.set_header("Retry-After", "5");
    return SendError(response, Error(absl::StatusCode::kUnavailable,
                                     "{} listeners are connected already; poll /api/v1/runs",
                                     EventFeed::kMostListeners));
  }
  response.set_header("Cache-Control", "no-store");
  response.set_header("X-Accel-Buffering", "no");  // nginx must not hold events back
  EventFeed* events = parts.events;
  response.set_chunked_content_provider(
      "text/event-stream",
      [events, run, admitted = *admitted, last = uint64_t{0}](size_t /*offset*/,
                                                              httplib::DataSink& sink) mutable {
        const EventFeed::Batch batch = events->Wait(last, run, kAlive);
        if (!admitted()) {
          sink.done();
          return true;
        }
        last = batch.last;
        std::string text;
        for (const auto& event : batch.events) text += *event;
        // A comment wouldn't reach the page, which couldn't tell silence from a line that is dead.
        if (text.empty()) text = "event: alive\ndata: {}\n\n";
        if (!sink.write(text.data(), text.size())) return false;
        if (batch.ended) sink.done();
        return true;
      },
      [events](bool /*success*/) { events->Leave(); });
}

// A view of the page typed without its '#'. Nothing but plain letters goes back into a header.
bool IsView(std::string_view path) {
  constexpr std::array<std::string_view, 6> kViews = {"/runs", "/workers", "/fits",
                                                      "/new",  "/learn",   "/play"};
  const bool plain = std::all_of(path.begin(), path.end(), [](char c) {
    return c == '/' || c == '-' || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
  });
  return plain && std::any_of(kViews.begin(), kViews.end(), [path](std::string_view view) {
           return path.starts_with(view) &&
                  (path.size() == view.size() || path[view.size()] == '/');
         });
}

void SendFile(const Request& request, Response& response) {
  const dashboard::File* file = dashboard::FindFile(request.path);
  if (file == nullptr && IsView(request.path)) return response.set_redirect("/#" + request.path);
  if (file == nullptr) {
    return SendError(response, Error(absl::StatusCode::kNotFound,
                                     "there is nothing at '{}'; the API begins at /api/v1/runs",
                                     request.path.substr(0, 80)));
  }
  response.set_header("Cache-Control",
                      std::string(file->hashed ? dashboard::kCacheHashed : dashboard::kCachePage));
  const bool gzip = !file->gzip.empty() &&
                    request.get_header_value("Accept-Encoding").find("gzip") != std::string::npos;
  if (gzip) response.set_header("Content-Encoding", "gzip");
  response.set_header("Vary", "Accept-Encoding");
  const std::string_view bytes = gzip ? file->gzip : file->bytes;
  // As a provider of known length: httplib would compress plain content a second time.
  response.set_content_provider(bytes.size(), std::string(file->content_type),
                                [bytes](size_t offset, size_t length, httplib::DataSink& sink) {
                                  return sink.write(bytes.data() + offset, length);
                                });
}

void AddGuards(httplib::Server& server, const Gate* gate) {
  server.set_pre_routing_handler([gate](const Request& request, Response& response) {
    if (request.method == "GET" || request.method == "HEAD" || request.method == "POST") {
      const absl::StatusOr<WebCaller> caller = AdmitHttp(*gate, request);
      if (caller.ok()) return httplib::Server::HandlerResponse::Unhandled;
      if (absl::IsUnauthenticated(caller.status())) {
        // A browser then asks its user: any name, the token as the password.
        response.set_header("WWW-Authenticate", "Basic realm=\"Rookery access token\"");
      }
      SendError(response, caller.status());
      return httplib::Server::HandlerResponse::Handled;
    }
    response.set_header("Allow", "GET, HEAD, POST");
    SendError(response,
              Error(absl::StatusCode::kUnimplemented, "only GET, HEAD and POST are served here"));
    return httplib::Server::HandlerResponse::Handled;
  });
  server.set_post_routing_handler([](const Request& /*request*/, Response& response) {
    response.set_header("Content-Security-Policy", std::string(dashboard::kContentSecurityPolicy));
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Referrer-Policy", "no-referrer");
    response.set_header("Cross-Origin-Resource-Policy", "same-origin");
  });
  server.set_error_handler(
      [](const Request& /*request*/, Response& response) { FillErrorBody(response); });
  server.set_exception_handler(
      [](const Request& /*request*/, Response& response, const std::exception_ptr& /*error*/) {
        SendError(response, absl::InternalError("the answer could not be made; see the log"));
      });
}

}  // namespace

void AddRoutes(httplib::Server& server, const RouteParts& parts) {
  const PostCheck may_post = [host = parts.host, gate = parts.gate](const Request& request) {
    const auto header = [&](const char* name) { return request.get_header_value(name); };
    return MayPost(
        {header("Content-Type"), header("Host"), header("Origin"), header("Sec-Fetch-Site")}, host,
        !gate->open());
  };
  AddGuards(server, parts.gate);
  AddGameRoutes(server, parts.reads);
  AddTuneRoutes(server, parts.reads);
  AddFitRoutes(server, parts.reads);
  AddPlanRoutes(server, parts.reads);
  AddPlayRoutes(server, parts.opponent, may_post);
  const RunRouteParts writing = {parts.reads, parts.write, parts.test_webhooks, may_post,
                                 parts.gate};
  AddRunRoutes(server, writing);
  AddWorkerRoutes(server, writing);
  AddMeRoutes(server, writing, [host = parts.host, gate = parts.gate](const Request& request) {
    return MayPost({"application/json", request.get_header_value("Host"), "", ""}, host,
                   !gate->open());
  });
  const auto get = [&server](const char* pattern, auto handler) {
    server.Get(pattern, std::move(handler));
  };
  get("/api/v1/runs",
      [parts](const Request& request, Response& response) { ListRuns(parts, request, response); });
  get("/api/v1/runs/([A-Za-z0-9_-]+)",
      [parts](const Request& request, Response& response) { GetRun(parts, request, response); });
  get("/api/v1/runs/([A-Za-z0-9_-]+)/pgn",
      [parts](const Request& request, Response& response) { GetPgn(parts, request, response); });
  get("/api/v1/runs/([A-Za-z0-9_-]+)/events", [parts](const Request& request, Response& response) {
    const std::string id = request.matches[1];
    const auto known = parts.reads->Run(id);
    if (!known.ok()) return SendError(response, known.status());
    StreamEvents(parts, id, request, response);
  });
  get("/api/v1/workers", [parts](const Request& /*request*/, Response& response) {
    SendJson(response, ToJson(*parts.reads->Workers()));
  });
  get("/api/v1/workers/speeds", [parts](const Request& /*request*/, Response& response) {
    SendJson(response, ToJson(parts.reads->WorkerSpeeds()));
  });
  get("/api/v1/join", [parts](const Request& /*request*/, Response& response) {
    SendJson(response, {{"grpc", parts.grpc}, {"tokens", !parts.gate->open()}});
  });
  get("/api/v1/overview", [parts](const Request& /*request*/, Response& response) {
    SendJson(response, ToJson(parts.reads->Totals(), parts.version));
  });
  get("/api/v1/events", [parts](const Request& request, Response& response) {
    StreamEvents(parts, "", request, response);
  });
  get("/metrics", [parts](const Request& /*request*/, Response& response) {
    response.set_content(parts.metrics(parts.events->listeners()),
                         "text/plain; version=0.0.4; charset=utf-8");
  });
  get("/healthz", [parts](const Request& /*request*/, Response& response) {
    const absl::Status health = parts.health();
    response.status = health.ok() ? 200 : 503;
    response.set_content(health.ok() ? "ok\n" : Message(health) + "\n", "text/plain");
  });
  get("/.*", SendFile);
}

}  // namespace rookery::coordinator

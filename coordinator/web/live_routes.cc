#include "coordinator/web/live_routes.h"

#include <memory>
#include <string>
#include <utility>

#include "base/pairing/outcome.h"
#include "base/status.h"
#include "coordinator/web/answer.h"
#include "coordinator/web/http_gate.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

// Also how often a listener that has gone is noticed, and a watch renewed.
constexpr std::chrono::seconds kAlive{5};
// How soon a listener who wants all events hears of what is none of the games'.
constexpr std::chrono::milliseconds kLook{500};

template <typename Number>
Json OrNull(const std::optional<Number>& value) {
  return value.has_value() ? Json(*value) : Json(nullptr);
}

// The position is that of the last move alone: the others follow from the moves.
Json GameJson(const LiveRecord& record, const PairGames& pair) {
  const ReplayedGame& game = pair.games[static_cast<size_t>(record.number - 1)];
  Json json;
  json["pair"] = record.pair;
  json["number"] = record.number;
  json["worker"] = record.worker;
  json["white"] = record.number == 1 ? "dev" : "base";
  json["dev"] = pair.dev;
  json["base"] = pair.base;
  json["over"] = record.over;
  json["result"] = record.told ? Json(ResultText(record.game.result)) : Json(nullptr);
  json["end"] = record.told ? Json(Name(record.game.end)) : Json(nullptr);
  json["opening_fen"] = pair.opening_fen;
  json["fen"] = game.plies.empty() ? pair.opening_fen : game.plies.back().fen;
  json["moves"] = Json::array();
  for (const Ply& ply : game.plies) {
    json["moves"].push_back({{"uci", ply.uci},
                             {"san", ply.san},
                             {"score", OrNull(ply.score)},
                             {"time_ms", OrNull(ply.time_ms)},
                             {"clock_ms", OrNull(ply.clock_ms)}});
  }
  return json;
}

std::string EventText(ReadModel& reads, const RunId& run, const LiveGames::Batch& batch) {
  Json games = Json::array();
  for (const LiveRecord& record : batch.games) {
    const auto pair = reads.LivePair(run, record);
    if (pair.ok()) games.push_back(GameJson(record, *pair));
  }
  return fmt::format("event: games\ndata: {}\n\n", Dump(Json{{"games", std::move(games)}}));
}

bool IsOpenRun(const ReadModel& reads, const RunId& run) {
  const auto view = reads.View();
  const auto found = view->run_by_id.find(run);
  return found != view->run_by_id.end() && IsOpen(found->second->run.state);
}

// What one listener has been told.
class Telling {
 public:
  // all: also what /api/v1/events tells, for a page that holds one connection instead of two.
  Telling(LiveParts parts, RunId run, StillAdmitted admitted, bool all)
      : parts_(std::move(parts)), run_(std::move(run)), admitted_(std::move(admitted)), all_(all) {}

  bool Next(httplib::DataSink& sink) {
    const bool open = IsOpenRun(*parts_.reads, run_) && parts_.live->Watch(run_);
    const LiveGames::Batch batch =
        all_ ? parts_.live->Wait(run_, last_, kLook) : parts_.live->Wait(run_, last_, kAlive);
    if (!admitted_()) {
      sink.done();
      return true;
    }
    last_ = batch.last;
    std::string text = all_ ? Events() : "";
    if (!batch.games.empty()) text += EventText(*parts_.reads, run_, batch);
    quiet_ = text.empty() ? quiet_ + 1 : 0;
    // An event: a comment wouldn't reach the page, to tell silence from a line that is dead.
    if (text.empty() && (!all_ || quiet_ * kLook >= kAlive)) {
      text = "event: alive\ndata: {}\n\n";
      quiet_ = 0;
    }
    if (!text.empty() && !sink.write(text.data(), text.size())) return false;
    if (batch.ended || !open) sink.done();
    return true;
  }

 private:
  std::string Events() {
    const EventFeed::Batch batch = parts_.events->Wait(last_event_, "", std::chrono::seconds(0));
    last_event_ = batch.last;
    std::string text;
    for (const auto& event : batch.events) text += *event;
    return text;
  }

  const LiveParts parts_;
  const RunId run_;
  const StillAdmitted admitted_;
  const bool all_;
  uint64_t last_ = 0;
  uint64_t last_event_ = 0;
  int quiet_ = 0;  // looks without news
};

void StreamGames(const LiveParts& parts, const Request& request, Response& response) {
  const RunId run = request.matches[1];
  if (const auto found = parts.reads->Run(run); !found.ok()) {
    return SendError(response, found.status());
  }
  const absl::StatusOr<StillAdmitted> admitted = AdmitListener(*parts.gate, request);
  if (!admitted.ok()) return SendError(response, admitted.status());
  if (!parts.live->Watch(run)) {
    response.set_header("Retry-After", "30");
    return SendError(response, Error(absl::StatusCode::kUnavailable,
                                     "{} other runs are watched already; look at this one's games "
                                     "when they have been played",
                                     LiveGames::kMostRuns));
  }
  if (!parts.events->Enter()) {
    response.set_header("Retry-After", "5");
    return SendError(response, Error(absl::StatusCode::kUnavailable,
                                     "{} listeners are connected already; try again in a moment",
                                     EventFeed::kMostListeners));
  }
  response.set_header("Cache-Control", "no-store");
  response.set_header("X-Accel-Buffering", "no");
  const bool all = request.get_param_value("events") == "all";
  const auto telling = std::make_shared<Telling>(parts, run, *admitted, all);
  response.set_chunked_content_provider(
      "text/event-stream",
      [telling](size_t /*offset*/, httplib::DataSink& sink) { return telling->Next(sink); },
      [events = parts.events](bool /*success*/) { events->Leave(); });
}

}  // namespace

void AddLiveRoutes(httplib::Server& server, const LiveParts& parts) {
  server.Get("/api/v1/runs/([A-Za-z0-9_-]+)/live",
             [parts](const Request& request, Response& response) {
               StreamGames(parts, request, response);
             });
}

}  // namespace rookery::coordinator

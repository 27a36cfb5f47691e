#include "coordinator/web/tune_routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/status.h"
#include "coordinator/web/answer.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

// The candidate of a race that has these values; null if none has.
Json RacedBy(const TuneSpec& tune, const std::vector<int32_t>& values) {
  const auto found = std::find_if(tune.candidates.begin(), tune.candidates.end(),
                                  [&](const TuneCandidate& one) { return one.values == values; });
  return found == tune.candidates.end() ? Json(nullptr) : Json(found->name);
}

Json ToJson(const DuelRow& row, const TuneSpec& tune) {
  Json json;
  json["pair"] = row.pair;
  json["clock"] = row.candidate.clock;
  json["worker"] = row.counted ? Json(row.worker) : Json(nullptr);
  json["half_points"] = row.counted ? Json(row.half_points) : Json(nullptr);
  json["dev"] = row.candidate.dev;
  json["base"] = row.candidate.base;
  if (tune.candidates.empty()) return json;
  json["dev_candidate"] = RacedBy(tune, row.candidate.dev);
  json["base_candidate"] = RacedBy(tune, row.candidate.base);
  return json;
}

std::string CsvHeading(const TuneSpec& tune) {
  std::string text = "pair,clock,worker,half_points";
  for (const std::string_view side : {"dev", "base"}) {
    for (const TuneParameter& p : tune.parameters) text += fmt::format(",{}:{}", p.name, side);
  }
  return text + "\n";
}

std::string Csv(const DuelRow& row) {
  std::string text = fmt::format("{},{},{},{}", row.pair, row.candidate.clock,
                                 row.counted ? row.worker : WorkerId(),
                                 row.counted ? std::to_string(row.half_points) : "");
  for (const int value : row.candidate.dev) text += fmt::format(",{}", value);
  for (const int value : row.candidate.base) text += fmt::format(",{}", value);
  return text + "\n";
}

absl::StatusOr<FiguresPtr> FindTune(ReadModel& reads, const std::string& id) {
  ROOKERY_ASSIGN_OR_RETURN(FiguresPtr figures, reads.Run(id));
  if (figures->view->run.spec->tune.has_value()) return figures;
  return Error(absl::StatusCode::kNotFound, "run '{}' is no tune and has no duels", id);
}

void GetDuels(ReadModel& reads, const Request& request, Response& response) {
  const std::string id = request.matches[1];
  const auto tune = FindTune(reads, id);
  if (!tune.ok()) return SendError(response, tune.status());
  const absl::StatusOr<int64_t> from = Number(request, "from", 0);
  if (!from.ok()) return SendError(response, from.status());
  const auto rows = reads.Duels(id, static_cast<uint64_t>(*from));
  if (!rows.ok()) return SendError(response, rows.status());
  Json json;
  json["duels"] = Json::array();
  const TuneSpec& spec = *(*tune)->view->run.spec->tune;
  for (const DuelRow& row : *rows) json["duels"].push_back(ToJson(row, spec));
  json["next"] = rows->empty() ? Json(nullptr) : Json(rows->back().pair + 1);
  SendJson(response, json);
}

void GetDuelsCsv(ReadModel& reads, const Request& request, Response& response) {
  const std::string id = request.matches[1];
  const auto tune = FindTune(reads, id);
  if (!tune.ok()) return SendError(response, tune.status());
  response.set_header("Content-Disposition",
                      fmt::format("attachment; filename=\"rookery-{}-duels.csv\"", id));
  response.set_header("Cache-Control", "no-store");
  response.set_chunked_content_provider(
      "text/csv; charset=utf-8",
      [&reads, id, text = CsvHeading(*(*tune)->view->run.spec->tune), from = uint64_t{0}](
          size_t /*offset*/, httplib::DataSink& sink) mutable {
        if (!sink.write(text.data(), text.size())) return false;
        const auto rows = reads.Duels(id, from);
        if (!rows.ok()) return false;  // a cut-off answer, which the reader notices
        text.clear();
        for (const DuelRow& row : *rows) text += Csv(row);
        if (rows->empty()) {
          sink.done();
        } else {
          from = rows->back().pair + 1;
        }
        return true;
      });
}

}  // namespace

void AddTuneRoutes(httplib::Server& server, ReadModel* reads) {
  server.Get(
      "/api/v1/runs/([A-Za-z0-9_-]+)/duels",
      [reads](const Request& request, Response& response) { GetDuels(*reads, request, response); });
  server.Get(R"(/api/v1/runs/([A-Za-z0-9_-]+)/duels\.csv)",
             [reads](const Request& request, Response& response) {
               GetDuelsCsv(*reads, request, response);
             });
}

}  // namespace rookery::coordinator

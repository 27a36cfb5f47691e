#include "coordinator/web/game_routes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/status.h"
#include "coordinator/query/names.h"
#include "coordinator/web/answer.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

constexpr int64_t kDefaultPairs = 50;

// Of a game that is no longer kept: what its row in the ledger says.
Json GameJson(const GameRecord& game, bool dev_is_white, bool is_kept) {
  Json json;
  json["white"] = dev_is_white ? "dev" : "base";
  json["result"] = ResultText(game.result);
  json["end"] = Name(game.end);
  json["plies"] = is_kept ? Json(game.moves.size() / 2) : Json(nullptr);
  json["nodes"] = is_kept ? Json(game.nodes) : Json(nullptr);
  json["elapsed_ms"] = is_kept ? Json(game.elapsed_ms) : Json(nullptr);
  if (!game.detail.empty()) json["detail"] = game.detail;
  return json;
}

Json PairJson(const PairRecord& pair) {
  Json json;
  json["pair"] = pair.result.index;
  json["half_points"] = PairHalfPoints(pair.result.first.result, pair.result.second.result);
  json["worker"] = pair.worker;
  json["attempt"] = pair.attempt;
  json["received"] = TimeText(pair.received);
  json["after_verdict"] = pair.after_verdict;
  json["has_games"] = pair.has_games;
  json["games"] = {GameJson(pair.result.first, true, pair.has_games),
                   GameJson(pair.result.second, false, pair.has_games)};
  return json;
}

Json PliesJson(const ReplayedGame& game) {
  Json json = Json::array();
  for (const Ply& ply : game.plies) {
    json.push_back({{"uci", ply.uci},
                    {"san", ply.san},
                    {"fen", ply.fen},
                    {"score", OrNull(ply.score)},
                    {"time_ms", OrNull(ply.time_ms)},
                    {"clock_ms", OrNull(ply.clock_ms)}});
  }
  return json;
}

void ListPairs(ReadModel& reads, const Request& request, Response& response) {
  const absl::StatusOr<int64_t> size = Number(request, "page_size", kDefaultPairs);
  if (!size.ok()) return SendError(response, size.status());
  const absl::StatusOr<int64_t> from = Number(request, "from", 0);
  if (!from.ok()) return SendError(response, from.status());
  const auto most =
      std::min(static_cast<size_t>(std::max<int64_t>(*size, 1)), ReadModel::kMostPairs - 1);
  // One more than is shown tells whether there is a next page, and where it begins.
  auto pairs = reads.Pairs(request.matches[1].str(), static_cast<uint64_t>(*from), most + 1);
  if (!pairs.ok()) return SendError(response, pairs.status());
  Json json;
  json["pairs"] = Json::array();
  json["next_from"] = nullptr;
  if (pairs->size() > most) {
    json["next_from"] = pairs->back().result.index;
    pairs->pop_back();
  }
  for (const PairRecord& pair : *pairs) json["pairs"].push_back(PairJson(pair));
  SendJson(response, json);
}

void GetPair(ReadModel& reads, const Request& request, Response& response) {
  const auto index = NumberFrom("pair", request.matches[2].str());
  if (!index.ok()) return SendError(response, index.status());
  const auto pair = reads.PairOf(request.matches[1].str(), static_cast<uint64_t>(*index));
  if (!pair.ok()) return SendError(response, pair.status());
  Json json = PairJson(pair->record);
  json["opening"] = pair->opening;
  json["opening_fen"] = pair->opening_fen;
  json["opening_line"] = pair->opening_line;
  json["dev"] = pair->dev;
  json["base"] = pair->base;
  for (size_t number = 0; number < pair->games.size(); ++number) {
    json["games"][number]["moves"] = PliesJson(pair->games[number]);
    json["games"][number]["broken"] = pair->games[number].broken;
  }
  SendJson(response, json);
}

void GetGamePgn(ReadModel& reads, const Request& request, Response& response) {
  const auto index = NumberFrom("pair", request.matches[2].str());
  if (!index.ok()) return SendError(response, index.status());
  const std::string id = request.matches[1];
  const int number = request.matches[3].str() == "1" ? 0 : 1;
  const auto pgn = reads.PgnOf(id, static_cast<uint64_t>(*index), number);
  if (!pgn.ok()) return SendError(response, pgn.status());
  response.set_header(
      "Content-Disposition",
      fmt::format("attachment; filename=\"rookery-{}-{}-{}.pgn\"", id, *index, number + 1));
  response.set_header("Cache-Control", "no-store");
  response.set_content(*pgn, "application/x-chess-pgn");
}

}  // namespace

void AddGameRoutes(httplib::Server& server, ReadModel* reads) {
  server.Get("/api/v1/runs/([A-Za-z0-9_-]+)/games",
             [reads](const Request& request, Response& response) {
               ListPairs(*reads, request, response);
             });
  server.Get(
      "/api/v1/runs/([A-Za-z0-9_-]+)/games/([0-9]{1,18})",
      [reads](const Request& request, Response& response) { GetPair(*reads, request, response); });
  server.Get("/api/v1/runs/([A-Za-z0-9_-]+)/games/([0-9]{1,18})/([12])/pgn",
             [reads](const Request& request, Response& response) {
               GetGamePgn(*reads, request, response);
             });
}

}  // namespace rookery::coordinator

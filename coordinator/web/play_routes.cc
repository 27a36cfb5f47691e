#include "coordinator/web/play_routes.h"

#include <string>

#include "absl/strings/ascii.h"
#include "base/status.h"
#include "coordinator/play/table.h"
#include "coordinator/web/answer.h"
#include "engine/chess/notation.h"

namespace rookery::coordinator {
namespace {

using httplib::Request;
using httplib::Response;

Json TableJson(const chess::Game& game) {
  const Table table = TableOf(game);
  Json json;
  json["fen"] = table.fen;
  json["sans"] = table.sans;
  json["check"] = table.check;
  json["end"] = nullptr;
  if (table.end.has_value()) {
    json["end"] = {{"end", Name(table.end->end)}, {"result", ResultText(table.end->result)}};
  }
  json["moves"] = Json::array();
  for (const TableMove& move : table.moves) {
    json["moves"].push_back({{"uci", move.uci},
                             {"san", move.san},
                             {"castling", move.castling},
                             {"en_passant", move.en_passant},
                             {"capture", move.capture}});
  }
  return json;
}

void GetTable(const Request& request, Response& response) {
  const auto game = GameOf(request.get_param_value("fen"), request.get_param_value("moves"));
  if (!game.ok()) return SendError(response, game.status());
  SendJson(response, TableJson(*game));
}

// "2026.11.30", or as the standard writes what isn't known.
absl::StatusOr<std::string> PgnDate(const std::string& given) {
  constexpr std::string_view kUnknown = "????.??.??";
  constexpr std::string_view kMost = "9999.12.31";
  if (given.empty() || given == kUnknown) return std::string(kUnknown);
  bool date = given.size() == kUnknown.size();
  for (size_t i = 0; date && i < kUnknown.size(); ++i) {
    date = kUnknown[i] == '.' ? given[i] == '.' : absl::ascii_isdigit(given[i]) != 0;
  }
  date = date && given.substr(5, 2) <= kMost.substr(5, 2) && given.substr(8) <= kMost.substr(8);
  if (date) return given;
  return InvalidArgument("date: '{}' is none; write it as 2026.11.30, or leave it out",
                         given.substr(0, 20));
}

absl::StatusOr<chess::Color> SideOf(const std::string& given) {
  if (given.empty() || given == "w") return chess::Color::kWhite;
  if (given == "b") return chess::Color::kBlack;
  return InvalidArgument("side: '{}' is none; write w or b", given.substr(0, 20));
}

void GetPgn(const Request& request, Response& response) {
  const auto game = GameOf(request.get_param_value("fen"), request.get_param_value("moves"));
  if (!game.ok()) return SendError(response, game.status());
  const absl::StatusOr<chess::Color> learners = SideOf(request.get_param_value("side"));
  if (!learners.ok()) return SendError(response, learners.status());
  const absl::StatusOr<std::string> date = PgnDate(request.get_param_value("date"));
  if (!date.ok()) return SendError(response, date.status());
  const bool black = *learners == chess::Color::kBlack;
  const bool resigned = request.get_param_value("resigned") == "1";
  const std::string engine = "Rookery";
  const std::string learner = "Learner";
  response.set_header("Content-Disposition", "attachment; filename=\"rookery-game.pgn\"");
  response.set_content(TablePgn(*game, black ? engine : learner, black ? learner : engine, *date,
                                resigned ? std::optional(*learners) : std::nullopt),
                       "application/x-chess-pgn");
}

// {"fen": "", "moves": "e2e4 e7e5", "level": 3, "seed": 7}
void PostMove(Opponent& opponent, const Request& request, Response& response) {
  const Json body = Json::parse(request.body, nullptr, false);
  if (!body.is_object()) return SendError(response, InvalidArgument("the body is no JSON object"));
  const auto text = [&](const char* name) {
    const auto found = body.find(name);
    return found != body.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto number = [&](const char* name) {
    const auto found = body.find(name);
    return found != body.end() && found->is_number_integer() ? found->get<int64_t>() : int64_t{0};
  };
  auto game = GameOf(text("fen"), text("moves"));
  if (!game.ok()) return SendError(response, game.status());
  const int64_t level = number("level");
  const auto move =
      opponent.Move(*game, level < 0 || level > Opponent::kLevels ? 0 : static_cast<int>(level),
                    static_cast<uint64_t>(number("seed")));
  if (!move.ok()) return SendError(response, move.status());
  const std::string uci = chess::ToUci(game->position(), *move);
  game->Play(*move);
  Json json = TableJson(*game);
  json["move"] = uci;
  SendJson(response, json);
}

}  // namespace

void AddPlayRoutes(httplib::Server& server, Opponent* opponent, const PostCheck& may_post) {
  server.Get("/api/v1/play/table", GetTable);
  server.Get("/api/v1/play/pgn", GetPgn);
  server.Post("/api/v1/play/move",
              [opponent, may_post](const Request& request, Response& response) {
                const absl::Status may = may_post(request);
                if (!may.ok()) return SendError(response, may);
                PostMove(*opponent, request, response);
              });
}

}  // namespace rookery::coordinator

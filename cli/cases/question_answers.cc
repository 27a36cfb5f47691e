// Questions on a position after some moves: AnswerQuestion of answers.h. Answers are by the Laws
// of Chess (profile "fide").
#include "base/status.h"
#include "cli/cases/answers.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::cases {
namespace {

using chess::Bitboard;
using chess::CanMate;
using chess::Color;
using chess::CountLegal;
using chess::Game;
using chess::IsDeadPosition;
using chess::IsInsufficientMaterial;
using chess::ParseFen;
using chess::ParseSan;
using chess::ParseUci;
using chess::Position;
using chess::ToFen;
using chess::ToFenAfter;
using chess::ToSan;
using chess::ToUci;

Json Outcome(const Game& game) {
  const auto end = game.End();
  if (!end.has_value()) return {{"result", "*"}, {"termination", nullptr}};
  std::string name(Name(end->end));
  if (end->end == GameEnd::kRepetition) name = "fivefold_repetition";
  if (end->end == GameEnd::kDeadPosition) name = "insufficient_material";
  return {{"result", std::string(ResultText(end->result))}, {"termination", name}};
}

Json OutcomeWithClaims(const Game& game) {
  Json outcome = Outcome(game);
  if (outcome["result"] != "*") return outcome;
  if (game.CanClaimNoProgress()) return {{"result", "1/2-1/2"}, {"termination", "fifty_moves"}};
  return outcome;
}

std::string CastlingField(const Position& position) {
  const std::string fen = ToFen(position);
  const size_t begin = fen.find(' ', fen.find(' ') + 1) + 1;
  return fen.substr(begin, fen.find(' ', begin) - begin);
}

Json ParsedSan(const Position& position, const std::string& text) {
  const auto move = ParseSan(position, text);
  if (move.ok()) return ToUci(position, *move);
  return Message(move.status()).find("ambiguous") != std::string::npos ? "error:AmbiguousMoveError"
                                                                       : "error:IllegalMoveError";
}

Json San(const Position& position, const std::string& text, std::string* fault) {
  const auto move = ParseUci(position, text);
  if (!move.ok()) NoteFault(fault, move.status());
  return move.ok() ? ToSan(position, *move) : "";
}

Json FenAfterAlwaysEp(Json item, const Game& game, std::string* fault) {
  if (game.moves().empty()) return ToFen(game.position());
  item["moves"].erase(item["moves"].size() - 1);
  return ToFenAfter(PlayMoves(item, "fide", fault).position(), game.moves().back());
}

using Asker = std::function<Json(const Game&, const std::string& argument)>;

const std::map<std::string, Asker, std::less<>>& Askers() {
  static const std::map<std::string, Asker, std::less<>> askers = {
      {"is_legal",
       [](const Game& game, const std::string& text) -> Json {
         return ParseUci(game.position(), text).ok();
       }},
      {"castling_rights",
       [](const Game& game, const std::string&) -> Json { return CastlingField(game.position()); }},
      {"legal_count",
       [](const Game& game, const std::string&) -> Json { return CountLegal(game.position()); }},
      {"halfmove_clock",
       [](const Game& game, const std::string&) -> Json {
         return game.position().halfmove_clock();
       }},
      {"fen_after",
       [](const Game& game, const std::string&) -> Json { return ToFen(game.position()); }},
      {"repetition_count",
       [](const Game& game, const std::string&) -> Json { return game.Occurrences(); }},
      {"outcome", [](const Game& game, const std::string&) -> Json { return Outcome(game); }},
      {"outcome_with_claims",
       [](const Game& game, const std::string&) -> Json { return OutcomeWithClaims(game); }},
      {"parse_san",
       [](const Game& game, const std::string& text) -> Json {
         return ParsedSan(game.position(), text);
       }},
      {"insufficient_material",
       [](const Game& game, const std::string&) -> Json {
         return IsInsufficientMaterial(game.position());
       }},
      {"fide_dead_position",
       [](const Game& game, const std::string&) -> Json {
         return IsDeadPosition(game.position());
       }},
      {"insufficient_material_by_side",
       [](const Game& game, const std::string&) -> Json {
         return {{"white", !CanMate(game.position(), Color::kWhite)},
                 {"black", !CanMate(game.position(), Color::kBlack)}};
       }},
      {"can_claim_threefold",
       [](const Game& game, const std::string&) -> Json { return game.CanClaimRepetition(); }},
      {"can_claim_fifty",
       [](const Game& game, const std::string&) -> Json { return game.CanClaimNoProgress(); }}};
  return askers;
}

}  // namespace

Json AnswerQuestion(const Json& item, std::string* fault) {
  const std::string question = item.at("question");
  const bool valid = ParseFen(Str(item.at("fen"))).ok();
  if (question == "fen_valid") return valid;
  // A move in a position that no game reaches is no move.
  if (question == "is_legal" && !valid) return false;
  const Game game = PlayMoves(item, "fide", fault);
  const std::string argument = item.value("arg", "");
  if (question == "san") return San(game.position(), argument, fault);
  if (question == "legal_moves") {
    return LegalUcis(game.position(), ~Bitboard{0}, item.value("chess960", false));
  }
  if (question == "fen_after_always_ep") return FenAfterAlwaysEp(item, game, fault);
  const auto asker = Askers().find(question);
  if (asker == Askers().end()) {
    NoteFault(fault, InvalidArgument("nothing here answers the question '{}'", question));
    return nullptr;
  }
  return asker->second(game, argument);
}

}  // namespace rookery::cases

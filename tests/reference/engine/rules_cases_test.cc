// Questions about single positions with the answers of an independent implementation of the rules
// (tests/data/README.md); the dead positions among them were searched exhaustively.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/chess/game.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

using Json = nlohmann::json;

Json Load() {
  std::ifstream file(ROOKERY_TEST_DATA "/rules-cases.json");
  return Json::parse(file);
}

Game Play(const Json& item) {
  const auto start = ParseFen(item["fen"].get<std::string>());
  EXPECT_TRUE(start.ok()) << start.status();
  Game game(*start, *FindRuleProfile("fide"));
  for (const Json& text : item["moves"]) {
    const auto move = ParseUci(game.position(), text.get<std::string>());
    EXPECT_TRUE(move.ok()) << move.status();
    if (!move.ok()) break;
    game.Play(*move);
  }
  return game;
}

Game PlayAllButLast(Json item) {
  item["moves"].erase(item["moves"].size() - 1);
  return Play(item);
}

Json LegalMoves(const Position& position, bool chess960) {
  MoveList moves;
  GenerateLegal(position, moves);
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(ToUci(position, move, chess960));
  std::sort(texts.begin(), texts.end());
  return texts;
}

Json Outcome(const Game& game) {
  const auto end = game.End();
  if (!end.has_value()) return {{"result", "*"}, {"termination", nullptr}};
  std::string name(Name(end->end));
  if (end->end == GameEnd::kRepetition) name = "fivefold_repetition";
  if (end->end == GameEnd::kDeadPosition) name = "insufficient_material";
  return {{"result", std::string(ResultText(end->result))}, {"termination", name}};
}

std::string CastlingField(const Position& position) {
  const std::string fen = ToFen(position);
  const size_t begin = fen.find(' ', fen.find(' ') + 1) + 1;
  return fen.substr(begin, fen.find(' ', begin) - begin);
}

Json ParsedSan(const Position& position, const std::string& text) {
  const auto move = ParseSan(position, text);
  if (move.ok()) return ToUci(position, *move);
  const std::string message(move.status().message());
  return message.find("ambiguous") != std::string::npos ? "error:AmbiguousMoveError"
                                                        : "error:IllegalMoveError";
}

Json OutcomeWithClaims(const Game& game) {
  Json outcome = Outcome(game);
  if (outcome["result"] != "*") return outcome;
  if (game.CanClaimNoProgress()) return {{"result", "1/2-1/2"}, {"termination", "fifty_moves"}};
  return outcome;
}

Json Answer(const Json& item) {
  const std::string question = item["question"];
  if (question == "fen_valid") return ParseFen(item["fen"].get<std::string>()).ok();
  // One en-passant case asks about a position that the validator refuses as unreachable.
  if (question == "is_legal" && !ParseFen(item["fen"].get<std::string>()).ok()) return false;
  const Game game = Play(item);
  const Position& position = game.position();
  const std::string argument = item.value("arg", "");
  if (question == "is_legal") return ParseUci(position, argument).ok();
  if (question == "castling_rights") return CastlingField(position);
  if (question == "legal_moves") return LegalMoves(position, item["chess960"]);
  if (question == "legal_count") return CountLegal(position);
  if (question == "halfmove_clock") return position.halfmove_clock();
  if (question == "fen_after") return ToFen(position);
  if (question == "repetition_count") return game.Occurrences();
  if (question == "outcome") return Outcome(game);
  if (question == "san") return ToSan(position, *ParseUci(position, argument));
  if (question == "parse_san") return ParsedSan(position, argument);
  if (question == "insufficient_material") return IsInsufficientMaterial(position);
  if (question == "fide_dead_position") return IsDeadPosition(position);
  if (question == "insufficient_material_by_side") {
    return {{"white", !CanMate(position, Color::kWhite)},
            {"black", !CanMate(position, Color::kBlack)}};
  }
  if (question == "can_claim_threefold") return game.CanClaimRepetition();
  if (question == "can_claim_fifty") return game.CanClaimNoProgress();
  if (question == "outcome_with_claims") return OutcomeWithClaims(game);
  if (question == "fen_after_always_ep") {
    const Game before = PlayAllButLast(item);
    return ToFenAfter(before.position(), game.moves().back());
  }
  return "unknown question " + question;
}

TEST(RulesCases, AllAnswersAgree) {
  int asked = 0;
  for (const Json& item : Load()) {
    ++asked;
    EXPECT_EQ(Answer(item), item["expected"]) << item["id"] << ' ' << item["fen"];
  }
  EXPECT_EQ(asked, 113);
}

}  // namespace
}  // namespace rookery::chess

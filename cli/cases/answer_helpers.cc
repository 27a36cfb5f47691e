// Helpers of answers.h.
#include <algorithm>

#include "base/status.h"
#include "cli/cases/answers.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::cases {

std::string Str(const Json& value) { return value.get<std::string>(); }

void NoteFault(std::string* fault, const absl::Status& status) {
  if (fault->empty()) *fault = Message(status);
}

chess::Position At(const Json& fen, std::string* fault) {
  const auto position = chess::ParseFen(Str(fen));
  if (!position.ok()) NoteFault(fault, position.status());
  return position.value_or(chess::Position::Start());
}

chess::Game PlayMoves(const Json& item, std::string_view profile, std::string* fault) {
  chess::Game game(At(item.at("fen"), fault), *chess::FindRuleProfile(profile));
  for (const Json& text : item.value("moves", Json::array())) {
    const auto move = chess::ParseUci(game.position(), Str(text));
    if (!move.ok()) {
      NoteFault(fault, move.status());
      break;
    }
    game.Play(*move);
  }
  return game;
}

chess::Square SquareOf(const std::string& text) {
  const bool square =
      text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
  return square ? chess::MakeSquare(text[0] - 'a', text[1] - '1') : chess::MakeSquare(0, 0);
}

Json Texts(chess::Bitboard squares) {
  std::vector<std::string> texts;
  while (squares != 0) texts.push_back(chess::ToText(chess::PopFirst(squares)));
  std::sort(texts.begin(), texts.end());
  return texts;
}

Json LegalUcis(const chess::Position& position, chess::Bitboard from, bool chess960) {
  chess::MoveList moves;
  chess::GenerateLegal(position, moves);
  std::vector<std::string> texts;
  for (const chess::Move move : moves) {
    if ((chess::Bit(move.from()) & from) != 0) {
      texts.push_back(chess::ToUci(position, move, chess960));
    }
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

}  // namespace rookery::cases

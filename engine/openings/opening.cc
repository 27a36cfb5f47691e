#include "engine/openings/opening.h"

#include <fmt/format.h>

#include "engine/chess/notation.h"

namespace rookery::openings {

chess::Game GameFrom(const Opening& opening, const chess::RuleProfile& rules) {
  chess::Game game(opening.start, rules);
  for (const chess::Move move : opening.moves) game.Play(move);
  return game;
}

void LeaveAMove(Opening& opening, const chess::RuleProfile& rules) {
  while (!opening.moves.empty()) {
    const chess::Game game = GameFrom(opening, rules);
    opening.position = game.position();
    if (!game.End()) return;
    opening.moves.pop_back();
  }
  opening.position = opening.start;
}

std::string LineText(const Opening& opening) {
  std::string text;
  chess::Position position = opening.start;
  for (const chess::Move move : opening.moves) {
    if (!text.empty()) text += ' ';
    if (position.side() == chess::Color::kWhite) {
      text += fmt::format("{}. ", position.fullmove_number());
    } else if (text.empty()) {
      text += fmt::format("{}... ", position.fullmove_number());
    }
    text += chess::ToSan(position, move);
    position.Play(move);
  }
  return text;
}

std::vector<chess::PgnMove> BookMoves(const Opening& opening, bool comments) {
  std::vector<chess::PgnMove> moves;
  for (const chess::Move move : opening.moves) {
    chess::PgnMove& shown = moves.emplace_back();
    shown.move = move;
    if (comments) shown.comment = "book";
  }
  return moves;
}

}  // namespace rookery::openings

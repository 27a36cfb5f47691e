// What the rules say of a move and of a game, in words for people, each with the row of the rules'
// catalogue (tests/data/rules/catalogue.tsv) that says so. Nothing is decided here: moves are
// legal by Position, games end by Game, and this says why. Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/game.h"

namespace rookery::chess {

struct Ruling {
  std::string row;   // "A071"
  std::string text;  // a sentence without its full stop
};

struct MoveRuling {
  std::optional<Move> move;  // set if the text is a legal move
  Ruling ruling;
};

// Whether a text is a legal move here, and if not why. Read are UCI, SAN and the source texts'
// notation; a text that is none of them is answered by the row on notation.
MoveRuling ExplainMove(const Position& position, std::string_view text);
// The same of two squares and a promotion (kNone: none).
Ruling ExplainMove(const Position& position, Square from, Square to, PieceType promotion);

// First why the game has ended, or that it goes on; then what else the rules have to say: checks,
// repetitions, moves without progress, claims, and what a fallen flag would come to. The profile
// is the one that the game is played by.
std::vector<Ruling> ExplainGame(const Game& game, const RuleProfile& profile);

}  // namespace rookery::chess

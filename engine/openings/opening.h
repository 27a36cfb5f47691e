// What a game begins from: a position, and the moves of a book that led there. Engines are told the
// moves, repetition counts them and PGN shows them; what the engines play comes behind.
// Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "engine/chess/epd.h"
#include "engine/chess/game.h"
#include "engine/chess/pgn.h"
#include "engine/chess/position.h"
#include "engine/chess/rule_profile.h"

namespace rookery::openings {

struct Opening {
  Opening() = default;
  // A position that nothing led to. Implicit, for it is as good an opening as any.
  Opening(const chess::Position& from) : start(from), position(from) {}  // NOLINT

  chess::Position start = chess::Position::Start();
  std::vector<chess::Move> moves;  // none for EPD
  chess::Position position = chess::Position::Start();
  std::vector<chess::EpdOperation> operations = {};  // of EPD
};

// The game with the opening's moves played, none of the engines'.
chess::Game GameFrom(const Opening& opening, const chess::RuleProfile& rules);

// Takes back last moves for as long as the game would be over by these rules: a line is played from
// where it leaves a move to play.
void LeaveAMove(Opening& opening, const chess::RuleProfile& rules);

// The opening's moves for people: "1. e4 e5 2. Nf3", "3... Nc6 4. d4"; empty without moves.
std::string LineText(const Opening& opening);

// The opening's moves as PGN shows them, each with the comment "book" if comments are wanted.
std::vector<chess::PgnMove> BookMoves(const Opening& opening, bool comments);

}  // namespace rookery::openings

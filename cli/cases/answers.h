// What answers the questions of case files, by kind (cases.h). An answer is an object from which
// the expected keys are compared; a fault of the question's text is left in `fault`, and the
// answer doesn't count then. JSON of the wrong shape throws nlohmann's exceptions, which Ask
// catches. Any thread.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/cases/cases.h"
#include "engine/chess/game.h"

namespace rookery::cases {

// A question of the texts' format on its way.
struct Question {
  const Json& input;
  const std::string& folder;
  std::string* fault;
};

using Answers = std::map<std::string, std::function<Json(const Question&)>, std::less<>>;

const Answers& BoardAnswers();    // the board's geometry, pieces, single moves
const Answers& GameAnswers();     // lines, ends of games, conduct, notation
const Answers& ValueAnswers();    // values, weak pawns, endings, grades
const Answers& VariantAnswers();  // the four-nation game

// The other format: one question about a position after some moves.
Json AnswerQuestion(const Json& item, std::string* fault);

// Helpers that the answers share.
std::string Str(const Json& value);
void NoteFault(std::string* fault, const absl::Status& status);
chess::Position At(const Json& fen, std::string* fault);
// Plays `moves` from `fen` by a profile.
chess::Game PlayMoves(const Json& item, std::string_view profile, std::string* fault);
chess::Square SquareOf(const std::string& text);
Json Texts(chess::Bitboard squares);
Json LegalUcis(const chess::Position& position, chess::Bitboard from = ~chess::Bitboard{0},
               bool chess960 = false);

}  // namespace rookery::cases

// A game as a learner's board shows it: where each piece may go, castling and promotion among it,
// who is in check, how the game stands. The rules are engine/chess's, so the page needs none.
// Pure functions; any thread. Text comes from outside: InvalidArgument names the field.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/chess/game.h"

namespace rookery::coordinator {

struct TableMove {
  std::string uci;  // castling as the king moves: e1g1
  std::string san;
  bool castling = false;
  bool en_passant = false;
  bool capture = false;
};

struct Table {
  std::string fen;                // of the position on the board
  std::vector<std::string> sans;  // of the moves that led here
  std::vector<TableMove> moves;   // legal now; empty when the game has ended
  bool check = false;
  std::optional<chess::RuleEnd> end;
};

inline constexpr size_t kMostTablePlies = 1000;

// From a FEN ("" is the start array) and moves as UCI, separated by spaces.
absl::StatusOr<chess::Game> GameOf(std::string_view fen, std::string_view moves);
Table TableOf(const chess::Game& game);

// The game as PGN; white and black name the players. `resigned`: who gave up a game that isn't
// over.
std::string TablePgn(const chess::Game& game, const std::string& white, const std::string& black,
                     const std::string& date, std::optional<chess::Color> resigned = {});

}  // namespace rookery::coordinator

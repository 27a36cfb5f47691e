// Ends a game by what the players themselves say of it: draws and resignations. The rules are
// fastchess's, which cutechess shares where they agree; the table of cases is in
// tests/unit/worker/match/adjudicator_test.cc. Scores are centipawns from the mover's view; a mate
// never counts as a draw's score, and a missing score breaks the mover's series.
// Pure; one thread.
#pragma once

#include <array>
#include <optional>

#include "base/pairing/outcome.h"
#include "engine/chess/game.h"

namespace rookery::worker {

// 0: off.
struct Adjudication {
  int draw_move_number = 0;  // full moves that must have been completed, by the FEN's count
  int draw_move_count = 0;   // moves of each side in a row within the score; 0: off
  int draw_score_cp = 0;
  int resign_move_count = 0;  // moves in a row at or below minus the score; 0: off
  int resign_score_cp = 0;
  bool resign_two_sided = false;  // the winner must have agreed for as long
};

class Adjudicator {
 public:
  explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

  // After each move: the position that it led to and what its player said of it. Resignation is
  // tested before the draw.
  std::optional<chess::RuleEnd> AfterMove(const chess::Position& position,
                                          std::optional<int> score_cp);

 private:
  bool Resigns(chess::Color mover, std::optional<int> score_cp);
  bool Draws(const chess::Position& position, std::optional<int> score_cp);

  Adjudication rules_;
  int draw_plies_ = 0;
  std::array<int, 2> losing_moves_ = {0, 0};
  std::array<int, 2> winning_moves_ = {0, 0};
};

}  // namespace rookery::worker

// Ends a game by what the players themselves say of it, draws and resignations, and by what endgame
// tables know. The rules are
// fastchess's, which cutechess shares where they agree; the table of cases is in
// tests/unit/worker/match/adjudicator_test.cc. Scores are centipawns from the mover's view; a mate
// never counts as a draw's score, and a missing score breaks the mover's series.
// Pure; one thread.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "base/pairing/outcome.h"
#include "engine/chess/game.h"
#include "engine/tablebase/tablebase.h"

namespace rookery::worker {

// What endgame tables may decide.
enum class TableVerdicts { kBoth, kWins, kDraws };

struct TableRules {
  std::shared_ptr<const tablebase::Tablebase> tables = {};  // none: nothing
  int most_men = 0;                                         // 0: as many as the tables have
  bool ignore_fifty_moves = false;  // a win that the fifty-move rule makes a draw is a win
  TableVerdicts verdicts = TableVerdicts::kBoth;
};

// 0: off.
struct Adjudication {
  int draw_move_number = 0;  // full moves that must have been completed, by the FEN's count
  int draw_move_count = 0;   // moves of each side in a row within the score; 0: off
  int draw_score_cp = 0;
  int resign_move_count = 0;  // moves in a row at or below minus the score; 0: off
  int resign_score_cp = 0;
  bool resign_two_sided = false;  // the winner must have agreed for as long
  TableRules endgames = {};
};

class Adjudicator {
 public:
  explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

  // Before the first move, and tested by AfterMove first: what tables know, with the halfmove clock
  // at 0 and no castling rights.
  std::optional<chess::RuleEnd> Known(const chess::Position& position) const;
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

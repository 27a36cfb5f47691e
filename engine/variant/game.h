// A four-nation game: the position, the moves so far, and when it is over. A captured king loses
// for its owner and the ally; four passes in a row, the same position for the third time, 50 rounds
// without capture, pawn move or coronation, and round 400 are draws. One thread at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/variant/board.h"
#include "engine/variant/position.h"

namespace rookery::variant {

inline constexpr int kMostRounds = 400;

enum class Ending : uint8_t { kKingCaptured, kFourPasses, kRepetition, kNoProgress, kRoundLimit };
// "king-captured", ...
std::string_view Name(Ending ending);

struct Outcome {
  Ending ending = Ending::kRoundLimit;
  std::optional<int> winner;  // a team (types.h), none in a draw
};
// As South and North see it: "1-0", "0-1", "1/2-1/2".
std::string_view ResultText(const Outcome& outcome);

class Game {
 public:
  // The board must outlive the game.
  Game(const Board& board, const Position& start, int most_rounds = kMostRounds);

  const Position& position() const { return position_; }
  // What may be played; empty when the game is over and where only a pass is left.
  const std::vector<Move>& moves() const { return moves_; }
  // Moves played, "pass" for a pass.
  const std::vector<std::string>& record() const { return record_; }
  const std::optional<Outcome>& outcome() const { return outcome_; }

  // One of moves(); the game isn't over.
  void Play(const Move& move);
  // Only where there are no moves and the game isn't over.
  void Pass();

 private:
  void AfterTurn();
  std::optional<Outcome> Judge() const;
  bool IsRepeated() const;

  const Board* board_;
  int most_rounds_;
  Position position_;
  std::vector<Move> moves_;
  std::vector<std::string> record_;
  std::vector<Position> since_progress_;  // with the present one; older ones can't come back
  int passes_ = 0;                        // in a row
  std::optional<Outcome> outcome_;
};

}  // namespace rookery::variant

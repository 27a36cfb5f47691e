// A played game as PGN: tags, and a comment a move with score, depth, time and clock, in the form
// that the common runners write ("{+0.35/12 0.123s, n=4567, tl=8.100s}").
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/chess/pgn.h"
#include "worker/match/pair_runner.h"

namespace rookery::worker {

struct GameLabels {
  std::string white;
  std::string black;
  std::string event = "Rookery match";
  std::string round;         // such as "12.1"
  std::string date;          // yyyy.mm.dd
  std::string time_control;  // the PGN tag; "-" for nodes or depth
};

// The PGN standard's words for how a game ended: normal, adjudication, time forfeit, illegal move,
// abandoned, stalled connection.
std::string_view TerminationTag(GameEnd end);
// As cutechess and fastchess say it: "White mates", "Draw by 3-fold repetition" ...
std::string ResultReason(const PlayedGame& game);
// "+0.35/12 0.123s, n=4567"; mates as +M5 and -M4 (plies).
std::string MoveComment(const MoveRecord& record);

chess::PgnGame ToPgnGame(const PlayedGame& game, const chess::Position& opening,
                         const GameLabels& labels);

}  // namespace rookery::worker

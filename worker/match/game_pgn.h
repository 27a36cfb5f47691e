// A played game as PGN: tags, and a comment a move with score, depth, time and clock, in the form
// that the common runners write ("{+0.35/12 0.123s, n=4567, tl=8.100s}").
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/chess/pgn.h"
#include "engine/chess/rule_profile.h"
#include "worker/match/pair_runner.h"

namespace rookery::worker {

struct GameLabels {
  std::string white;
  std::string black;
  std::string event = "Rookery match";
  std::string round;  // such as "12.1"
  std::string date;   // yyyy.mm.dd
  std::string site = "?";
  chess::RuleProfile rules = {};  // that the game was played by
  // Further tags, behind those that every game has.
  std::vector<std::pair<std::string, std::string>> more = {};
};

// What a move's comment says beside score, depth and time.
struct CommentStyle {
  bool none = false;  // no comments at all, and no tags beyond the roster
  bool clock = true;
  bool latency = false;  // time by our clock less the time that the engine said
  bool nodes = true;
  bool selective_depth = false;
  bool nodes_per_second = false;
  bool hash = false;
  bool tablebase_hits = false;
  bool line = false;
};

// The PGN standard's words for how a game ended: normal, adjudication, time forfeit, illegal move,
// abandoned, stalled connection.
std::string_view TerminationTag(GameEnd end);
// As cutechess and fastchess say it: "White mates", "Draw by 3-fold repetition" ...
std::string ResultReason(const PlayedGame& game, const chess::RuleProfile& rules);
// "+0.35/12 0.123s, tl=8.100s, n=4567"; mates as +M5 and -M4 (plies).
std::string MoveComment(const MoveRecord& record, const CommentStyle& style = {});

// The opening's moves come first, each with the comment "book".
chess::PgnGame ToPgnGame(const PlayedGame& game, const openings::Opening& opening,
                         const GameLabels& labels, const CommentStyle& style = {});

}  // namespace rookery::worker

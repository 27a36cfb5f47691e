// How the games that we play are described in their PGN: the one choice of words for the local
// runner and for the coordinator's export. They are those of fastchess and cutechess, so that tools
// made for their files understand ours. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/pairing/outcome.h"
#include "engine/chess/rule_profile.h"

namespace rookery::chess {

// Scores in centipawns as games store them: a mate in N plies is kMateInPgn - N.
inline constexpr int kMateInPgn = 32'000;
inline constexpr int kMateBoundInPgn = 30'000;  // beyond: a mate

// The tag Termination: normal, adjudication, time forfeit, illegal move, abandoned, stalled
// connection.
std::string_view TerminationTag(GameEnd end);
// "White mates", "Draw by 3-fold repetition" ...; the counts are those of the profile played by.
std::string EndText(GameEnd end, GameResult result, const RuleProfile& rules);
// "+0.35", "-1.20", "0.00"; mates as "+M5" and "-M4", in plies.
std::string ScoreText(int score_cp);

// A part of a clock; moves 0: it lasts for the rest of the game.
struct ClockPhase {
  int moves = 0;
  int64_t base_ms = 0;
  int64_t increment_ms = 0;
};
// What one side may think, in seconds: "40/60+0.6:900+30" of a clock, "0.1/move" of a time per
// move,
// "-" where only nodes or depth limit it.
std::string TimeControlText(std::span<const ClockPhase> phases, int64_t movetime_ms);
// The tag TimeControl, or WhiteTimeControl and BlackTimeControl where the sides' texts differ.
std::vector<std::pair<std::string, std::string>> TimeControlTags(const std::string& white,
                                                                 const std::string& black);

}  // namespace rookery::chess

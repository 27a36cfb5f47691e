// How the games that we play are described in their PGN: the one choice of words for the local
// runner and for the coordinator's export. They are those of fastchess and cutechess, so that tools
// made for their files understand ours. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

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

}  // namespace rookery::chess

// Where the Laws of Chess, the source texts and other match runners differ, as data: each option
// has a key, and a profile is a set of values with a name. Rated tests use "engine" alone.
// Plain values; pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/pairing/outcome.h"
#include "engine/chess/position.h"

namespace rookery::chess {

enum class DeadPositionRule : uint8_t {
  kOff,
  kMaterial,   // bare kings, one knight, bishops of one square colour
  kFide,       // whatever is proven: walls and forced captures too
  kFastchess,  // fastchess's list: at most one minor piece, or one bishop each of the same colour,
               // or two bishops of one colour against a bare king
};

enum class PerpetualRule : uint8_t {
  kOff,
  kChecks,      // perpetual_checks in a row by one side
  kRepetition,  // a repetition in which one side did nothing but check is called perpetual
};

enum class EndOrder : uint8_t {
  kRules,      // mate, stalemate, dead position, repetition, no progress, perpetual
  kFastchess,  // no progress (unless mate), material, repetition, mate and stalemate
};

// The defaults are the profile "engine". A count of 0 switches its rule off.
struct RuleProfile {
  int repetition_count = 3;         // the game ends at this occurrence
  int repetition_claim = 0;         // may be claimed from this occurrence on
  int no_progress_plies = 100;      // the game ends after so many plies without progress
  int no_progress_claim_plies = 0;  // may be claimed after so many
  int no_progress_kbnk_plies = 0;   // instead, with bishop and knight against a bare king
  bool pawn_move_is_progress = true;
  DeadPositionRule dead_position = DeadPositionRule::kFide;
  PerpetualRule perpetual = PerpetualRule::kOff;
  int perpetual_checks = 10;
  EndOrder order = EndOrder::kRules;
  int illegal_limit = 1;                // this illegal move of a side loses the game
  int illegal_extra_seconds = 0;        // for the other side, after one that doesn't lose
  int illegal_extra_blitz_seconds = 0;  // the same where time is short
  bool flag_fall_needs_mate = true;     // FIDE 6.9: no loss against a side that can't mate
  bool offers_alternate = true;         // no second offer of a draw before the other side's
  bool offers_after_move = true;        // an offer is made between move and clock
  int reversed_restart_moves = 0;       // colours found reversed: restart below so many moves each
  int reversed_restart_percent = 100;   // or before this part of the time is gone
};

// "engine", "fide", "source", "qq" (source, as one server of the texts plays it), "fastchess".
const std::vector<std::string_view>& RuleProfileNames();
// By its name, "" being "engine", and options that differ from it:
// "fide,no_progress.reset=capture".
absl::StatusOr<RuleProfile> FindRuleProfile(std::string_view text);
// Games by another profile than the default stand apart: they count for no rating.
bool IsRated(std::string_view profile_name);
// One line for people: what the profile is for, options aside.
std::string_view RuleProfileSummary(std::string_view name);

// All options as (key, value), in a fixed order, for people and files.
std::vector<std::pair<std::string, std::string>> RuleOptions(const RuleProfile& profile);
// Sets one option; the error names the key, the value and what is allowed.
absl::Status SetRuleOption(RuleProfile& profile, std::string_view key, std::string_view value);

// Plies since the last capture, and since the last capture or pawn move.
struct Progress {
  int since_capture = 0;
  int since_capture_or_pawn = 0;
};
bool NoProgressEnds(const RuleProfile& profile, const Progress& progress, bool kbnk);
// Bishop and knight against a bare king.
bool IsBishopAndKnight(const Position& position);

bool IsDeadBy(DeadPositionRule rule, const Position& position);

// What `color`'s fallen flag comes to.
std::pair<GameEnd, GameResult> FlagFall(const RuleProfile& profile, const Position& position,
                                        Color color);

}  // namespace rookery::chess

#include "worker/match/time_control.h"

#include <charconv>
#include <cmath>

#include "base/status.h"
#include "engine/chess/pgn_tags.h"

namespace rookery::worker {
namespace {

constexpr int64_t kMsPerMinute = 60'000;

absl::StatusOr<int64_t> ParseBase(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return ParseSeconds(text);
  ROOKERY_ASSIGN_OR_RETURN(const int64_t minutes, ParseSeconds(text.substr(0, colon)));
  ROOKERY_ASSIGN_OR_RETURN(const int64_t seconds, ParseSeconds(text.substr(colon + 1)));
  return minutes * (kMsPerMinute / 1000) + seconds;
}

absl::StatusOr<Period> ParsePeriod(std::string_view text) {
  Period period;
  if (const size_t slash = text.find('/'); slash != std::string_view::npos) {
    const std::string_view moves = text.substr(0, slash);
    text.remove_prefix(slash + 1);
    const auto [end, error] =
        std::from_chars(moves.data(), moves.data() + moves.size(), period.moves);
    const bool whole = error == std::errc() && end == moves.data() + moves.size();
    if (moves == "inf" || moves == "infinite") {
      period.moves = 0;
    } else if (!whole || period.moves < 1 || period.moves > kMaxPeriodMoves) {
      return InvalidArgument("'{}' is no number of moves from 1 to {}", moves, kMaxPeriodMoves);
    }
  }
  if (const size_t plus = text.find('+'); plus != std::string_view::npos) {
    ROOKERY_ASSIGN_OR_RETURN(period.increment_ms, ParseSeconds(text.substr(plus + 1)));
    text = text.substr(0, plus);
  }
  ROOKERY_ASSIGN_OR_RETURN(period.base_ms, ParseBase(text));
  if (period.base_ms > kMaxPeriodMs) return InvalidArgument("'{}' is more than a week", text);
  if (period.base_ms + period.increment_ms == 0) return InvalidArgument("it gives no time");
  return period;
}

absl::StatusOr<TimeControl> ParsePeriods(std::string_view text) {
  TimeControl control;
  while (true) {
    const size_t comma = text.find(',');
    if (control.periods.size() == kMaxPeriods) {
      return InvalidArgument("more than {} periods", kMaxPeriods);
    }
    if (!control.periods.empty() && control.periods.back().moves == 0) {
      return InvalidArgument("a period without moves lasts for the game, so none follows it");
    }
    ROOKERY_ASSIGN_OR_RETURN(Period period, ParsePeriod(text.substr(0, comma)));
    control.periods.push_back(period);
    if (comma == std::string_view::npos) return control;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

absl::StatusOr<int64_t> ParseSeconds(std::string_view text) {
  std::string_view digits = text;
  if (digits.size() > 1 && digits.back() == 's') digits.remove_suffix(1);
  double seconds = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seconds,
                                            std::chars_format::fixed);
  if (error != std::errc() || end != digits.data() + digits.size() || !(seconds >= 0) ||
      seconds * 1000 > static_cast<double>(kMaxPeriodMs)) {
    return InvalidArgument("'{}' is no number of seconds from 0 to a week", text);
  }
  return std::llround(seconds * 1000);
}

absl::StatusOr<TimeControl> ParseTimeControl(std::string_view text) {
  if (text == "inf" || text == "infinite") return TimeControl{};
  absl::StatusOr<TimeControl> control = ParsePeriods(text);
  if (control.ok()) return control;
  return InvalidArgument(
      "'{}' is no time control: {}; write seconds a game + seconds a move, as in 8+0.08, 40/60, "
      "1:30+1 or 40/60,20/30",
      text, Message(control.status()));
}

std::string TimeControlText(const TimeControl& control, int64_t movetime_ms) {
  std::vector<chess::ClockPhase> phases;
  for (const Period& period : control.periods) {
    phases.push_back({period.moves, period.base_ms, period.increment_ms});
  }
  return chess::TimeControlText(phases, movetime_ms);
}

bool IsBlitz(const TimeControl& control) {
  constexpr int kMoves = 60;
  constexpr int64_t kMostMs = 10 * 60 * 1000;
  int moves = 0;
  int64_t allotted_ms = 0;
  for (size_t i = 0; i < control.periods.size() && moves < kMoves;) {
    const Period& period = control.periods[i];
    const int rest = kMoves - moves;
    const int played = period.moves == 0 ? rest : std::min(period.moves, rest);
    allotted_ms += period.base_ms + played * period.increment_ms;
    moves += played;
    if (i + 1 < control.periods.size()) ++i;  // the last one repeats
  }
  return control.enabled() && allotted_ms <= kMostMs;
}

TimeControl SuddenDeath(int64_t base_ms, int64_t increment_ms) {
  TimeControl control;
  if (base_ms > 0 || increment_ms > 0) control.periods.push_back({0, base_ms, increment_ms});
  return control;
}

}  // namespace rookery::worker

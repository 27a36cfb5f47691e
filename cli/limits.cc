#include "cli/limits.h"

#include <algorithm>
#include <utility>

#include "base/status.h"
#include "cli/local_engine.h"
#include "cli/option_checks.h"
#include "cli/whole_number.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMostMs = int64_t{24} * 3600 * 1000;  // of a run's clock
constexpr int64_t kMostNodes = 1'000'000'000'000;
constexpr int64_t kMostDepth = 127;

absl::Status CheckOneClock(const LimitFlags& flags) {
  if (flags.time_control.empty() || flags.movetime_ms == 0) return absl::OkStatus();
  return InvalidArgument("--tc and --movetime exclude each other; give one of them");
}

bool NoneGiven(const LimitFlags& flags) {
  return flags.nodes == 0 && flags.depth == 0 && flags.movetime_ms == 0 &&
         flags.time_control.empty();
}

// As it is sent. A run's times are bounded more narrowly than those of a match here.
absl::StatusOr<v1::Limits> ToWire(const worker::SideLimits& from) {
  v1::Limits limits;
  limits.set_nodes(from.per_move.nodes);
  limits.set_depth(from.per_move.depth);
  limits.set_movetime_ms(from.per_move.movetime_ms);
  limits.set_margin_ms(from.clock.margin_ms);
  const std::vector<worker::Period>& periods = from.clock.periods;
  for (const worker::Period& period : periods) {
    if (period.base_ms > kMostMs || period.increment_ms > kMostMs) {
      return InvalidArgument("'{}' has more than a day", worker::TimeControlText(from.clock));
    }
  }
  if (periods.size() == 1 && periods.front().moves == 0) {
    limits.set_base_ms(periods.front().base_ms);
    limits.set_increment_ms(periods.front().increment_ms);
    return limits;
  }
  for (const worker::Period& period : periods) {
    v1::ClockPeriod& one = *limits.add_periods();
    one.set_moves(period.moves);
    one.set_base_ms(period.base_ms);
    one.set_increment_ms(period.increment_ms);
  }
  return limits;
}

}  // namespace

void AddLimitOptions(CLI::App& command, LimitFlags& flags) {
  command.add_option("--nodes", flags.nodes, "Nodes a move; 5000 if no limit is given")
      ->type_name("N")
      ->check(WholeNumber(1, 1'000'000'000'000))
      ->group("Limits");
  command.add_option("--depth", flags.depth, "Depth a move, in plies")
      ->type_name("N")
      ->check(WholeNumber(1, 127))
      ->group("Limits");
  command.add_option("--movetime", flags.movetime_ms, "Milliseconds a move")
      ->type_name("MS")
      ->check(WholeNumber(1, 86'400'000))
      ->group("Limits");
  command
      .add_option(
          "--tc", flags.time_control,
          "Clock: seconds a game + seconds a move, as in 8+0.08; also 40/60, 1:30+1, 0+5, and "
          "periods: 40/60,20/30")
      ->type_name("S+S")
      ->check(NotEmpty())
      ->group("Limits");
  command.add_option("--margin", flags.margin_ms, "Milliseconds by which a move may be late")
      ->type_name("MS")
      ->check(WholeNumber(0, 60'000))
      ->group("Limits");
}

absl::StatusOr<worker::SideLimits> ToSideLimits(const LimitFlags& flags) {
  worker::SideLimits limits;
  limits.per_move.nodes = flags.nodes;
  limits.per_move.depth = flags.depth;
  limits.per_move.movetime_ms = flags.movetime_ms;
  ROOKERY_RETURN_IF_ERROR(CheckOneClock(flags));
  if (!flags.time_control.empty()) {
    absl::StatusOr<worker::TimeControl> control = worker::ParseTimeControl(flags.time_control);
    if (!control.ok()) return InvalidArgument("--tc: {}", Message(control.status()));
    limits.clock = *std::move(control);
  }
  if (NoneGiven(flags)) limits.per_move.nodes = kDefaultNodes;
  limits.clock.margin_ms = flags.margin_ms;
  return limits;
}

absl::StatusOr<v1::Limits> ToLimits(const LimitFlags& flags) {
  ROOKERY_ASSIGN_OR_RETURN(const worker::SideLimits limits, ToSideLimits(flags));
  absl::StatusOr<v1::Limits> wire = ToWire(limits);
  if (!wire.ok()) return InvalidArgument("--tc: {}", Message(wire.status()));
  return wire;
}

bool IsLimit(std::string_view key) {
  return key == "tc" || key == "movetime" || key == "nodes" || key == "depth" || key == "margin";
}

absl::Status SetLimit(const std::string& key, const std::string& value,
                      worker::SideLimits& limits) {
  search::SearchLimits& move = limits.per_move;
  if (key == "tc") {
    const int64_t margin = limits.clock.margin_ms;
    ROOKERY_ASSIGN_OR_RETURN(limits.clock, worker::ParseTimeControl(value));
    limits.clock.margin_ms = margin;
  } else if (key == "movetime") {
    ROOKERY_ASSIGN_OR_RETURN(move.movetime_ms, NumberOf(key, value, 1, worker::kMaxPeriodMs));
  } else if (key == "nodes") {
    ROOKERY_ASSIGN_OR_RETURN(move.nodes, NumberOf(key, value, 1, kMostNodes));
  } else if (key == "depth") {
    ROOKERY_ASSIGN_OR_RETURN(const int64_t depth, NumberOf(key, value, 1, kMostDepth));
    move.depth = static_cast<int>(depth);
  } else {
    ROOKERY_ASSIGN_OR_RETURN(limits.clock.margin_ms, NumberOf(key, value, 0, worker::kMaxPeriodMs));
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::Limits> OwnLimits(std::string_view flag, const std::vector<std::string>& texts) {
  worker::SideLimits limits;
  for (const std::string& text : texts) {
    const size_t equals = std::min(text.find('='), text.size());
    const std::string key = text.substr(0, equals);
    if (equals == text.size() || !IsLimit(key)) {
      return InvalidArgument("{}: '{}' must be tc=, movetime=, nodes=, depth= or margin=", flag,
                             text);
    }
    if (const absl::Status set = SetLimit(key, text.substr(equals + 1), limits); !set.ok()) {
      return InvalidArgument("{}: {}", flag, Message(set));
    }
  }
  if (!limits.clock.enabled() && limits.per_move.nodes == 0 && limits.per_move.depth == 0 &&
      limits.per_move.movetime_ms == 0) {
    return InvalidArgument(
        "{}: a margin alone limits nothing; add tc=, movetime=, nodes= or depth=", flag);
  }
  absl::StatusOr<v1::Limits> wire = ToWire(limits);
  if (!wire.ok()) return InvalidArgument("{}: {}", flag, Message(wire.status()));
  return wire;
}

}  // namespace rookery::cli

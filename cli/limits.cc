#include "cli/limits.h"

#include <utility>

#include "base/status.h"
#include "cli/option_checks.h"
#include "cli/whole_number.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMostMs = int64_t{24} * 3600 * 1000;  // of a run's clock

absl::Status CheckOneClock(const LimitFlags& flags) {
  if (flags.time_control.empty() || flags.movetime_ms == 0) return absl::OkStatus();
  return InvalidArgument("--tc and --movetime exclude each other; give one of them");
}

bool NoneGiven(const LimitFlags& flags) {
  return flags.nodes == 0 && flags.depth == 0 && flags.movetime_ms == 0 &&
         flags.time_control.empty();
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
          "Clock: seconds a game + seconds a move, as in 8+0.08; with --local also 40/60, 1:30+1, "
          "0+5, and periods: 40/60,20/30")
      ->type_name("S+S")
      ->check(NotEmpty())
      ->group("Limits");
}

absl::Status ParseTimeControl(std::string_view text, v1::Limits& limits) {
  const absl::StatusOr<worker::TimeControl> control = worker::ParseTimeControl(text);
  if (!control.ok()) return InvalidArgument("--tc: {}", Message(control.status()));
  if (control->periods.size() != 1 || control->periods.front().moves != 0 ||
      control->periods.front().base_ms == 0) {
    return InvalidArgument(
        "--tc: '{}': a run's clock is seconds a game + seconds a move, as in "
        "8+0.08; periods and increments alone are for --local",
        text);
  }
  const worker::Period& period = control->periods.front();
  if (period.base_ms > kMostMs || period.increment_ms > kMostMs) {
    return InvalidArgument("--tc: '{}' is more than a day", text);
  }
  limits.set_base_ms(period.base_ms);
  limits.set_increment_ms(period.increment_ms);
  return absl::OkStatus();
}

absl::StatusOr<v1::Limits> ToLimits(const LimitFlags& flags) {
  v1::Limits limits;
  limits.set_nodes(flags.nodes);
  limits.set_depth(flags.depth);
  limits.set_movetime_ms(flags.movetime_ms);
  ROOKERY_RETURN_IF_ERROR(CheckOneClock(flags));
  if (!flags.time_control.empty()) {
    ROOKERY_RETURN_IF_ERROR(ParseTimeControl(flags.time_control, limits));
  }
  if (NoneGiven(flags)) limits.set_nodes(kDefaultNodes);
  return limits;
}

absl::StatusOr<worker::SideLimits> ToSideLimits(const LimitFlags& flags, int64_t margin_ms) {
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
  limits.clock.margin_ms = margin_ms;
  return limits;
}

}  // namespace rookery::cli

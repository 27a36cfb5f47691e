#include "cli/limits.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "base/status.h"
#include "cli/whole_number.h"

namespace rookery::cli {
namespace {

constexpr double kMostSeconds = 24 * 3600;

std::optional<int64_t> Milliseconds(std::string_view text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(seconds >= 0 && seconds <= kMostSeconds)) return std::nullopt;
  return std::llround(seconds * 1000);
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
  command.add_option("--tc", flags.time_control, "Clock: seconds a game + seconds a move")
      ->type_name("S+S")
      ->group("Limits");
}

absl::Status ParseTimeControl(std::string_view text, v1::Limits& limits) {
  const size_t plus = text.find('+');
  const auto base = Milliseconds(text.substr(0, plus));
  const auto increment = plus == std::string_view::npos ? std::optional<int64_t>(0)
                                                        : Milliseconds(text.substr(plus + 1));
  if (!base || !increment || *base == 0) {
    return InvalidArgument(
        "--tc: '{}' is no time control; write seconds a game + seconds a move, "
        "as in 8+0.08",
        text);
  }
  limits.set_base_ms(*base);
  limits.set_increment_ms(*increment);
  return absl::OkStatus();
}

absl::StatusOr<v1::Limits> ToLimits(const LimitFlags& flags) {
  v1::Limits limits;
  limits.set_nodes(flags.nodes);
  limits.set_depth(flags.depth);
  limits.set_movetime_ms(flags.movetime_ms);
  if (!flags.time_control.empty()) {
    if (flags.movetime_ms != 0) {
      return InvalidArgument("--tc and --movetime exclude each other; give one of them");
    }
    ROOKERY_RETURN_IF_ERROR(ParseTimeControl(flags.time_control, limits));
  }
  if (flags.nodes == 0 && flags.depth == 0 && flags.movetime_ms == 0 &&
      flags.time_control.empty()) {
    limits.set_nodes(kDefaultNodes);
  }
  return limits;
}

}  // namespace rookery::cli

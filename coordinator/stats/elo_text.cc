#include "coordinator/stats/elo_text.h"

#include <fmt/format.h>

#include <cmath>

namespace rookery::stats {

std::optional<double> KnownElo(double elo) {
  if (!(std::abs(elo) < kEloEnd)) return std::nullopt;
  return elo;
}

std::string EloRange(double low, double high) {
  const std::optional<double> from = KnownElo(low);
  const std::optional<double> to = KnownElo(high);
  if (from && to) return fmt::format("[{:+.1f}, {:+.1f}]", *from, *to);
  if (from) return fmt::format("at least {:+.1f}", *from);
  return to ? fmt::format("at most {:+.1f}", *to) : "";
}

std::string EloText(const Interval& elo) {
  const std::string range = EloRange(elo.low, elo.high);
  if (range.empty() || !KnownElo(elo.value)) return range;
  return fmt::format("{:+.1f}{} {}", elo.value, range.front() == '[' ? "" : ",", range);
}

}  // namespace rookery::stats

// The order of a table of engines that played each other: by points, for that is what a table of a
// tournament means by first; by share of them where the numbers of games differ; then by rating,
// then by place in the list of entries. A rating that the games don't define decides nothing.
// Pure; any thread.
#pragma once

#include <optional>

namespace rookery::stats {

struct StandingKey {
  double points = 0;
  double games = 0;  // 0: behind all that have played
  std::optional<double> rating;
  int entry = 0;
};

// Whether a stands before b.
bool StandsBefore(const StandingKey& a, const StandingKey& b);

}  // namespace rookery::stats

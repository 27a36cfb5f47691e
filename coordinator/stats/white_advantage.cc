#include "coordinator/stats/white_advantage.h"

#include <optional>
#include <vector>

namespace rookery::stats {
namespace {

// Meetings by player, each with what it adds to the shift on the way to the opponent.
struct Step {
  uint32_t to = 0;
  int64_t shift = 0;
};

std::vector<std::vector<Step>> StepsOf(const RatingProblem& problem) {
  std::vector<std::vector<Step>> steps(problem.players());
  for (const Meeting& meeting : problem.meetings()) {
    steps[meeting.white].push_back({.to = meeting.black, .shift = 1});
    steps[meeting.black].push_back({.to = meeting.white, .shift = -1});
  }
  return steps;
}

// Shifts of everybody who can be reached from `start`, which has none itself. False if two ways to
// somebody ask for different ones.
bool Spread(const std::vector<std::vector<Step>>& steps, uint32_t start,
            std::vector<std::optional<int64_t>>& shifts) {
  std::vector<uint32_t> open = {start};
  shifts[start] = 0;
  while (!open.empty()) {
    const uint32_t player = open.back();
    open.pop_back();
    for (const Step& step : steps[player]) {
      const int64_t shift = *shifts[player] + step.shift;
      if (!shifts[step.to].has_value()) {
        shifts[step.to] = shift;
        open.push_back(step.to);
      } else if (*shifts[step.to] != shift) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

bool RatingsCanStandForWhitesAdvantage(const RatingProblem& problem) {
  const std::vector<std::vector<Step>> steps = StepsOf(problem);
  std::vector<char> still(problem.players(), 0);
  for (uint32_t i = 0; i < problem.players(); ++i) still[i] = !problem.free[i];
  for (const Pull& pull : problem.pulls) still[pull.coordinate] = 1;
  std::vector<std::optional<int64_t>> shifts(problem.players());
  // Those that can't shift first: all that hangs on them follows.
  for (const bool fixed : {true, false}) {
    for (uint32_t i = 0; i < problem.players(); ++i) {
      if (static_cast<bool>(still[i]) != fixed || steps[i].empty()) continue;
      if (!shifts[i].has_value() && !Spread(steps, i, shifts)) return false;
      if (fixed && *shifts[i] != 0) return false;
    }
  }
  return true;
}

}  // namespace rookery::stats

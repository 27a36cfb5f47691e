#include "cli/improve_plan.h"

#include "base/check.h"

namespace rookery::cli {
namespace {

uint64_t Even(uint64_t games) { return games / 2 * 2; }

}  // namespace

ImproveBudget ShareBudget(uint64_t games, const ImproveParts& parts) {
  ROOKERY_CHECK(games >= kLeastImproveGames);
  const uint64_t takers = uint64_t{parts.makes_data} + uint64_t{parts.tunes};
  const uint64_t share = takers == 0 ? 0 : Even((games - games * 2 / 5) / takers);
  ImproveBudget budget;
  if (parts.makes_data) budget.data = share;
  if (parts.tunes) budget.tune = share;
  budget.verify = Even(games - budget.data - budget.tune);
  return budget;
}

}  // namespace rookery::cli

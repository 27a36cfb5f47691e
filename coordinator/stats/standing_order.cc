#include "coordinator/stats/standing_order.h"

#include <cmath>

namespace rookery::stats {

bool StandsBefore(const StandingKey& a, const StandingKey& b) {
  // Shares are compared as products of whole and half numbers, which are exact.
  const double share_a = a.games > 0 ? a.points * (b.games > 0 ? b.games : 1) : -1;
  const double share_b = b.games > 0 ? b.points * (a.games > 0 ? a.games : 1) : -1;
  if (share_a != share_b) return share_a > share_b;
  const double rating_a = a.rating.value_or(-INFINITY);
  const double rating_b = b.rating.value_or(-INFINITY);
  return rating_a != rating_b ? rating_a > rating_b : a.entry < b.entry;
}

}  // namespace rookery::stats

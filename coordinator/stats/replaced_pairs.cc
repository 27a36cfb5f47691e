#include "coordinator/stats/replaced_pairs.h"

#include <algorithm>

#include "base/check.h"
#include "coordinator/stats/error_spread.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/llr_motion.h"

namespace rookery::stats {

double PriceOfReplacing(const Sprt& sprt, const Pentanomial& counts, int64_t replaced,
                        int64_t looked) {
  ROOKERY_CHECK(0 <= replaced && replaced <= looked);
  if (replaced == 0 || Total(counts) == 0) return 0;
  const Sample sample = MakeSample(counts);
  const double variance = ErrorSpreadOf(sample).variance;
  const double pairs = static_cast<double>(replaced);
  const double kept = 1 - pairs / static_cast<double>(looked);
  const double price =
      pairs * kept * MotionOf(sprt.bounds(), variance, sample.games_each).variance / 2;
  return std::min(price, kMostPrice);
}

}  // namespace rookery::stats

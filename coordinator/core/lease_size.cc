#include "coordinator/core/lease_size.h"

#include <algorithm>
#include <cmath>

#include "coordinator/core/limits.h"

namespace rookery::coordinator {

int LeaseSize(const LeaseSizeInput& input) {
  const double slots = std::max(1, input.slots);
  double pairs = slots;
  if (input.pair_seconds > 0) {
    pairs = std::max(slots,
                     std::ceil(slots * absl::ToDoubleSeconds(input.target) / input.pair_seconds));
  }
  // The tail: nobody should sit on pairs that others wait for.
  const double fleet = std::max(slots, input.fleet_slots);
  const double share = std::ceil(static_cast<double>(input.available) * slots / fleet);
  pairs = std::min(pairs, std::max(slots, share));
  pairs = std::min({pairs, static_cast<double>(std::max(1, input.asked)),
                    static_cast<double>(limits::kMaxPairsPerLease),
                    static_cast<double>(std::max<uint64_t>(1, input.available))});
  return std::max(1, static_cast<int>(pairs));
}

int MostPairs(size_t parameters) {
  constexpr size_t kValueBytes = 5;  // a sint32 at the worst
  constexpr size_t kSides = 2;
  if (parameters == 0) return limits::kMaxPairsPerLease;
  const size_t fit = limits::kMaxCandidateBytes / (kSides * kValueBytes * parameters);
  return static_cast<int>(
      std::clamp<size_t>(fit, 1, static_cast<size_t>(limits::kMaxPairsPerLease)));
}

}  // namespace rookery::coordinator

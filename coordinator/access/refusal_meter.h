// How many refused attempts are written to the audit log: a burst, then one in a while; the others
// are counted and told of with the next. So whoever guesses or floods can't push the log's other
// rows out. Pure; one thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/time/time.h"

namespace rookery::coordinator {

class RefusalMeter {
 public:
  static constexpr int kBurst = 30;
  static constexpr absl::Duration kEach = absl::Seconds(10);  // 8,640 a day

  // One more attempt was refused: the number of those before it that weren't noted; nothing if this
  // one isn't to be noted either.
  std::optional<uint64_t> Take(absl::Time now, uint64_t attempts = 1) {
    const absl::Time earliest = now - kBurst * kEach;
    paid_until_ = std::max(paid_until_, earliest) + kEach;
    if (paid_until_ <= now) return std::exchange(skipped_, 0) + attempts - 1;
    paid_until_ -= kEach;
    skipped_ += attempts;
    return std::nullopt;
  }

 private:
  absl::Time paid_until_ = absl::InfinitePast();
  uint64_t skipped_ = 0;
};

}  // namespace rookery::coordinator

// Waiting for what another process or thread does, with a bound; for tests of real servers, where
// no fake clock can stand in. One thread.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace rookery::testing {

// Whether the condition came true within ten seconds.
inline bool WaitUntil(absl::FunctionRef<bool()> condition) {
  const absl::Time end = absl::Now() + absl::Seconds(10);
  while (!condition()) {
    if (absl::Now() > end) return false;
    absl::SleepFor(absl::Milliseconds(10));
  }
  return true;
}

}  // namespace rookery::testing

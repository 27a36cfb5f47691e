// Tells two processes that use one worker's identity (a machine that was copied after it had
// joined) from one process that comes back before its old session is known to be dead. The first
// takeovers are free; after several in quick succession the session that is there stays, as long as
// it is heard of, and newcomers wait longer and longer. Pure; one thread at a time.
#pragma once

#include <array>

#include "absl/time/time.h"
#include "coordinator/core/limits.h"

namespace rookery::coordinator {

// What people are told of a worker whose identity is contested.
inline constexpr const char* kSharedIdentity =
    "two processes use this worker's identity; give one of them a new data folder";

class TakeoverGuard {
 public:
  // A newcomer says hello while another session is there, which counts as alive until
  // `alive_until`. Zero: the newcomer takes over. Otherwise it is to come again after so long.
  absl::Duration Meet(absl::Time alive_until, absl::Time now);
  // Newcomers were told to wait, the last one not long ago.
  bool Contested(absl::Time now) const { return now - turned_away_ < limits::kTakeoverCalm; }
  // Whether to tell people (again) now; if so it counts as told.
  bool TakeWarning(absl::Time now);

 private:
  std::array<absl::Time, limits::kFreeTakeovers> taken_ = Never();  // the last ones, in a ring
  size_t next_ = 0;
  absl::Duration retry_ = limits::kFirstTakeoverRetry;  // what the next one is told
  absl::Time turned_away_ = absl::InfinitePast();       // the last one
  absl::Time told_ = absl::InfinitePast();

  static std::array<absl::Time, limits::kFreeTakeovers> Never() {
    std::array<absl::Time, limits::kFreeTakeovers> never;
    never.fill(absl::InfinitePast());
    return never;
  }
};

}  // namespace rookery::coordinator

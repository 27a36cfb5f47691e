// Times on the wire. Pure; any thread.
#pragma once

#include <google/protobuf/timestamp.pb.h>

#include "absl/time/time.h"

namespace rookery::coordinator {

inline void Fill(google::protobuf::Timestamp& target, absl::Time time) {
  const int64_t seconds = absl::ToUnixSeconds(time);
  target.set_seconds(seconds);
  target.set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(time - absl::FromUnixSeconds(seconds))));
}

}  // namespace rookery::coordinator

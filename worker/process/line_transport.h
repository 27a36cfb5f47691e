// Lines to and from something that talks: a process, or a script in a test. Deadlines are absolute,
// in nanoseconds of a clock that never steps back, so that chatter can't move them.
// One thread, but for Wake.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery::worker {

// A longer line is cut; what is beyond is dropped as it arrives.
inline constexpr size_t kMaxLineBytes = 1 << 16;

class LineTransport {
 public:
  virtual ~LineTransport() = default;

  // Sends the text, which ends with a line break. Unavailable if the other side is gone.
  virtual absl::Status Write(std::string_view text, int64_t deadline_ns) = 0;
  // The next line without its end; valid until the next call. DeadlineExceeded, Unavailable once
  // the other side is gone and everything that it wrote was read, Cancelled after Wake.
  virtual absl::StatusOr<std::string_view> ReadLine(int64_t deadline_ns) = 0;
  // Drops what has arrived and wasn't read, having shown each whole line.
  virtual void Discard(const std::function<void(std::string_view)>& show) = 0;
  // From any thread: makes the running or the next ReadLine return Cancelled, once.
  virtual void Wake() = 0;
  // How it ended and the last that it said on its error output, for people; bounded.
  virtual std::string Evidence() = 0;
};

}  // namespace rookery::worker

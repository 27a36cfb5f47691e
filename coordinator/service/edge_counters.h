// What the gRPC edge counts for /metrics. Relaxed atomics; any thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace rookery::coordinator {

struct EdgeCounters {
  std::atomic<uint64_t> calls{0};  // unary and streaming calls of people and programs
  std::atomic<uint64_t> calls_failed{0};
  std::atomic<uint64_t> sessions_opened{0};
  std::atomic<uint64_t> sessions_refused{0};  // bad hello, wrong protocol
  std::atomic<uint64_t> messages_in{0};
  std::atomic<uint64_t> messages_out{0};
  std::atomic<uint64_t> messages_refused{0};  // not well formed
  std::atomic<uint64_t> outbox_overflows{0};  // workers that didn't read
  std::atomic<uint64_t> queue_full{0};
  std::atomic<uint64_t> upload_bytes{0};
  std::atomic<uint64_t> download_bytes{0};
  std::atomic<int64_t> watchers{0};
};

}  // namespace rookery::coordinator

// What worker and coordinator say to each other, as the agent sees it: the messages of
// proto/rookery/v1/workers.proto without their wire. worker/link converts.
// Plain values; any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "worker/match/live_feed.h"
#include "worker/match/pair_runner.h"
#include "worker/match/play_plan.h"

namespace rookery::worker {

inline constexpr int kProtocol = 1;
inline constexpr size_t kMaxPairsPerReport = 64;

// From the worker.
struct Hello {
  std::vector<std::string> held_leases;
};
struct LeaseRequest {
  int max_pairs = 0;
  int64_t request = 0;
};
struct Report {
  std::string lease;
  int64_t sequence = 0;
  std::string run;
  int attempt = 0;
  std::vector<PlayedPair> pairs;
};
struct Heartbeat {
  std::vector<std::string> held_leases;
  double nodes_per_second = 0;
};
struct Release {
  std::string lease;
  std::string reason;
  bool failed = false;  // it can't be played here
};
// Games of a watched run as they stand; neither repeated nor acknowledged.
struct LiveGames {
  std::string run;
  std::vector<LiveGame> games;
};
using WorkerMessage =
    std::variant<Hello, LeaseRequest, std::shared_ptr<const Report>, Heartbeat, Release, LiveGames>;

// From the coordinator.
struct Welcome {
  std::string version;
  int heartbeat_seconds = 0;
  std::vector<std::string> lost_leases;
  int reconnect_spread_ms = 0;  // wait up to so long when the link breaks
};
struct Lease {
  std::string lease;
  int64_t request = 0;
  std::shared_ptr<const PlayPlan> plan;
  std::vector<uint64_t> pair_indices;
  int attempt = 0;
};
struct NoWork {
  int64_t request = 0;
  std::string reason;
  int retry_after_ms = 0;
};
struct ReportAck {
  std::string lease;
  int64_t sequence = 0;
  int counted = 0;
  int duplicates = 0;
  std::string refused;  // not empty: it can never be counted, and why
};
struct Cancel {
  std::string lease;
  std::string reason;
};
struct Drain {
  std::string reason;
};
// The coordinator is busy and has dropped the last messages.
struct Backoff {
  int retry_after_ms = 0;
  std::string reason;
};

// Somebody watches a run: show its games as they are played.
struct WatchGames {
  LiveFeed::Wish wish;
};

}  // namespace rookery::worker

// A fleet that isn't there, and the coordinator that it loads: thousands of workers, each with a
// connection and a stream of its own, evenly paced. Blocks; the driver's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/clock.h"
#include "proto/wire/client.h"
#include "tests/bench/load/coordinator_process.h"
#include "tests/bench/load/cpu_clock.h"
#include "tests/bench/load/load_worker.h"

namespace rookery::bench {

struct FleetOptions {
  CoordinatorProcess::Options coordinator;
  int workers = 1000;
  uint64_t seed = 1;  // of the book
};

// What was seen while the fleet reported at a rate.
struct Paced {
  double rate = 0;  // reports a second; as many heartbeats, and a request every few
  CpuUse cpu;
  Percentiles lease;
  Percentiles report;
  Percentiles heartbeat;
  Percentiles late;  // how late this program sent, which the others contain
  Figures::Samples samples;

  double worst_p99() const;
  // Nothing failed, however slow it was, and the figures are there.
  bool sound() const;
};
std::string ToText(const Paced& paced);  // lines

class Fleet {
 public:
  explicit Fleet(const FleetOptions& options) : options_(options) {}
  // Ends the streams, then the coordinator.
  ~Fleet();

  // Starts the coordinator and lets all workers join and connect. Prints what they cost.
  absl::Status Connect();
  // Creates a run that has so many pairs, and has every worker take some. Once, after Connect.
  absl::Status StartRun(size_t pairs);
  // Reports at that rate for so long, workers taking turns.
  Paced Pace(double rate, double seconds);
  // Breaks the streams of so many and connects them again at once; seconds until each has been
  // welcomed and its request for work answered. DeadlineExceeded if not all are.
  absl::StatusOr<double> Reconnect(size_t count);

 private:
  size_t Count(bool (LoadWorker::*is)() const) const;
  absl::Status ConnectAll(const std::vector<wire::Credentials>& credentials);

  const FleetOptions options_;
  RealClock clock_;
  Figures figures_;
  std::unique_ptr<CoordinatorProcess> process_;
  std::unique_ptr<wire::Client> client_;
  std::vector<std::unique_ptr<LoadWorker>> workers_;
  uint64_t turn_ = 0;  // whose report is next
};

}  // namespace rookery::bench

#include "tests/bench/load/cpu_clock.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace rookery::bench {
namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// Of all processors together, since the machine started: all but idle and waiting for disks. What
// the host took away (steal) is used, too: by others.
double BusySeconds() {
  std::ifstream file("/proc/stat");
  std::string cpu;
  file >> cpu;
  double busy = 0;
  double ticks = 0;
  for (int field = 0; field < 8 && file >> ticks; ++field) {
    if (field != 3 && field != 4) busy += ticks;
  }
  return busy / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace

std::string ToText(const CpuUse& use) {
  return fmt::format(
      "cores      coordinator {:.2f}, this load {:.2f}, others {:.2f}, of {:.0f}, for {:.0f} s\n",
      use.coordinator, use.load, use.others, use.cores, use.seconds);
}

CpuClock::CpuClock(const CoordinatorProcess* process, Clock* clock)
    : process_(process), clock_(clock), begin_(Read()) {}

CpuClock::Reading CpuClock::Read() const {
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  return {process_->CpuSeconds(), Seconds(own.ru_utime) + Seconds(own.ru_stime), BusySeconds(),
          clock_->MonotonicNanos()};
}

CpuUse CpuClock::Use() const {
  const Reading now = Read();
  CpuUse use;
  use.seconds = static_cast<double>(now.nanos - begin_.nanos) * 1e-9;
  use.coordinator = (now.coordinator - begin_.coordinator) / use.seconds;
  use.load = (now.load - begin_.load) / use.seconds;
  const double machine = (now.machine - begin_.machine) / use.seconds;
  use.others = std::max(0.0, machine - use.coordinator - use.load);
  use.cores = static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN));
  return use;
}

}  // namespace rookery::bench

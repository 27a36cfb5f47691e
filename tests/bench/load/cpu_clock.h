// Who used the processors: the coordinator, the load itself, and everybody else on the machine, so
// that a figure can say what state the machine was in. One thread.
#pragma once

#include <string>

#include "base/clock.h"
#include "tests/bench/load/coordinator_process.h"

namespace rookery::bench {

struct CpuUse {  // cores busy on average
  double seconds = 0;
  double coordinator = 0;
  double load = 0;
  double others = 0;
  double cores = 0;  // of the machine
};
std::string ToText(const CpuUse& use);  // a line

class CpuClock {
 public:
  // Begins to count. Neither is owned.
  CpuClock(const CoordinatorProcess* process, Clock* clock);
  CpuUse Use() const;  // since it began

 private:
  struct Reading {
    double coordinator;
    double load;
    double machine;
    int64_t nanos;
  };
  Reading Read() const;
  const CoordinatorProcess* const process_;
  Clock* const clock_;
  Reading begin_;
};

}  // namespace rookery::bench

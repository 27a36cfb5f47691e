// What this machine is: cores, memory, instruction sets, platform. Read once at the start; any
// thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rookery::worker {

struct HostFacts {
  int cores = 0;
  int64_t memory_mib = 0;                     // available now; 0: not known
  std::vector<std::string> instruction_sets;  // those that engines are built for
  std::string platform;                       // such as "linux-x86_64"
};

HostFacts ReadHostFacts();

}  // namespace rookery::worker

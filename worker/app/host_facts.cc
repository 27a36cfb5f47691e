#include "worker/app/host_facts.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <thread>

#include "base/engine_manifest.h"
#include "base/file.h"

namespace rookery::worker {
namespace {

constexpr int64_t kMostProcBytes = 4 << 20;
// As Linux names them, of those that decide which build of an engine runs.
constexpr std::array kKnownSets = {"popcnt", "sse4_1",  "sse4_2",     "avx",     "avx2",
                                   "bmi1",   "bmi2",    "avx_vnni",   "avx512f", "avx512bw",
                                   "asimd",  "asimddp", "avx512_vnni"};

int64_t AvailableMemoryMib() {
  const absl::StatusOr<std::string> text = ReadFile("/proc/meminfo", kMostProcBytes);
  if (!text.ok()) return 0;
  std::istringstream words(*text);
  std::string key;
  int64_t value = 0;
  std::string unit;
  while (words >> key >> value) {
    if (key == "MemAvailable:") return value / 1024;
    std::getline(words, unit);
  }
  return 0;
}

std::vector<std::string> InstructionSets() {
  std::vector<std::string> found;
  const absl::StatusOr<std::string> text = ReadFile("/proc/cpuinfo", kMostProcBytes);
  if (!text.ok()) return found;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("flags") && !line.starts_with("Features")) continue;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (std::find(kKnownSets.begin(), kKnownSets.end(), word) != kKnownSets.end()) {
        found.push_back(word);
      }
    }
    break;  // all cores are taken to be alike
  }
  return found;
}

}  // namespace

HostFacts ReadHostFacts() {
  return {static_cast<int>(std::thread::hardware_concurrency()), AvailableMemoryMib(),
          InstructionSets(), ThisPlatform()};
}

}  // namespace rookery::worker

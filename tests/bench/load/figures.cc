#include "tests/bench/load/figures.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::bench {

Percentiles PercentilesOf(std::vector<double> milliseconds) {
  if (milliseconds.empty()) return {};
  std::sort(milliseconds.begin(), milliseconds.end());
  const auto at = [&](double share) {
    return milliseconds[static_cast<size_t>(share * static_cast<double>(milliseconds.size() - 1))];
  };
  return {milliseconds.size(), at(0.5), at(0.99), at(0.999), milliseconds.back()};
}

std::string ToText(const char* what, const Percentiles& of) {
  return fmt::format(
      "{:<10} {:>8}  p50 {:7.2f} ms  p99 {:7.2f} ms  p99.9 {:7.2f} ms  most {:7.2f} ms\n", what,
      of.count, of.p50, of.p99, of.p999, of.most);
}

}  // namespace rookery::bench

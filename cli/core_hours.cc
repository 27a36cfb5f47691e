#include "cli/core_hours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "cli/option_checks.h"

namespace rookery::cli {

CoreHours::CoreHours(Zero zero) {
  const std::string range = fmt::format("{:.2g} to {:g}", kLeastCoreHours, kMostCoreHours);
  const std::string also = zero == Zero::kOrZero ? ", or 0: no limit" : "";
  description(range + also);
  func_ = [zero, range, also](std::string& text) -> std::string {
    DecimalNumber within(kLeastCoreHours, kMostCoreHours);
    DecimalNumber nothing(0, 0);
    if (within(text).empty()) return "";
    if (zero == Zero::kOrZero && nothing(text).empty()) return "";
    return fmt::format("'{}' is no number from {} (a second is the least){}", text, range, also);
  };
}

int64_t CoreSeconds(double hours) {
  if (hours == 0) return 0;
  return std::max<int64_t>(1, std::llround(hours * 3600));
}

}  // namespace rookery::cli

// Whole numbers of a decimal unit as text: 152 with 2 decimals is 1.52. Exact; pure.
#pragma once

#include <cstdint>
#include <string>

namespace rookery {

inline std::string DecimalText(int64_t value, int decimals) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  if (decimals > 0) {
    const auto places = static_cast<size_t>(decimals);
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, ".");
  }
  return value < 0 ? "-" + digits : digits;
}

}  // namespace rookery

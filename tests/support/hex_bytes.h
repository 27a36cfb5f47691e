// Bytes written as hex digits, blanks between them as one likes. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

namespace rookery::test {

inline std::string HexBytes(std::string_view hex) {
  std::string digits;
  for (const char letter : hex) {
    if (letter != ' ') digits += letter;
  }
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

}  // namespace rookery::test

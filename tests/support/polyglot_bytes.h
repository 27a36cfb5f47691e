// The bytes of a Polyglot book, for tests. Pure; any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::test {

struct PolyglotEntry {
  uint64_t key = 0;
  std::string_view uci;  // without promotion
  uint16_t weight = 0;
};

// Sorted by key.
inline std::string PolyglotBytes(std::vector<PolyglotEntry> entries) {
  std::sort(entries.begin(), entries.end(),
            [](const PolyglotEntry& a, const PolyglotEntry& b) { return a.key < b.key; });
  std::string bytes;
  const auto append = [&bytes](uint64_t value, int size) {
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
      bytes += static_cast<char>(value >> shift & 0xFF);
    }
  };
  const auto square = [](std::string_view text) {
    return static_cast<uint64_t>((text[1] - '1') * 8 + (text[0] - 'a'));
  };
  for (const PolyglotEntry& entry : entries) {
    append(entry.key, 8);
    append(square(entry.uci) << 6 | square(entry.uci.substr(2)), 2);
    append(entry.weight, 2);
    append(0, 4);
  }
  return bytes;
}

}  // namespace rookery::test

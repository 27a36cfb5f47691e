#include "base/utf8.h"

#include <cstddef>
#include <cstdint>

namespace rookery {
namespace {

struct Form {
  size_t bytes = 0;  // of the whole character; 0: no character begins like this
  uint8_t low = 0x80;
  uint8_t high = 0xbf;  // what its second byte may be
};

// The rows of RFC 3629's section 4.
Form FormOf(uint8_t first) {
  if (first < 0x80) return {1};
  if (first >= 0xc2 && first <= 0xdf) return {2};
  if (first == 0xe0) return {3, 0xa0, 0xbf};
  if (first == 0xed) return {3, 0x80, 0x9f};
  if (first >= 0xe1 && first <= 0xef) return {3};
  if (first == 0xf0) return {4, 0x90, 0xbf};
  if (first >= 0xf1 && first <= 0xf3) return {4};
  if (first == 0xf4) return {4, 0x80, 0x8f};
  return {};
}

bool Within(char c, uint8_t low, uint8_t high) {
  const auto byte = static_cast<uint8_t>(c);
  return byte >= low && byte <= high;
}

}  // namespace

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const Form form = FormOf(static_cast<uint8_t>(text.front()));
    if (form.bytes == 0 || form.bytes > text.size()) return false;
    if (form.bytes > 1 && !Within(text[1], form.low, form.high)) return false;
    for (size_t i = 2; i < form.bytes; ++i) {
      if (!Within(text[i], 0x80, 0xbf)) return false;
    }
    text.remove_prefix(form.bytes);
  }
  return true;
}

}  // namespace rookery

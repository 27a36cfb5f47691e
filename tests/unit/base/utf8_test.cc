#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>

#include "base/rng.h"

namespace rookery {
namespace {

// RFC 3629 by its arithmetic: decodes each character and asks whether it was written the one way
// that is allowed.
bool IsUtf8ByDecoding(const std::string& text) {
  for (size_t i = 0; i < text.size();) {
    const auto at = [&](size_t k) { return static_cast<uint32_t>(static_cast<uint8_t>(text[k])); };
    const uint32_t first = at(i);
    const size_t bytes = first < 0x80           ? 1
                         : (first >> 5) == 0x06 ? 2
                         : (first >> 4) == 0x0e ? 3
                         : (first >> 3) == 0x1e ? 4
                                                : 0;
    if (bytes == 0 || i + bytes > text.size()) return false;
    uint32_t code = bytes == 1 ? first : first & (0x7fu >> bytes);
    for (size_t k = 1; k < bytes; ++k) {
      if ((at(i + k) >> 6) != 2) return false;
      code = code << 6 | (at(i + k) & 0x3f);
    }
    const size_t needed = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes != needed || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return false;
    i += bytes;
  }
  return true;
}

TEST(Utf8, TakesTextOfEveryLength) {
  for (const char* text : {"", "a", "M\u00fcnchen", "\u4e2d\u56fd", "\U0001f600", "\U0010ffff"}) {
    EXPECT_TRUE(IsUtf8(text)) << text;
  }
}

TEST(Utf8, RefusesLongFormsSurrogatesAndTornCharacters) {
  for (const char* text :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "a\xe4", "\xe4\xb8", "\xf0\x9f\x98"}) {
    EXPECT_FALSE(IsUtf8(text)) << text;
  }
}

TEST(Utf8, AgreesWithDecodingOnRandomBytes) {
  Rng rng(7);
  // Bytes at which the rules change, so that random text is not always refused at once.
  const std::string edges = "a\x7f\x80\x8f\x90\x9f\xa0\xbf\xc1\xc2\xdf\xe0\xe1\xed\xef\xf0\xf4\xf5";
  int good = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text(rng.Below(6), ' ');
    for (char& c : text) c = edges[rng.Below(edges.size())];
    ASSERT_EQ(IsUtf8(text), IsUtf8ByDecoding(text)) << testing::PrintToString(text);
    good += IsUtf8(text) ? 1 : 0;
  }
  EXPECT_GT(good, 1000);
}

}  // namespace
}  // namespace rookery

// "1 pair", "2 pairs", "0 pairs": a number with its noun, for texts that people read. Only nouns
// that take an s. Pure; any thread.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace rookery {

inline std::string Counted(uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace rookery

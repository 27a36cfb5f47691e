#include "cli/lifetime.h"

#include <charconv>

#include "base/status.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMostSeconds = 100LL * 366 * 24 * 3600;

int64_t SecondsOf(char unit) {
  switch (unit) {
    case 's':
      return 1;
    case 'm':
      return 60;
    case 'h':
      return 3600;
    case 'd':
      return 24 * 3600;
    case 'w':
      return 7 * 24 * 3600;
    default:
      return 0;
  }
}

}  // namespace

absl::StatusOr<int64_t> ParseLifetime(const std::string& text) {
  if (text == "never") return 0;
  int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const int64_t unit = stop + 1 == end ? SecondsOf(*stop) : 0;
  if (error == std::errc() && unit > 0 && number >= 1 && number <= kMostSeconds / unit) {
    return number * unit;
  }
  return InvalidArgument(
      "'{}' is no span of time; write a number with s, m, h, d or w, as in 30d, or never",
      text.substr(0, 40));
}

}  // namespace rookery::cli

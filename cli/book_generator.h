// Makes openings: random legal moves from the starting position, no position twice, and only
// those that a quick search calls about even. The lines depend on the options alone, not on the
// number of threads, and a longer book of the same seed begins with the shorter one.
// Called from one thread, works in several.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace rookery::cli {

struct BookOptions {
  uint64_t seed = 1;
  uint64_t lines = 20'000;
  int plies = 8;
  int most_score_cp = 100;     // of the quick search, either way
  int64_t search_nodes = 300;  // of the quick search
  int threads = 1;
};
inline constexpr uint64_t kMostBookLines = 20'000'000;
inline constexpr int kMostBookPlies = 60;

// One opening, as the first four fields of a FEN.
using OnLine = std::function<absl::Status(std::string_view line)>;
// Lines so far; about ten times a second.
using OnLines = std::function<void(uint64_t lines)>;

// Cancelled once `stop` is set. FailedPrecondition if so many distinct openings can't be found.
absl::Status GenerateBook(const BookOptions& options, const OnLine& on_line,
                          const OnLines& on_lines, const std::atomic<bool>& stop);

}  // namespace rookery::cli

// The book that tests and matches use when none is named: made once, kept in the user's cache
// folder, the same on every machine for the same engine. One thread.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "cli/context.h"

namespace rookery::cli {

inline constexpr uint64_t kDefaultBookLines = 20'000;

// Path of a book with at least `lines` openings. Progress is shown while it is made.
absl::StatusOr<std::string> DefaultBook(uint64_t lines, Context& context);

// Writes a generated book to `path`, showing progress, and says how it went.
struct BookOptions;
absl::Status WriteBook(const BookOptions& options, const std::string& path, Context& context);

}  // namespace rookery::cli

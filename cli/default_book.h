// The book that tests and matches use when none is named: made once, kept in the user's cache
// folder, the same on every machine for the same engine. One thread.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "cli/book_generator.h"
#include "cli/context.h"

namespace rookery::cli {

inline constexpr uint64_t kDefaultBookLines = 20'000;

// Path of a book with at least `lines` openings. Progress is shown while it is made.
absl::StatusOr<std::string> DefaultBook(uint64_t lines, Context& context);

// Generates a book on all cores, showing progress. Cancelled on Ctrl-C.
absl::Status MakeBook(const BookOptions& options, const OnLine& on_line, Context& context);

// The same into a file, whole or not at all.
absl::Status WriteBook(const BookOptions& options, const std::string& path, Context& context);

}  // namespace rookery::cli

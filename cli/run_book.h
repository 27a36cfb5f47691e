// The book of a run as it is sent to the coordinator. One thread.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "cli/context.h"

namespace rookery::cli {

struct RunBookFlags {
  std::string path;
  int plies = 0;            // of PGN and Polyglot; 0: all
  uint64_t most_pairs = 0;  // that will be asked of it
  std::string rules = {};   // the profile played by; empty: the default
  bool chess960 = false;    // castling may begin from other squares
};

// EPD stays as it is. Games of PGN and lines of Polyglot become PGN without tags and comments, cut
// as asked, each last position once; what is dropped is said. Every opening is read here: a fault
// is told with file and line now, not by a worker later.
absl::StatusOr<std::string> ReadRunBook(const RunBookFlags& flags, Context& context);

}  // namespace rookery::cli

// fastchess's command line as a match: `-engine cmd=A name=.. -each tc=8+0.08 -rounds 100 -repeat
// ...`. What isn't taken is refused by its name, never ignored.
// Any thread; looks only whether engines are in their folders.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/match_spec.h"

namespace rookery::cli {

enum class FastchessOutput { kFastchess, kCutechess };

struct FastchessMatch {
  MatchSpec spec;
  FastchessOutput output = FastchessOutput::kFastchess;
  uint64_t rating_interval = 10;   // in pairs, or games without them; 0: only at the end
  uint64_t score_interval = 1;     // in games
  std::string resume;              // a log to go on with; the rest is then what it says
  bool discard = false;            // what the log says is not used
  MatchFile message_log;           // of warnings
  std::vector<std::string> notes;  // what is taken but does nothing here: said at the beginning
  bool named_log = false;          // -config outname= was given
  bool seeded = false;             // -srand was given
  bool help = false;
  bool version = false;
};

struct FastchessWorld {
  int cores = 1;      // of this machine: they bound -concurrency
  std::string stamp;  // yyyymmdd_hhmmss, for default file names
};
// InvalidArgument names the option and, where it looks like a slip, the nearest that is known.
absl::StatusOr<FastchessMatch> ParseFastchess(const std::vector<std::string>& arguments,
                                              const FastchessWorld& world);

// The options that are taken, and those that are known but refused, with why.
std::vector<std::string> FastchessOptions();
std::vector<std::pair<std::string, std::string>> RefusedFastchessOptions();

}  // namespace rookery::cli

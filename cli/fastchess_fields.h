// The options of fastchess's command line that are lists of KEY=VALUE, each read into a draft of
// the match. InvalidArgument names key and value. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cli/fastchess_arguments.h"
#include "cli/local_engine.h"

namespace rookery::cli {

// What the command line says before it is made one match.
struct FastchessDraft {
  FastchessMatch match;
  KeyValues each;
  int64_t concurrency = 1;
  bool force_concurrency = false;
  int64_t rounds = 0;  // 0: not given
  int64_t games = 2;
  bool penta = true;
  std::string book_format;  // epd or pgn; empty: by the file's name
  FastchessWorld world;
};

// One field of -engine or -each.
absl::Status SetFastchessEngine(const std::string& key, const std::string& value,
                                MatchEngine& engine);

using SetFastchessFields = absl::Status (*)(const KeyValues& fields, FastchessDraft& draft);
struct FastchessFields {
  const char* option;
  SetFastchessFields set;
};
// -engine, -openings, -sprt and the rest.
const std::vector<FastchessFields>& AllFastchessFields();

}  // namespace rookery::cli

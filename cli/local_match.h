// `rookery match --local`: a match on this machine without a coordinator, between UCI engines,
// the embedded engine's weights, or one of each. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/context.h"
#include "cli/limits.h"

namespace rookery::cli {

// One side: "name=A,cmd=PATH,arg=...,dir=...,option.Hash=16", or "name=A,weights=FILE".
struct LocalEngine {
  std::string name;
  std::string command;
  std::vector<std::string> arguments;
  std::string folder;
  std::string weights;  // of the embedded engine; empty: a UCI engine
  std::vector<std::pair<std::string, std::string>> options;
};
// InvalidArgument names the word that can't be read. Commas inside a value aren't possible.
absl::StatusOr<LocalEngine> ParseLocalEngine(std::string_view text);

struct LocalMatchFlags {
  std::vector<std::string> engines;  // two
  LimitFlags limits;
  std::string openings;  // empty: the starting position
  int book_plies = 0;    // of a PGN or Polyglot book; 0: all
  std::string pgn;       // empty: none
  uint64_t pairs = 0;
  uint64_t seed = 0;
  int concurrency = 1;
  int max_moves = 0;             // 0: 400
  int hash_kib = 0;              // of embedded engines; 0: 1024
  std::string rules = "engine";  // a rule profile's name
};

Exit RunLocalMatch(const LocalMatchFlags& flags, Context& context);

}  // namespace rookery::cli

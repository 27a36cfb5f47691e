// `rookery match --local`: a match on this machine without a coordinator, between UCI engines,
// the embedded engine's weights, or some of each. One thread.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/context.h"
#include "cli/limits.h"
#include "cli/match_spec.h"

namespace rookery::cli {

struct LocalMatchFlags {
  std::vector<std::string> engines;  // two or more
  LimitFlags limits;
  std::string openings;  // empty: the starting position
  int book_plies = 0;    // of a PGN or Polyglot book; 0: all
  std::string order = "random";
  std::string pgn;  // empty: none
  std::string epd;
  std::string log;
  std::string format = "round-robin";
  std::string variant = "standard";
  std::string rules = "engine";
  std::string draw;    // "movenumber=34,movecount=8,score=20"
  std::string resign;  // "movecount=3,score=600,twosided=true"
  std::string tables;  // folders of Syzygy tables
  std::string sprt;    // "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized"
  uint64_t games = 0;
  uint64_t rounds = 0;  // of a Swiss
  uint64_t seed = 0;
  bool affinity = false;
  bool sandbox = false;
  int seeds = 1;
  int concurrency = 1;
  int max_moves = 0;  // 0: 400
  int hash_kib = 0;   // of embedded engines; 0: 1024
};

// The group of options that it adds.
inline constexpr const char* kLocalGroup = "Local";
void AddLocalOptions(CLI::App& command, LocalMatchFlags& flags);

// InvalidArgument names the flag.
absl::StatusOr<worker::Adjudication> ParseAdjudication(const std::string& draw,
                                                       const std::string& resign);
absl::StatusOr<stats::SprtBounds> ParseSprt(const std::string& text);
absl::StatusOr<MatchSpec> SpecOf(const LocalMatchFlags& flags);

Exit RunLocalMatch(const LocalMatchFlags& flags, Context& context);

}  // namespace rookery::cli

// What a match on this machine is to be, however it was asked for (`rookery match --local`,
// `rookery fastchess`). Plain values; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/pairing/schedule.h"
#include "coordinator/stats/sprt.h"
#include "engine/chess/rule_profile.h"
#include "worker/match/adjudicator.h"
#include "worker/match/game_pgn.h"
#include "worker/match/pair_runner.h"
#include "worker/player/uci_player.h"

namespace rookery::cli {

struct MatchEngine {
  std::string name;
  std::string command;
  std::vector<std::string> arguments;
  std::string folder;
  std::string weights;  // of the embedded engine; empty: a UCI engine
  std::vector<std::pair<std::string, std::string>> options;
  worker::SideLimits limits;
  bool restart = false;  // a new process for every game
};

struct MatchOpenings {
  std::string file;           // empty: the starting position
  bool all_chess960 = false;  // or, without a file, the 960 of Chess960
  bool random = false;        // in an order that the seed decides; else the file's
  uint64_t start = 0;         // the first one's place, from 0
  uint64_t most = 0;          // so many of them, then again from the first; 0: all
  bool by_round = false;      // all encounters of a round share one; else each pair has its own
  int plies = 0;              // of a PGN or Polyglot book; 0: all
};

// A file that games are written to, one after the other.
struct MatchFile {
  std::string path;     // empty: none
  bool append = false;  // what is there stays
};

struct MatchSpec {
  std::vector<MatchEngine> engines;
  ScheduleOptions schedule;
  int max_moves = 400;  // 0: no limit
  worker::Adjudication adjudication;
  std::string tables;  // folders of Syzygy tables that games are adjudicated by; empty: none
  std::string rules = "engine";  // the rule profile's name
  MatchOpenings openings;
  bool chess960 = false;
  uint64_t seed = 1;
  int concurrency = 1;
  bool bound_to_cores = false;  // each game has cores of its own
  std::vector<int> processors;  // these; empty: physical cores
  bool sandbox = false;         // UCI engines run confined
  int64_t pause_ms = 0;
  bool recover = true;  // a crash or stall loses its game; else it ends the match
  std::optional<stats::SprtBounds> sprt;
  bool fresh_openings = false;  // the test ends where the book does; else it begins anew
  bool bayesian = false;        // the test's bounds are BayesElo; by games
  bool pairs = true;            // statistics by pairs; else by games
  MatchFile pgn;
  bool pgn_checksum = false;  // the PGN's CRC-32 is told after each game
  MatchFile epd;
  worker::CommentStyle comments;
  std::string event = "Rookery match";
  std::string site = "?";
  std::string log;        // of games; empty: none
  bool log_anew = false;  // what is in the log is written over, not gone on with
  worker::UciTimeouts timeouts;
  int hash_kib = 1024;  // of embedded engines
};

// Everything of it that decides games, as text of one line: an interrupted match goes on only if
// it is the same.
std::string Fingerprint(const MatchSpec& spec);

}  // namespace rookery::cli

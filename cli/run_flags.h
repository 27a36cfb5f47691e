// The flags of `test` and `match`, and the run that they describe. What isn't given comes from the
// preset, then from the run that this one is like, then from the defaults.
// Pure; one thread.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/limits.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

// A test with this and a tune's id as its tag verifies that tune: the tune's page finds it by that.
inline constexpr char kVerifiesTag[] = "verifies-";

struct BoundFlags {
  std::optional<double> elo0;
  std::optional<double> elo1;
  std::optional<double> alpha;
  std::optional<double> beta;
  std::string model;  // empty: normalized
};

// How the run shares the fleet, and what people are told of it.
struct ShareFlags {
  std::string owner;  // empty: the caller
  std::optional<int> priority;
  std::optional<double> weight;
  std::vector<std::string> tags;
  std::optional<double> max_core_hours;
  std::optional<int> threads;
  std::optional<double> audit_share;
  std::string keep_games;  // empty: as the coordinator was told to
  std::string link;
  bool unconfined = false;  // UCI engines also where there is no sandbox
  std::string dev_version;
  std::string dev_commit;
};

struct RunFlags {
  std::string dev;
  std::string base;  // empty: `default`, or what the run that this one is like has
  LimitFlags limits;
  BoundFlags bounds;
  ShareFlags share;
  std::string like;                  // a run's id; what isn't given is as it was there
  std::string preset;                // presets.h
  std::string follow_up;             // a preset too
  std::string book;                  // empty: the default book
  int book_plies = 0;                // of a PGN or Polyglot book; 0: all
  std::string book_text;             // not empty: the openings themselves, instead of a file
  std::optional<v1::TuneSpec> tune;  // of a tune
  struct Participant {
    std::string name;  // empty: as the weights are called
    std::string weights;
    std::vector<std::string> limits = {};  // of its own: KEY=VALUE
  };
  std::optional<v1::LeagueSpec> league;  // of a league, without its engines
  std::vector<Participant> participants;
  std::vector<std::string> dev_options;  // of a UCI engine: NAME=VALUE
  std::vector<std::string> base_options;
  std::vector<std::string> dev_limits;  // of its own: KEY=VALUE
  std::vector<std::string> base_limits;
  bool chess960 = false;
  int64_t reference_nps = 0;  // 0: times as they are
  uint64_t seed = 0;          // 0: the coordinator draws one
  uint64_t max_pairs = 0;     // 0: as many as the book has openings
  std::string title;
  std::string rules;  // empty: engine
  int max_moves = 0;
  int hash_kib = 0;
  bool watch = true;
  double watts = 0;           // of a core, for the plan; 0: not said
  uint32_t decide_every = 0;  // pairs between two looks at the bounds; 0: after every pair
};

// What games of any kind are played with: limits, seed, title, hash, and a book of which `book`
// tells people.
void AddGameOptions(CLI::App& command, RunFlags& flags,
                    const std::string& book = "Openings; else a generated book");
// The run to clone. A clone has openings of its own unless the seed is the same, too.
CLI::Option* AddLikeOption(CLI::App& command, RunFlags& flags);
void AddBoundOptions(CLI::App& command, BoundFlags& flags);
// The group of options that it adds.
inline constexpr const char* kShareGroup = "Sharing and labels";
void AddShareOptions(CLI::App& command, ShareFlags& flags);

// All of the spec but engines and book. `like`: that run's spec, or null.
absl::StatusOr<v1::RunSpec> SpecOf(const RunFlags& flags, v1::RunKind kind,
                                   const v1::RunSpec* like);

}  // namespace rookery::cli

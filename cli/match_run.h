// Runs a match on this machine: engines are started and search once before anything is scored, the
// log of games is begun or gone on with, games are played and written, and whoever prints is told.
// One thread at a time.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "cli/context.h"
#include "cli/match_score.h"
#include "cli/match_spec.h"
#include "worker/match/tournament.h"

namespace rookery::cli {

// What was learnt of an engine when it was started.
struct EngineFacts {
  std::string name;
  std::string id_name;  // as it says; empty for the embedded engine
  std::string id_author;
  std::string threads;  // the options' values; empty if it has none
  std::string hash;
};

// The match as a printer sees it.
struct MatchView {
  const MatchSpec& spec;
  const Schedule& schedule;
  const MatchScore& score;
  std::vector<EngineFacts> engines;
  chess::RuleProfile rules;
};

enum class MatchEnd { kComplete, kDecided, kInterrupted, kFailed };

// Told of everything, one call at a time.
class MatchPrinter {
 public:
  virtual ~MatchPrinter() = default;
  // `resumed` games are in the score already.
  virtual void OnBegin(const MatchView&, int64_t /*resumed*/) {}
  virtual void OnStart(const MatchView&, const ScheduledGame&) {}
  virtual void OnGame(const MatchView&, const worker::TournamentGame&) {}
  // Where the spec asks for it: after a game was written.
  virtual void OnPgnChecksum(const std::string& /*path*/, uint32_t /*crc32*/) {}
  // Something a person should know that ends nothing.
  virtual void OnWarning(const std::string&) {}
  // What an engine did wrong without losing a game by it: the first time of its kind.
  virtual void OnFault(const MatchView& view, int engine, const worker::PlayerNote& note) {
    OnWarning(fmt::format("{} {}: {}", view.engines[static_cast<size_t>(engine)].name,
                          worker::Text(note.fault), note.evidence));
  }
  // The sequential test's verdict.
  virtual void OnVerdict(const MatchView&, stats::Verdict) {}
  virtual void OnEnd(const MatchView&, MatchEnd) {}
};

// The LLR of the first two engines' games by what the match counts (pairs or games).
double MatchLlr(const MatchSpec& spec, const MatchScore& score);
// The bounds that decide it: below the first rejected, above the second accepted.
std::pair<double, double> SprtLimits(const stats::SprtBounds& bounds);

// Ok when complete or decided; Cancelled after an interrupt; else what went wrong.
absl::Status RunMatch(const MatchSpec& spec, const std::vector<std::string>& arguments,
                      MatchPrinter& printer, Context& context);

}  // namespace rookery::cli

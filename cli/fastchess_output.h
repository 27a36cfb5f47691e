// Says of a match what fastchess says, in its words, so that scripts that read them go on working:
// "Started game ...", "Finished game ...", the block between lines of dashes, LLR, "Finished
// match". Figures that fastchess gives as nan are finite here. One thread at a time.
#pragma once

#include <string>

#include "cli/context.h"
#include "cli/fastchess_arguments.h"
#include "cli/game_file.h"
#include "cli/match_run.h"

namespace rookery::cli {

// "White loses on time (51ms overrun)" and the rest as they are in game_pgn.h.
std::string FastchessReason(const worker::PlayedGame& game, FastchessOutput output);

// "Elo: .., nElo: ..", "LOS: ..", "Games: ..", "Ptnml(0-2): .." for two engines, a table for more.
std::string FastchessRating(const MatchView& view, FastchessOutput output, int first, int second);
// The test's line; empty without one.
std::string FastchessSprt(const MatchView& view, FastchessOutput output);

class FastchessPrinter : public MatchPrinter {
 public:
  FastchessPrinter(const FastchessMatch& match, Context* context, GameFile messages)
      : match_(match), context_(*context), messages_(std::move(messages)) {}

  void OnStart(const MatchView& view, const ScheduledGame& game) override;
  void OnGame(const MatchView& view, const worker::TournamentGame& game) override;
  void OnWarning(const std::string& warning) override;
  void OnPgnChecksum(const std::string& path, uint32_t crc32) override;
  void OnVerdict(const MatchView& view, stats::Verdict verdict) override;
  void OnEnd(const MatchView& view, MatchEnd end) override;

 private:
  void Interval(const MatchView& view, int first, int second);
  void Score(const MatchView& view, int first, int second);
  bool RatingIsDue(const MatchView& view, const ScheduledGame& game) const;

  const FastchessMatch& match_;
  Context& context_;
  GameFile messages_;
};

}  // namespace rookery::cli

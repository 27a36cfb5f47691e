// What `rookery match --local` says of a match: lines for people, or events as lines of JSON.
// One thread at a time.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/context.h"
#include "cli/match_run.h"
#include "coordinator/stats/ratings.h"

namespace rookery::cli {

// An engine's place in a table of more than two.
struct Standing {
  int engine = 0;
  stats::PlayerRating rating;  // of the pool's mean 0; none where the games don't define it
  int64_t games = 0;
  double points = 0;
};
// Best first: by points, as stats/standing_order.h says.
std::vector<Standing> Standings(const MatchScore& score);

// Everything at the end, as one object and as lines.
nlohmann::ordered_json ReportJson(const MatchView& view);
std::string ReportText(const MatchView& view);

// Progress as messages, the report as data.
class TextMatchPrinter : public MatchPrinter {
 public:
  explicit TextMatchPrinter(Context* context) : context_(*context) {}
  void OnBegin(const MatchView& view, int64_t resumed) override;
  void OnGame(const MatchView& view, const worker::TournamentGame& game) override;
  void OnWarning(const std::string& warning) override;
  void OnVerdict(const MatchView& view, stats::Verdict verdict) override;
  void OnEnd(const MatchView& view, MatchEnd end) override;

 private:
  Context& context_;
};

// {"event":"begin"|"start"|"game"|"warning"|"verdict"|"end", ...}, a line each.
class JsonMatchPrinter : public MatchPrinter {
 public:
  explicit JsonMatchPrinter(Context* context) : context_(*context) {}
  void OnBegin(const MatchView& view, int64_t resumed) override;
  void OnStart(const MatchView& view, const ScheduledGame& game) override;
  void OnGame(const MatchView& view, const worker::TournamentGame& game) override;
  void OnWarning(const std::string& warning) override;
  void OnFault(const MatchView& view, int engine, const worker::PlayerNote& note) override;
  void OnVerdict(const MatchView& view, stats::Verdict verdict) override;
  void OnEnd(const MatchView& view, MatchEnd end) override;

 private:
  Context& context_;
};

}  // namespace rookery::cli

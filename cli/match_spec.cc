#include "cli/match_spec.h"

#include <nlohmann/json.hpp>

namespace rookery::cli {

std::string Fingerprint(const MatchSpec& spec) {
  using nlohmann::ordered_json;
  ordered_json engines = ordered_json::array();
  for (const MatchEngine& engine : spec.engines) {
    const search::SearchLimits& move = engine.limits.per_move;
    engines.push_back({{"name", engine.name},
                       {"command", engine.command},
                       {"arguments", engine.arguments},
                       {"folder", engine.folder},
                       {"weights", engine.weights},
                       {"options", engine.options},
                       {"nodes", move.nodes},
                       {"depth", move.depth},
                       {"movetime", move.movetime_ms},
                       {"tc", worker::TimeControlText(engine.limits.clock)},
                       {"margin", engine.limits.clock.margin_ms}});
  }
  const ScheduleOptions& plan = spec.schedule;
  const worker::Adjudication& judge = spec.adjudication;
  ordered_json json = {
      {"engines", engines},
      {"format", Name(plan.format)},
      {"rounds", plan.rounds},
      {"games", plan.games},
      {"seeds", plan.seeds},
      {"swap", plan.swap},
      {"reverse", plan.reverse},
      {"max_moves", spec.max_moves},
      {"draw", {judge.draw_move_number, judge.draw_move_count, judge.draw_score_cp}},
      {"resign", {judge.resign_move_count, judge.resign_score_cp, judge.resign_two_sided}},
      {"rules", spec.rules},
      {"openings",
       {spec.openings.file, spec.openings.random, spec.openings.start, spec.openings.most,
        spec.openings.by_round, spec.openings.plies}},
      {"chess960", spec.chess960},
      {"seed", spec.seed},
      {"hash_kib", spec.hash_kib}};
  if (!spec.tables.empty()) {  // matches without them go on with logs from before there were any
    json["tables"] = {spec.tables, judge.endgames.most_men, judge.endgames.ignore_fifty_moves,
                      static_cast<int>(judge.endgames.verdicts)};
  }
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace rookery::cli

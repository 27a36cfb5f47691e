// A run's games: put into blocks beside the loop, thinned out by what the run is told to keep.

#include "base/plural.h"
#include "base/status.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {

std::string KeepText(const std::optional<KeepGames>& keep) {
  if (!keep.has_value() || keep->all()) return "all";
  if (keep->none) return "none";
  std::string text = keep->newest_pairs > 0
                         ? "those of the newest " + Counted(keep->newest_pairs, "pair")
                         : "those";
  if (keep->days > 0) text += " of the last " + Counted(keep->days, "day");
  return text;
}

void Core::State::On(const StoreGames& event) {
  const auto found = runs.find(event.run);
  if (found == runs.end()) return;
  GamesState& games = found->second.run.games;
  // What was made from an older picture, or comes twice, would count twice.
  const bool packed_before = event.packed_to.has_value() && *event.packed_to <= games.packed_to;
  const bool dropped_before = event.dropped_to.has_value() && *event.dropped_to <= games.dropped_to;
  if (packed_before || dropped_before) return;
  // Pairs were voided since it was made: a void that is taken back wants its games.
  if (event.dropped_to.has_value() && found->second.run.totals.voided > 0) return;
  out->writes.push_back(PutGameBlock{event.run, event.first, event.block, event.rows});
  games.packed_to = event.packed_to.value_or(games.packed_to);
  games.dropped_to = event.dropped_to.value_or(games.dropped_to);
  games.dropped += event.dropped;
  SaveRun(&found->second);
  if (!event.note.empty()) Note(found->second, "games", event.note);
}

}  // namespace rookery::coordinator

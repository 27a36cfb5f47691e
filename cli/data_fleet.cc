#include "cli/data_fleet.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/status.h"
#include "cli/book_generator.h"
#include "cli/default_book.h"
#include "cli/follow.h"
#include "cli/harvest.h"
#include "cli/run_text.h"
#include "cli/start_run.h"

namespace rookery::cli {
namespace {

uint64_t Pairs(const DataRecipe& recipe) { return (recipe.games + 1) / 2; }

// What the fleet plays is written whole once it has ended: there is nothing to go on with, and
// nothing may be lost.
absl::Status CheckFree(const std::string& out) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(out, error)) return absl::OkStatus();
  if (std::filesystem::file_size(out, error) == 0) return absl::OkStatus();
  return Error(absl::StatusCode::kAlreadyExists,
               "--out: {} is there already, and with --fleet a file is never continued; name "
               "another file or remove it. The games of an earlier run: 'rookery data harvest "
               "--run RUN --out FILE'",
               out);
}

Exit Interrupted(const StartedRun& started, const std::string& out, Context& context) {
  const std::string run(RunId(started.run.name()));
  context.printer->Say(
      fmt::format("Run {} goes on at the coordinator; once it has ended:\n"
                  "  rookery --coordinator {} data harvest --run {} --out {}",
                  run, started.coordinator->address(), run, out));
  return Exit::kInterrupted;
}

}  // namespace

absl::StatusOr<std::string> DataOpenings(const DataRecipe& recipe, Context& context) {
  BookOptions options;
  options.seed = recipe.seed;
  options.lines = Pairs(recipe);
  options.plies = recipe.plies;
  options.most_score_cp = recipe.most_opening_cp;
  std::string text;
  const auto add = [&text](std::string_view line) {
    text += line;
    text += '\n';
    return absl::OkStatus();
  };
  ROOKERY_RETURN_IF_ERROR(MakeBook(options, add, context));
  return text;
}

RunFlags DataMatch(const DataRecipe& recipe, const std::string& weights, std::string openings) {
  RunFlags run;
  run.dev = run.base = weights;
  run.limits.nodes = recipe.nodes;
  run.base_limits = {
      fmt::format("nodes={}", recipe.nodes + std::max<int64_t>(1, recipe.nodes / 8))};
  run.book_text = std::move(openings);
  run.max_pairs = Pairs(recipe);
  run.seed = recipe.seed;
  run.share.keep_games = "all";
  run.title = fmt::format("data: {} games of self-play", 2 * Pairs(recipe));
  return run;
}

Exit GenerateOnFleet(const DataRecipe& recipe, const std::string& weights, const std::string& out,
                     Context& context) {
  if (const absl::Status free = CheckFree(out); !free.ok()) return context.FailLocal(free);
  const absl::StatusOr<std::string> openings = DataOpenings(recipe, context);
  if (absl::IsCancelled(openings.status())) return Exit::kInterrupted;
  if (!openings.ok()) return context.FailLocal(openings.status());
  Exit exit = Exit::kDone;
  const std::optional<StartedRun> started =
      MakeRun(DataMatch(recipe, weights, *openings), v1::RUN_KIND_MATCH, context, &exit);
  if (!started) return exit;
  const std::string run(RunId(started->run.name()));
  const absl::StatusOr<v1::Run> ended =
      FollowRun(*started->coordinator, started->run.name(), context);
  if (absl::IsCancelled(ended.status())) return Interrupted(*started, out, context);
  if (!ended.ok()) return context.FailRemote(ended.status());
  if (ended->state() != v1::RUN_STATE_FINISHED) {
    context.printer->Say(fmt::format("Run {} was {} before its end; what it played is harvested.",
                                     run, StateText(ended->state())));
  }
  const auto count = HarvestTo({.runs = {run}, .out = out, .options = recipe.harvest}, context);
  if (absl::IsCancelled(count.status())) return Interrupted(*started, out, context);
  if (!count.ok()) return context.FailLocal(count.status());
  if (context.json) {
    context.printer->Json(
        {{"file", out}, {"run", run}, {"games", count->games}, {"positions", count->positions}});
  } else {
    context.printer->Say(fmt::format("{}: {} positions of {} games of run {}", out,
                                     count->positions, count->games, run));
  }
  return Exit::kDone;
}

}  // namespace rookery::cli

#include "cli/local_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/status.h"
#include "cli/default_book.h"
#include "cli/game_log.h"
#include "cli/local_engine.h"
#include "cli/match_report.h"
#include "cli/match_run.h"
#include "cli/whole_number.h"

namespace rookery::cli {
namespace {

constexpr int kMostCount = 10'000;
constexpr int kMostScore = 100'000;

absl::StatusOr<int> SmallNumber(std::string_view key, std::string_view value, int most) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t number, NumberOf(key, value, 0, most));
  return static_cast<int>(number);
}

absl::StatusOr<bool> TrueOrFalse(std::string_view key, std::string_view value) {
  if (value != "true" && value != "false") {
    return InvalidArgument("{}={}: give true or false", key, value);
  }
  return value == "true";
}

absl::Status SetJudge(std::string_view flag, const std::pair<std::string, std::string>& field,
                      worker::Adjudication& judge) {
  const auto& [key, value] = field;
  const bool draw = flag == "draw";
  if (draw && key == "movenumber") {
    ROOKERY_ASSIGN_OR_RETURN(judge.draw_move_number, SmallNumber(key, value, kMostCount));
  } else if (key == "movecount") {
    ROOKERY_ASSIGN_OR_RETURN((draw ? judge.draw_move_count : judge.resign_move_count),
                             SmallNumber(key, value, kMostCount));
  } else if (key == "score") {
    ROOKERY_ASSIGN_OR_RETURN((draw ? judge.draw_score_cp : judge.resign_score_cp),
                             SmallNumber(key, value, kMostScore));
  } else if (!draw && key == "twosided") {
    ROOKERY_ASSIGN_OR_RETURN(judge.resign_two_sided, TrueOrFalse(key, value));
  } else {
    return InvalidArgument(
        "'{}={}' is not known; give {}", key, value,
        draw ? "movenumber=, movecount=, score=" : "movecount=, score=, twosided=");
  }
  return absl::OkStatus();
}

absl::Status ReadJudge(std::string_view flag, const std::string& text,
                       worker::Adjudication& judge) {
  if (text.empty()) return absl::OkStatus();
  (flag == "draw" ? judge.draw_move_count : judge.resign_move_count) = 1;
  const absl::StatusOr<KeyValues> fields = SplitKeyValues(text);
  absl::Status status = fields.status();
  for (size_t i = 0; status.ok() && i < fields->size(); ++i) {
    status = SetJudge(flag, (*fields)[i], judge);
  }
  return status.ok() ? status : InvalidArgument("--{}: {}", flag, Message(status));
}

absl::Status SetBound(const std::string& key, const std::string& value, stats::SprtBounds& bounds) {
  if (key == "model") {
    if (value != "normalized" && value != "logistic") {
      return InvalidArgument("model={}: give normalized or logistic", value);
    }
    bounds.model = value == "logistic" ? stats::EloModel::kLogistic : stats::EloModel::kNormalized;
    return absl::OkStatus();
  }
  double* const target = key == "elo0"    ? &bounds.elo0
                         : key == "elo1"  ? &bounds.elo1
                         : key == "alpha" ? &bounds.alpha
                         : key == "beta"  ? &bounds.beta
                                          : nullptr;
  if (target == nullptr) {
    return InvalidArgument("'{}={}' is not known; give elo0=, elo1=, alpha=, beta=, model=", key,
                           value);
  }
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, *target);
  if (error == std::errc() && stop == end) return absl::OkStatus();
  return InvalidArgument("{}={}: not a number", key, value);
}

absl::Status FillSchedule(const LocalMatchFlags& flags, MatchSpec& spec) {
  ScheduleOptions& plan = spec.schedule;
  const absl::StatusOr<Format> format = ParseFormat(flags.format);
  if (!format.ok()) return InvalidArgument("--format: {}", Message(format.status()));
  plan.format = *format;
  plan.engines = static_cast<int>(spec.engines.size());
  plan.seeds = flags.seeds;
  const bool decides_later = plan.format == Format::kSwiss || plan.format == Format::kKnockout;
  if (flags.rounds != 0 && plan.format != Format::kSwiss) {
    return InvalidArgument(
        "--rounds: only a Swiss has rounds of its own; --games says how many "
        "games two engines play");
  }
  if (plan.format == Format::kSwiss && flags.rounds == 0) {
    return InvalidArgument("--rounds is missing: how many rounds the Swiss has");
  }
  plan.rounds = decides_later ? std::max<uint64_t>(1, flags.rounds) : flags.games / 2;
  if (decides_later) {
    if (flags.games > kMaxGamesOfEncounter) {
      return InvalidArgument("--games: {} of an encounter; at most {}", flags.games,
                             kMaxGamesOfEncounter);
    }
    plan.games = static_cast<int>(flags.games);
  }
  return absl::OkStatus();
}

// A match that goes on has the seed that it began with, unless another was asked for.
void TakeSeed(const LocalMatchFlags& flags, const Context& context, MatchSpec& spec) {
  spec.seed = flags.seed;
  if (flags.seed != 0) return;
  spec.seed = context.entropy();
  if (flags.log.empty()) return;
  const absl::StatusOr<LogHeader> header = GameLog::ReadHeader(flags.log);
  if (!header.ok()) return;
  const auto match = nlohmann::ordered_json::parse(header->fingerprint, nullptr, false);
  if (match.is_object()) spec.seed = match.value("seed", spec.seed);
}

// Without a book: the generated one, or the starting positions of Chess960.
absl::Status ChooseOpenings(MatchSpec& spec, Context& context) {
  if (!spec.openings.file.empty()) return absl::OkStatus();
  spec.openings.all_chess960 = spec.chess960;
  if (spec.chess960) return absl::OkStatus();
  ROOKERY_ASSIGN_OR_RETURN(spec.openings.file, DefaultBook(kDefaultBookLines, context));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<worker::Adjudication> ParseAdjudication(const std::string& draw,
                                                       const std::string& resign) {
  worker::Adjudication judge;
  ROOKERY_RETURN_IF_ERROR(ReadJudge("draw", draw, judge));
  ROOKERY_RETURN_IF_ERROR(ReadJudge("resign", resign, judge));
  return judge;
}

absl::StatusOr<stats::SprtBounds> ParseSprt(const std::string& text) {
  stats::SprtBounds bounds;
  const absl::StatusOr<KeyValues> fields = SplitKeyValues(text);
  absl::Status status = fields.status();
  for (size_t i = 0; status.ok() && i < fields->size(); ++i) {
    status = SetBound((*fields)[i].first, (*fields)[i].second, bounds);
  }
  if (status.ok()) status = stats::Sprt::Create(bounds).status();
  if (!status.ok()) return InvalidArgument("--sprt: {}", Message(status));
  return bounds;
}

absl::StatusOr<MatchSpec> SpecOf(const LocalMatchFlags& flags) {
  MatchSpec spec;
  ROOKERY_ASSIGN_OR_RETURN(const worker::SideLimits limits, ToSideLimits(flags.limits));
  if (flags.engines.size() < 2) {
    return InvalidArgument("--engine: {} given; a local match needs two or more",
                           flags.engines.size());
  }
  for (const std::string& text : flags.engines) {
    ROOKERY_ASSIGN_OR_RETURN(MatchEngine engine, ParseLocalEngine(text, limits));
    spec.engines.push_back(std::move(engine));
  }
  MakeNamesUnique(spec.engines, '-');
  ROOKERY_RETURN_IF_ERROR(FillSchedule(flags, spec));
  ROOKERY_ASSIGN_OR_RETURN(spec.adjudication, ParseAdjudication(flags.draw, flags.resign));
  if (!flags.sprt.empty()) {
    if (spec.engines.size() != 2) return InvalidArgument("--sprt is for two engines");
    ROOKERY_ASSIGN_OR_RETURN(spec.sprt, ParseSprt(flags.sprt));
    spec.fresh_openings = true;
  }
  if (flags.max_moves > 0) spec.max_moves = flags.max_moves;
  if (flags.hash_kib > 0) spec.hash_kib = flags.hash_kib;
  spec.rules = flags.rules;
  spec.tables = flags.tables;
  spec.openings.file = flags.openings;
  spec.openings.plies = flags.book_plies;
  spec.openings.random = flags.order == "random";
  spec.openings.by_round = spec.engines.size() > 2;
  spec.chess960 = flags.variant == "chess960";
  spec.concurrency = flags.concurrency;
  spec.bound_to_cores = flags.affinity;
  spec.sandbox = flags.sandbox;
  spec.pgn = {flags.pgn, true};
  spec.epd = {flags.epd, true};
  spec.log = flags.log;
  return spec;
}

void AddLocalOptions(CLI::App& command, LocalMatchFlags& flags) {
  const auto text = [&](const char* name, std::string& target, const char* help, const char* type) {
    return command.add_option(name, target, help)->type_name(type)->group(kLocalGroup);
  };
  command
      .add_option("--engine", flags.engines,
                  "An engine, given twice or more: name=A,cmd=PATH,arg=..,dir=..,option.NAME=VALUE "
                  "for a UCI engine; name=A,weights=FILE for the embedded one; and limits of its "
                  "own: tc=, movetime=, nodes=, depth=, margin=; restart=on")
      ->allow_extra_args(false)
      ->type_name("SPEC")
      ->group(kLocalGroup);
  text("--format", flags.format, "Of a match of many: round-robin, gauntlet, swiss, knockout",
       "NAME");
  command.add_option("--rounds", flags.rounds, "Rounds of a Swiss")
      ->check(WholeNumber(1, 1000))
      ->group(kLocalGroup);
  command.add_option("--seeds", flags.seeds, "Gauntlet: the first N meet all that follow")
      ->check(WholeNumber(1, kMaxEngines))
      ->group(kLocalGroup);
  text("--pgn", flags.pgn, "Append the games here", "FILE");
  text("--epd", flags.epd, "Append last positions here", "FILE");
  text("--log", flags.log,
       "Keep the log of games here; the same command then goes on where it was interrupted",
       "FILE");
  command.add_option("--concurrency", flags.concurrency, "Games played at once")
      ->type_name("N")
      ->check(WholeNumber(1, worker::kMaxLocalThreads))
      ->group(kLocalGroup);
  command
      .add_flag("--affinity", flags.affinity,
                "Each game has physical cores of its own, on one memory node")
      ->group(kLocalGroup);
  command
      .add_option_function<std::string>(
          "--sandbox", [&flags](const std::string& value) { flags.sandbox = value == "on"; },
          "on: UCI engines run without network, reading only the system's libraries, themselves "
          "and the files that their options name; off by default for local paths")
      ->type_name("on|off")
      ->check(CLI::IsMember({"on", "off"}))
      ->group(kLocalGroup);
  text("--draw", flags.draw, "Call a draw: movenumber=34,movecount=8,score=20", "SPEC");
  text("--resign", flags.resign, "Call a win: movecount=3,score=600,twosided=true", "SPEC");
  text("--tb", flags.tables,
       "Folders of Syzygy tables, separated by colons: what they know ends a game, once the "
       "halfmove "
       "clock is at 0 and nobody may castle",
       "DIR");
  text("--sprt", flags.sprt, "End when it is known: elo0=0,elo1=5,alpha=0.05,beta=0.05", "SPEC");
  text("--order", flags.order, "Of openings: random (by --seed) or sequential", "NAME")
      ->check(CLI::IsMember({"random", "sequential"}));
}

Exit RunLocalMatch(const LocalMatchFlags& flags, Context& context) {
  absl::StatusOr<MatchSpec> spec = SpecOf(flags);
  if (!spec.ok()) return context.FailLocal(spec.status());
  TakeSeed(flags, context, *spec);
  if (const absl::Status chosen = ChooseOpenings(*spec, context); !chosen.ok()) {
    return context.FailLocal(chosen);
  }
  std::unique_ptr<MatchPrinter> printer;
  if (context.json) {
    printer = std::make_unique<JsonMatchPrinter>(&context);
  } else {
    printer = std::make_unique<TextMatchPrinter>(&context);
  }
  const absl::Status status = RunMatch(*spec, {}, *printer, context);
  if (status.ok()) return Exit::kDone;
  return absl::IsCancelled(status) ? Exit::kInterrupted : context.FailLocal(status);
}

}  // namespace rookery::cli

#include "cli/local_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "absl/time/time.h"
#include "base/status.h"
#include "coordinator/stats/report.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/openings/book.h"
#include "engine/params/weights.h"
#include "worker/match/game_pgn.h"
#include "worker/match/local_match.h"
#include "worker/player/embedded_player.h"
#include "worker/player/uci_player.h"

namespace rookery::cli {
namespace {

constexpr int kDefaultHashKib = 1024;
constexpr int64_t kKib = 1024;

absl::StatusOr<worker::PlayerFactory> MakeFactory(const LocalEngine& engine, int hash_kib,
                                                  const Context& context) {
  Clock* clock = context.clock;
  if (engine.weights.empty()) {
    worker::UciEngine uci;
    uci.name = engine.name;
    uci.program = engine.command;
    uci.arguments = engine.arguments;
    uci.folder = engine.folder;
    uci.options = engine.options;
    return [uci, clock] { return worker::StartUciPlayer(uci, clock); };
  }
  ROOKERY_ASSIGN_OR_RETURN(params::Weights weights, params::LoadWeights(engine.weights));
  const worker::EmbeddedPlayerOptions options{engine.name, std::move(weights),
                                              kKib * (hash_kib == 0 ? kDefaultHashKib : hash_kib)};
  return [options, clock]() -> absl::StatusOr<std::unique_ptr<worker::Player>> {
    return std::make_unique<worker::EmbeddedPlayer>(options, clock);
  };
}

// What has been played so far, and where it is written.
class Tally {
 public:
  Tally(const LocalMatchFlags& flags, std::array<std::string, 2> names, Context* context)
      : names_(std::move(names)), rules_(flags.rules), context_(*context) {
    const std::string day =
        absl::FormatTime("%Y.%m.%d", context->clock->Now(), absl::UTCTimeZone());
    labels_.date = day;
    labels_.time_control = flags.limits.time_control.empty() ? "-" : flags.limits.time_control;
    if (!flags.pgn.empty()) pgn_.open(flags.pgn, std::ios::trunc);
    writes_pgn_ = !flags.pgn.empty();
  }

  // Unavailable once the PGN can't be written: a match whose games are lost must not go on.
  absl::Status Add(const worker::PlayedPair& pair, const chess::Position& opening) {
    Count(pair.first, names_[0], names_[1], 2 * pair.pair_index);
    Count(pair.second, names_[1], names_[0], 2 * pair.pair_index + 1);
    ++pairs_[static_cast<size_t>(PairHalfPoints(pair.first.result, pair.second.result))];
    if (!writes_pgn_) return absl::OkStatus();
    Write(pair.first, opening, {0, 1}, pair.pair_index);
    Write(pair.second, opening, {1, 0}, pair.pair_index);
    pgn_.flush();
    return pgn_ ? absl::OkStatus() : absl::UnavailableError("--pgn: the file can't be written");
  }
  bool pgn_ok() const { return !writes_pgn_ || pgn_.good(); }

  void Report(bool json) {
    const stats::Report report = stats::FixedReport(pairs_);
    if (json) {
      ReportJson(report);
      return;
    }
    const int64_t games = wins_ + losses_ + draws_;
    context_.printer->Out(fmt::format("Score of {} vs {}: {} - {} - {}  [{:.3f}] {}", names_[0],
                                      names_[1], wins_, losses_, draws_, report.score, games));
    if (report.elo) {
      context_.printer->Out(fmt::format("Elo {:+.1f} [{:+.1f}, {:+.1f}], pairs {}",
                                        report.elo->value, report.elo->low, report.elo->high,
                                        fmt::join(pairs_, ",")));
    }
    for (const auto& [end, count] : ends_) {
      context_.printer->Out(fmt::format("  {}: {}", end, count));
    }
    if (!chess::IsRated(rules_)) {
      context_.printer->Out(fmt::format("Rules: {} (not rated)", rules_));
    }
  }

 private:
  void Count(const worker::PlayedGame& game, const std::string& white, const std::string& black,
             uint64_t index) {
    const bool dev_white = white == names_[0] && index % 2 == 0;
    if (game.result == GameResult::kDraw) {
      ++draws_;
    } else {
      ++((game.result == GameResult::kWhiteWins) == dev_white ? wins_ : losses_);
    }
    ++ends_[std::string(Name(game.end))];
    context_.printer->Say(fmt::format("Finished game {} ({} vs {}): {} {{{}}}", index + 1, white,
                                      black, ResultText(game.result), worker::ResultReason(game)));
    if (!game.detail.empty()) context_.printer->Say("  " + game.detail);
  }

  void Write(const worker::PlayedGame& game, const chess::Position& opening,
             const std::array<size_t, 2>& seats, uint64_t pair_index) {
    worker::GameLabels labels = labels_;
    labels.white = names_[seats[0]];
    labels.black = names_[seats[1]];
    labels.round = fmt::format("{}.{}", pair_index + 1, seats[0] + 1);
    pgn_ << chess::ToPgn(worker::ToPgnGame(game, opening, labels)) << "\n";
  }

  void ReportJson(const stats::Report& report) {
    nlohmann::ordered_json object = {{"engines", names_},     {"games", wins_ + losses_ + draws_},
                                     {"wins", wins_},         {"losses", losses_},
                                     {"draws", draws_},       {"score", report.score},
                                     {"pentanomial", pairs_}, {"ends", ends_},
                                     {"rules", rules_},       {"rated", chess::IsRated(rules_)}};
    if (report.elo) {
      object["elo"] = report.elo->value;
      object["elo_low"] = report.elo->low;
      object["elo_high"] = report.elo->high;
    }
    context_.printer->Json(object);
  }

  std::array<std::string, 2> names_;
  std::string rules_;
  Context& context_;
  worker::GameLabels labels_;
  std::ofstream pgn_;
  bool writes_pgn_ = false;
  stats::Pentanomial pairs_ = {};
  int64_t wins_ = 0;
  int64_t losses_ = 0;
  int64_t draws_ = 0;
  std::map<std::string, int64_t> ends_;
};

absl::StatusOr<std::unique_ptr<openings::Book>> OpenBook(const LocalMatchFlags& flags) {
  return flags.openings.empty()
             ? openings::Book::FromText(std::string(chess::kStartFen), "the start position")
             : openings::Book::Open(flags.openings, {.plies = flags.book_plies, .name = ""});
}

absl::StatusOr<worker::GameLimits> LimitsOf(const LocalMatchFlags& flags) {
  ROOKERY_ASSIGN_OR_RETURN(const v1::Limits from, ToLimits(flags.limits));
  worker::GameLimits limits;
  limits.per_move.nodes = from.nodes();
  limits.per_move.depth = from.depth();
  limits.per_move.movetime_ms = from.movetime_ms();
  limits.base_ms = from.base_ms();
  limits.increment_ms = from.increment_ms();
  if (flags.max_moves > 0) limits.max_moves = flags.max_moves;
  ROOKERY_ASSIGN_OR_RETURN(limits.rules, chess::FindRuleProfile(flags.rules));
  return limits;
}

absl::Status Play(const LocalMatchFlags& flags, Context& context) {
  if (flags.engines.size() != 2) {
    return InvalidArgument("--engine: {} given; a local match needs two", flags.engines.size());
  }
  ROOKERY_ASSIGN_OR_RETURN(LocalEngine dev, ParseLocalEngine(flags.engines[0]));
  ROOKERY_ASSIGN_OR_RETURN(LocalEngine base, ParseLocalEngine(flags.engines[1]));
  if (dev.name == base.name) base.name += "-2";
  ROOKERY_ASSIGN_OR_RETURN(const auto make_dev, MakeFactory(dev, flags.hash_kib, context));
  ROOKERY_ASSIGN_OR_RETURN(const auto make_base, MakeFactory(base, flags.hash_kib, context));
  // Started once before anything is played: what is wrong is said now, and no game is scored.
  ROOKERY_RETURN_IF_ERROR(make_dev().status());
  ROOKERY_RETURN_IF_ERROR(make_base().status());
  ROOKERY_ASSIGN_OR_RETURN(const auto book, OpenBook(flags));
  worker::LocalMatchOptions options;
  ROOKERY_ASSIGN_OR_RETURN(options.limits, LimitsOf(flags));
  options.pairs = flags.pairs;
  options.threads = flags.concurrency;
  options.seed = flags.seed == 0 ? context.entropy() : flags.seed;
  options.book = book.get();
  options.clock = context.clock;
  Tally tally(flags, {dev.name, base.name}, &context);
  if (!tally.pgn_ok()) return InvalidArgument("--pgn: {} can't be written", flags.pgn);
  std::atomic<bool> stop = false;
  const Interrupt::Listener listener(context.interrupt, [&] { stop = true; });
  absl::Status written;
  const absl::Status played = worker::PlayLocalMatch(
      options, make_dev, make_base,
      [&](const worker::PlayedPair& pair, const PairPlan& plan) {
        written = tally.Add(pair, *book->At(plan.opening));
        return written.ok();
      },
      stop);
  tally.Report(context.json);
  return played.ok() ? written : played;
}

}  // namespace

absl::StatusOr<LocalEngine> ParseLocalEngine(std::string_view text) {
  LocalEngine engine;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    const std::string value(equals == std::string_view::npos ? "" : part.substr(equals + 1));
    if (key == "name") {
      engine.name = value;
    } else if (key == "cmd") {
      engine.command = value;
    } else if (key == "arg") {
      engine.arguments.push_back(value);
    } else if (key == "dir") {
      engine.folder = value;
    } else if (key == "weights") {
      engine.weights = value;
    } else if (key.starts_with("option.") && key.size() > 7) {
      engine.options.emplace_back(key.substr(7), value);
    } else {
      return InvalidArgument(
          "--engine: '{}' is not known; give name=, cmd=, arg=, dir=, weights= or option.NAME=",
          part);
    }
  }
  if (engine.command.empty() == engine.weights.empty()) {
    return InvalidArgument("--engine: '{}' needs cmd=PATH or weights=FILE, one of them", text);
  }
  if (engine.name.empty()) {
    const std::string& origin = engine.command.empty() ? engine.weights : engine.command;
    engine.name = origin.substr(origin.find_last_of('/') + 1);
  }
  return engine;
}

Exit RunLocalMatch(const LocalMatchFlags& flags, Context& context) {
  const absl::Status status = Play(flags, context);
  if (status.ok()) return Exit::kDone;
  return absl::IsCancelled(status) ? Exit::kInterrupted : context.FailLocal(status);
}

}  // namespace rookery::cli

#include "cli/match_run.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/pairing/pair_plan.h"
#include "base/status.h"
#include "cli/game_file.h"
#include "cli/game_log.h"
#include "cli/match_files.h"
#include "cli/match_players.h"
#include "coordinator/stats/bound_scales.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/chess/pgn_tags.h"
#include "engine/openings/book.h"
#include "engine/openings/chess960.h"
#include "worker/process/affinity.h"

namespace rookery::cli {
namespace {

using worker::TournamentGame;

absl::StatusOr<std::unique_ptr<openings::Book>> OpenBook(const MatchSpec& spec) {
  const MatchOpenings& wanted = spec.openings;
  if (!wanted.file.empty()) {
    return openings::Book::Open(wanted.file, {.plies = wanted.plies, .name = ""});
  }
  return wanted.all_chess960
             ? openings::Book::FromText(openings::Chess960Book(), "Chess960's starting positions")
             : openings::Book::FromText(std::string(chess::kStartFen), "the start position");
}

// The line of the book that a game begins from.
uint64_t OpeningIndex(const MatchSpec& spec, uint64_t size, const ScheduledGame& game) {
  const MatchOpenings& wanted = spec.openings;
  const uint64_t most = wanted.most == 0 ? size : std::min(size, wanted.most);
  const uint64_t turn = wanted.by_round ? game.round : game.pair;
  const uint64_t place = (wanted.start + turn % most) % size;
  return wanted.random ? PermuteIndex(spec.seed, place, size) : place;
}

// A side that may think for ever would never move.
absl::Status CheckLimits(const MatchSpec& spec) {
  for (const MatchEngine& engine : spec.engines) {
    const search::SearchLimits& move = engine.limits.per_move;
    if (engine.limits.clock.periods.empty() && move.nodes == 0 && move.depth == 0 &&
        move.movetime_ms == 0) {
      return InvalidArgument(
          "{} has no limit: an infinite clock needs nodes, depth or time a move beside it",
          engine.name);
    }
  }
  return absl::OkStatus();
}

// EPD with the counters as operations, as fastchess and cutechess write it.
std::string LastPositionEpd(const TournamentGame& game) {
  chess::Position position = game.opening.position;
  for (const chess::Move move : game.played.moves) position.Play(move);
  const std::string fen = chess::ToFen(position);
  size_t end = 0;
  for (int field = 0; field < 4; ++field) end = fen.find(' ', end + (field > 0 ? 1 : 0));
  return fmt::format("{} hmvc {}; fmvn {};\n", fen.substr(0, end), position.halfmove_clock(),
                     position.fullmove_number());
}

// Plays, writes, counts.
class MatchRun : public worker::TournamentEvents {
 public:
  MatchRun(const MatchSpec& spec, MatchPrinter& printer, Context& context, Schedule schedule)
      : spec_(spec),
        printer_(printer),
        context_(context),
        schedule_(std::move(schedule)),
        score_(spec.engines.size()),
        view_{spec_, schedule_, score_, {}, {}} {}

  absl::Status Prepare(const std::vector<std::string>& arguments) {
    ROOKERY_RETURN_IF_ERROR(CheckFilesDiffer(FilesOf(spec_)));
    ROOKERY_RETURN_IF_ERROR(CheckLimits(spec_));
    ROOKERY_ASSIGN_OR_RETURN(view_.rules, chess::FindRuleProfile(spec_.rules));
    ROOKERY_ASSIGN_OR_RETURN(book_, OpenBook(spec_));
    ROOKERY_RETURN_IF_ERROR(BoundTest());
    ROOKERY_RETURN_IF_ERROR(CheckOpenings());
    if (!spec_.tables.empty()) {
      ROOKERY_ASSIGN_OR_RETURN(tables_, tablebase::Tablebase::Open(spec_.tables));
    }
    for (const MatchEngine& engine : spec_.engines) {
      ROOKERY_ASSIGN_OR_RETURN(EngineFacts facts, TryEngine(spec_, engine, context_.clock,
                                                            [this](const std::string& warning) {
                                                              printer_.OnWarning(warning);
                                                            }));
      names_.push_back(facts.name);
      view_.engines.push_back(std::move(facts));
    }
    return spec_.log.empty() ? OpenFilesAtStart() : OpenLog(arguments);
  }

  absl::Status Play(const std::atomic<bool>& stop) {
    worker::TournamentOptions options;
    for (const MatchEngine& engine : spec_.engines) {
      ROOKERY_ASSIGN_OR_RETURN(worker::PlayerFactory factory,
                               MakeFactory(spec_, engine, context_.clock));
      options.contestants.push_back(
          {engine.name, std::move(factory), engine.limits, engine.restart});
    }
    options.limits.rules = view_.rules;
    options.limits.max_moves = spec_.max_moves;
    options.limits.adjudication = spec_.adjudication;
    options.limits.adjudication.endgames.tables = tables_;
    options.opening = [this](const ScheduledGame& game) { return OpeningFor(game); };
    options.seed = spec_.seed;
    options.threads = spec_.concurrency;
    options.pause_ms = spec_.pause_ms;
    options.clock = context_.clock;
    if (spec_.bound_to_cores) BindGames(options);
    printer_.OnBegin(view_, score_.games());
    if (Decided()) {
      printer_.OnEnd(view_, MatchEnd::kDecided);
      return absl::OkStatus();
    }
    const absl::Status played = worker::PlayTournament(options, schedule_, played_, *this, stop);
    const absl::Status status = fault_.ok() ? played : fault_;
    if (spec_.fresh_openings && status.ok() && !decided_) {
      printer_.OnVerdict(view_, stats::Verdict::kUndecided);
    }
    printer_.OnEnd(view_, EndOf(status));
    const absl::Status synced = log_.Sync();
    return status.ok() ? synced : status;
  }

  void OnStart(const ScheduledGame& game) override { printer_.OnStart(view_, game); }

  bool OnGame(const TournamentGame& game) override {
    fault_ = Write(game);
    if (!fault_.ok()) return false;
    score_.Add(game.plan, game.played.result, game.played.end);
    printer_.OnGame(view_, game);
    CountFaults(game, true);
    const bool failed = game.played.end == GameEnd::kCrash || game.played.end == GameEnd::kStall;
    if (failed && !spec_.recover) {
      fault_ =
          Error(absl::StatusCode::kAborted, "game {}: {}", game.plan.id + 1, game.played.detail);
      return false;
    }
    return !Decided();
  }

 private:
  // A game's cores are those of the thread that plays it. Where they can't be had it is said, and
  // games run wherever the system puts them.
  void BindGames(worker::TournamentOptions& options) {
    int threads = 1;
    for (const EngineFacts& engine : view_.engines) {
      threads = std::max(threads, std::atoi(engine.threads.c_str()));
    }
    absl::StatusOr<std::vector<std::vector<int>>> plan;
    const auto processors = worker::ReadProcessors();
    if (processors.ok()) {
      plan = worker::PlanAffinity(*processors, {spec_.concurrency, threads, spec_.processors});
    } else {
      plan = processors.status();
    }
    if (!plan.ok()) {
      printer_.OnWarning("games aren't bound to cores: " + Message(plan.status()));
      return;
    }
    options.on_thread = [games = *std::move(plan)](int thread) {
      return worker::BindThread(games[static_cast<size_t>(thread)]);
    };
  }

  using OpenFile = absl::StatusOr<GameFile> (*)(const std::string& path, int64_t bytes);
  absl::Status OpenFiles(OpenFile open, int64_t pgn_bytes, int64_t epd_bytes) {
    if (!spec_.pgn.path.empty()) {
      ROOKERY_ASSIGN_OR_RETURN(pgn_, open(spec_.pgn.path, pgn_bytes));
      if (spec_.pgn_checksum) ROOKERY_RETURN_IF_ERROR(pgn_.BeginChecksum());
    }
    if (!spec_.epd.path.empty()) {
      ROOKERY_ASSIGN_OR_RETURN(epd_, open(spec_.epd.path, epd_bytes));
    }
    return absl::OkStatus();
  }
  // Emptied, unless what is there stays.
  absl::Status OpenFilesAtStart() {
    return OpenFiles(GameFile::Open, spec_.pgn.append ? -1 : 0, spec_.epd.append ? -1 : 0);
  }

  // Begins the log, or takes up what it holds: results, and PGN and EPD made whole from it.
  absl::Status OpenLog(const std::vector<std::string>& arguments) {
    const std::string fingerprint = Fingerprint(spec_);
    const absl::StatusOr<LogHeader> header = GameLog::ReadHeader(spec_.log);
    if (spec_.log_anew || absl::IsNotFound(header.status())) {
      ROOKERY_RETURN_IF_ERROR(OpenFilesAtStart());
      ROOKERY_ASSIGN_OR_RETURN(
          log_, GameLog::Create(spec_.log, {fingerprint, arguments, pgn_.size(), epd_.size()},
                                spec_.log_anew));
      return absl::OkStatus();
    }
    ROOKERY_RETURN_IF_ERROR(header.status());
    if (header->fingerprint != fingerprint) {
      return InvalidArgument(
          "{} is the log of another match; name another file, or remove it to begin anew.\n"
          "  there: {}\n  asked: {}",
          spec_.log, header->fingerprint, fingerprint);
    }
    ROOKERY_RETURN_IF_ERROR(OpenFiles(GameFile::Continue, header->pgn_offset, header->epd_offset));
    ROOKERY_ASSIGN_OR_RETURN(log_, GameLog::Continue(spec_.log, [this](TournamentGame game) {
                               return TakeUp(std::move(game));
                             }));
    ROOKERY_RETURN_IF_ERROR(pgn_.EndOfPlayed());
    return epd_.EndOfPlayed();
  }

  absl::Status TakeUp(TournamentGame game) {
    const uint64_t id = game.plan.id;
    if (id >= schedule_.known() || (id < played_.size() && played_[id])) {
      return Error(absl::StatusCode::kDataLoss, "game {} is out of place", id);
    }
    if (played_.size() <= id) played_.resize(id + 1);
    played_[id] = true;
    game.plan = schedule_.At(id);
    schedule_.Record(game.plan, game.played.result);
    score_.Add(game.plan, game.played.result, game.played.end);
    CountFaults(game, false);
    return WriteFiles(game);
  }

  void CountFaults(const TournamentGame& game, bool said) {
    const int engines[] = {game.plan.white(), game.plan.black()};
    for (size_t side = 0; side < game.notes.size(); ++side) {
      for (const worker::PlayerNote& note : game.notes[side]) {
        const bool first = score_.AddFault(engines[side], note);
        if (first && said) printer_.OnFault(view_, engines[side], note);
      }
    }
  }

  // A pair from an opening that another one had is no evidence of its own: engines that don't
  // depend on time play the same games again.
  absl::Status BoundTest() {
    if (!spec_.sprt) return absl::OkStatus();
    const uint64_t size = book_->size();
    const uint64_t most = spec_.openings.most == 0 ? size : std::min(size, spec_.openings.most);
    ScheduleOptions plan = spec_.schedule;
    const uint64_t fresh = spec_.fresh_openings ? most : size;
    if (plan.rounds <= fresh) return absl::OkStatus();
    if (!spec_.fresh_openings) {
      printer_.OnWarning(fmt::format(
          "the book has {} opening{} for {} pairs: pairs that begin alike are no evidence of their "
          "own, and the test counts them as if they were",
          size, size == 1 ? "" : "s", plan.rounds));
      return absl::OkStatus();
    }
    printer_.OnWarning(fmt::format(
        "the test plays {} pair{} at most, not {}: the book has no more openings, and pairs that "
        "begin alike are no evidence of their own; if they don't decide it, it ends undecided",
        fresh, fresh == 1 ? "" : "s", plan.rounds));
    plan.rounds = fresh;
    ROOKERY_ASSIGN_OR_RETURN(schedule_, Schedule::Create(plan));
    return absl::OkStatus();
  }

  // Reads every opening that a game can begin from: a fault is told now, not in mid-match.
  absl::Status CheckOpenings() const {
    const uint64_t size = book_->size();
    const uint64_t most = spec_.openings.most == 0 ? size : std::min(size, spec_.openings.most);
    const Format format = spec_.schedule.format;
    const bool grows = format == Format::kSwiss || format == Format::kKnockout;
    const ScheduledGame last = schedule_.At(schedule_.known() - 1);
    const uint64_t planned = (spec_.openings.by_round ? last.round : last.pair) + 1;
    const uint64_t turns = grows ? most : std::min(most, planned);
    for (uint64_t turn = 0; turn < turns; ++turn) {
      ScheduledGame game;
      game.round = game.pair = turn;
      ROOKERY_ASSIGN_OR_RETURN(const openings::Opening opening, OpeningFor(game));
      if (!spec_.chess960 && opening.start.IsChess960()) {
        return InvalidArgument(
            "{} has openings in which castling starts from other squares than the standard game's "
            "('{}'); say that the variant is chess960, or name another book",
            spec_.openings.file, chess::ToFen(opening.start));
      }
    }
    return absl::OkStatus();
  }

  absl::StatusOr<openings::Opening> OpeningFor(const ScheduledGame& game) const {
    return book_->At(OpeningIndex(spec_, book_->size(), game), view_.rules);
  }

  absl::Status Write(const TournamentGame& game) {
    if (!spec_.log.empty()) {
      ROOKERY_RETURN_IF_ERROR(log_.Append(GameToJson(game, names_, WantsFigures())));
    }
    ROOKERY_RETURN_IF_ERROR(WriteFiles(game));
    if (spec_.pgn_checksum && !spec_.pgn.path.empty()) {
      printer_.OnPgnChecksum(spec_.pgn.path, pgn_.checksum());
    }
    return absl::OkStatus();
  }

  bool WantsFigures() const {
    const worker::CommentStyle& style = spec_.comments;
    return style.latency || style.selective_depth || style.nodes_per_second || style.hash ||
           style.tablebase_hits || style.line;
  }

  absl::Status WriteFiles(const TournamentGame& game) {
    if (!spec_.pgn.path.empty()) {
      ROOKERY_RETURN_IF_ERROR(
          pgn_.Append(chess::ToPgn(worker::ToPgnGame(game.played, game.opening, LabelsOf(game),
                                                     spec_.comments)) +
                      "\n"));
    }
    return spec_.epd.path.empty() ? absl::OkStatus() : epd_.Append(LastPositionEpd(game));
  }

  worker::GameLabels LabelsOf(const TournamentGame& game) const {
    const auto white = static_cast<size_t>(game.plan.white());
    const auto black = static_cast<size_t>(game.plan.black());
    worker::GameLabels labels;
    labels.white = names_[white];
    labels.black = names_[black];
    labels.event = spec_.event;
    labels.rules = view_.rules;
    labels.site = spec_.site;
    labels.round = fmt::format("{}", game.plan.encounter + 1);
    labels.date = absl::FormatTime("%Y.%m.%d", game.started, absl::UTCTimeZone());
    labels.more = chess::TimeControlTags(ControlOf(white), ControlOf(black));
    labels.more.emplace_back("GameStartTime", Moment(game.started));
    labels.more.emplace_back("GameEndTime",
                             Moment(game.started + absl::Milliseconds(game.played.elapsed_ms)));
    return labels;
  }

  static std::string Moment(absl::Time time) {
    return absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", time, absl::UTCTimeZone());
  }

  std::string ControlOf(size_t engine) const {
    const worker::SideLimits& limits = spec_.engines[engine].limits;
    return worker::TimeControlText(limits.clock, limits.per_move.movetime_ms);
  }

  // True once the sequential test has its verdict; said once.
  bool Decided() {
    if (!spec_.sprt) return false;
    const auto [lower, upper] = SprtLimits(*spec_.sprt);
    const double llr = MatchLlr(spec_, score_);
    if (llr > lower && llr < upper) return false;
    if (!decided_) {
      printer_.OnVerdict(view_,
                         llr >= upper ? stats::Verdict::kAccepted : stats::Verdict::kRejected);
    }
    decided_ = true;
    return true;
  }

  MatchEnd EndOf(const absl::Status& status) const {
    if (absl::IsCancelled(status)) return MatchEnd::kInterrupted;
    if (!status.ok()) return MatchEnd::kFailed;
    return decided_ ? MatchEnd::kDecided : MatchEnd::kComplete;
  }

  const MatchSpec& spec_;
  MatchPrinter& printer_;
  Context& context_;
  Schedule schedule_;
  MatchScore score_;
  MatchView view_;
  std::vector<std::string> names_;
  std::unique_ptr<openings::Book> book_;
  std::shared_ptr<const tablebase::Tablebase> tables_;  // none: nothing is adjudicated by them
  std::vector<bool> played_;
  GameLog log_;
  GameFile pgn_;
  GameFile epd_;
  absl::Status fault_;
  bool decided_ = false;
};

}  // namespace

double MatchLlr(const MatchSpec& spec, const MatchScore& score) {
  const MeetingScore meeting = score.Between(0, 1);
  const absl::StatusOr<stats::Sprt> sprt = spec.bayesian
                                               ? stats::CreateBayesSprt(*spec.sprt, meeting.games)
                                               : stats::Sprt::Create(*spec.sprt);
  if (!sprt.ok()) return 0;
  return spec.pairs ? sprt->Llr(meeting.pairs) : sprt->Llr(meeting.games);
}

std::pair<double, double> SprtLimits(const stats::SprtBounds& bounds) {
  return {std::log(bounds.beta / (1 - bounds.alpha)), std::log((1 - bounds.beta) / bounds.alpha)};
}

absl::Status RunMatch(const MatchSpec& spec, const std::vector<std::string>& arguments,
                      MatchPrinter& printer, Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(Schedule schedule, Schedule::Create(spec.schedule));
  MatchRun run(spec, printer, context, std::move(schedule));
  std::atomic<bool> stop = false;
  const Interrupt::Listener listener(context.interrupt, [&] { stop = true; });
  ROOKERY_RETURN_IF_ERROR(run.Prepare(arguments));
  return run.Play(stop);
}

}  // namespace rookery::cli

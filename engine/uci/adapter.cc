#include "engine/uci/adapter.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "base/check.h"
#include "base/status.h"
#include "engine/chess/notation.h"
#include "engine/uci/describe.h"
#include "engine/uci/move_count.h"

namespace rookery::uci {
namespace {

constexpr int64_t kMostDepth = 1000;
constexpr int kMostPerftDepth = 20;
constexpr std::string_view kNoMove = "0000";

int64_t Bounded(const std::optional<int64_t>& value, int64_t least, int64_t otherwise) {
  return value ? std::max(least, *value) : otherwise;
}

}  // namespace

Adapter::Adapter(const Options& options, Clock* clock, Writer writer, const Patience& patience)
    : defaults_(options),
      options_(options),
      clock_(clock),
      writer_(std::move(writer)),
      patience_(patience),
      game_(chess::Position::Start()) {}

bool Adapter::Handle(std::string_view line) {
  const absl::StatusOr<Command> command = ParseCommand(line);
  if (command.ok()) {
    std::visit([this](const auto& known) { (*this)(known); }, *command);
  } else if (command.status().code() != absl::StatusCode::kNotFound) {
    Complain(Message(command.status()));
  }
  return !quit_;
}

void Adapter::FinishInput() {
  End(unlimited_ ? std::chrono::nanoseconds::zero() : patience_.at_end);
}

void Adapter::operator()(const UciCommand&) {
  Write(IdReply{.key = "name", .value = "Rookery 0.1.0"});
  Write(IdReply{.key = "author", .value = "the Rookery authors"});
  for (const OptionReply& option : OptionList(defaults_)) Write(option);
  Write(UciOkReply{});
}

void Adapter::operator()(const IsReadyCommand&) {
  if (!task_.started()) team();  // so that the time for the hash table isn't a move's
  Write(ReadyOkReply{});
}

void Adapter::operator()(const NewGameCommand&) {
  MakeRoom();
  team().NewGame(0);
}

void Adapter::operator()(const StopCommand&) { End(std::chrono::nanoseconds::zero()); }

void Adapter::operator()(const PonderHitCommand&) {
  if (!std::exchange(pondering_, false)) return;
  team_->PonderHit();
  ponder_hit_.store(true);
  task_.Wake();
}

void Adapter::operator()(const QuitCommand&) {
  End(work_ == Work::kCount ? patience_.at_quit : std::chrono::nanoseconds::zero());
  quit_ = true;
}

void Adapter::operator()(const DisplayCommand&) { WriteText(DescribePosition(game_.position())); }

void Adapter::operator()(const EvaluateCommand&) {
  WriteText(DescribeEvaluation(game_.position(), options_.weights));
}

void Adapter::operator()(const BenchCommand& bench) {
  MakeRoom();
  const int64_t depth = std::clamp<int64_t>(bench.depth.value_or(kBenchDepth), 1, kMostDepth);
  bench_ = std::make_unique<Bench>(options_.weights, clock_);
  const auto run = [this, depth] {
    const std::optional<BenchResult> result = bench_->Run(static_cast<int>(depth));
    if (!result) return Complain("bench was stopped");
    WriteText(DescribeBench(*result));
  };
  Start(Work::kCount, run, [this] { bench_->Stop(); });
}

void Adapter::operator()(const DebugCommand& debug) { debug_ = debug.on; }

// What is refused or changes nothing ends no search and forgets nothing: it is tried on a copy.
void Adapter::operator()(const SetOptionCommand& option) {
  if (OpensTables(option)) return OpenTables(option);
  Options changed = options_;
  const absl::Status status = SetOption(option, changed);
  if (!status.ok()) return Complain(Message(status));
  if (!IsClearHash(option) && changed.PlaysLike(options_)) {
    options_.weights_name = std::move(changed.weights_name);
    return;
  }
  MakeRoom();
  team_.reset();  // made anew with the new options when it is needed
  options_ = std::move(changed);
}

// A copy would hold the tables that must be closed.
void Adapter::OpenTables(const SetOptionCommand& option) {
  const absl::StatusOr<bool> changes = ChangesTables(option, options_);
  if (!changes.ok()) return Complain(Message(changes.status()));
  if (!*changes) return;
  MakeRoom();
  team_.reset();
  const absl::Status opened = SetOption(option, options_);
  if (!opened.ok()) Complain(Message(opened));
}

void Adapter::operator()(const PositionCommand& command) {
  const absl::StatusOr<chess::Position> start =
      command.fen.empty() ? chess::Position::Start() : chess::ParseFen(command.fen);
  if (!start.ok()) {
    Complain(Message(start.status()));
    return;
  }
  chess::Game game(*start);
  for (const std::string& text : command.moves) {
    const absl::StatusOr<chess::Move> move = chess::ParseUci(game.position(), text);
    if (!move.ok()) {
      Complain(Message(move.status()) + "; the position is the one before it");
      break;
    }
    game.Play(*move);
  }
  game_ = std::move(game);
}

search::SearchLimits Adapter::LimitsOf(const GoCommand& go) {
  search::SearchLimits limits;
  const bool white = game_.position().side() == chess::Color::kWhite;
  // Whoever tells the other side's clock alone means that there are clocks.
  const auto& own_clock = white ? go.white_time_ms : go.black_time_ms;
  const auto& other_clock = white ? go.black_time_ms : go.white_time_ms;
  limits.nodes = Bounded(go.nodes, 1, 0);
  limits.depth = static_cast<int>(std::min(kMostDepth, Bounded(go.depth, 1, 0)));
  limits.movetime_ms = Bounded(go.movetime_ms, 1, 0);
  limits.time_left_ms = Bounded(own_clock ? own_clock : other_clock, 1, -1);
  limits.increment_ms = Bounded(white ? go.white_increment_ms : go.black_increment_ms, 0, 0);
  limits.moves_to_go = static_cast<int>(std::min(kMostDepth, Bounded(go.moves_to_go, 0, 0)));
  limits.mate = static_cast<int>(std::min(kMostDepth, Bounded(go.mate, 1, 0)));
  limits.ponder = go.ponder;
  const bool limited = limits.nodes > 0 || limits.depth > 0 || limits.movetime_ms > 0 ||
                       limits.time_left_ms >= 0 || limits.mate > 0;
  limits.infinite = go.infinite || !limited;
  for (const std::string& text : go.search_moves) {
    const absl::StatusOr<chess::Move> move = chess::ParseUci(game_.position(), text);
    if (move.ok()) {
      limits.search_moves.push_back(*move);
    } else {
      Complain(Message(move.status()));
    }
  }
  return limits;
}

void Adapter::operator()(const GoCommand& go) {
  MakeRoom();
  if (go.perft) {
    const int depth = static_cast<int>(std::clamp<int64_t>(*go.perft, 0, kMostPerftDepth));
    Start(Work::kCount, [this, position = game_.position(), depth] { CountMoves(position, depth); },
          {});
    return;
  }
  search::SearchLimits limits;
  limits.depth = 1;
  if (go.fault.empty()) {
    limits = LimitsOf(go);
  } else {
    Complain(go.fault + "; a move is looked for at depth 1");
  }
  if (debug_) Complain(DescribeLimits(limits, options_.weights));
  team();  // made here, so that the search thread finds it
  unlimited_ = limits.infinite || limits.ponder;
  pondering_ = limits.ponder;
  ponder_hit_.store(false);
  Start(
      Work::kSearch, [this, game = game_, limits] { Think(game, limits); },
      [this] { team_->Stop(); });
}

void Adapter::Start(Work work, std::function<void()> body, std::function<void()> interrupt) {
  work_ = work;
  task_.Start(std::move(body), std::move(interrupt));
}

void Adapter::MakeRoom() {
  if (work_ == Work::kCount) {
    while (!task_.AwaitEnd(std::chrono::hours(1))) {
    }
  }
  End(std::chrono::nanoseconds::zero());
}

void Adapter::End(std::chrono::nanoseconds patience) {
  if (!task_.AwaitEnd(patience)) task_.Stop();
  // The search may have ended by itself before it saw the stop or the ponderhit.
  if (team_ != nullptr) team_->ForgetStop();
  bench_.reset();
  work_ = Work::kNone;
  pondering_ = false;
  unlimited_ = false;
}

// On the search thread.
void Adapter::Think(const chess::Game& game, const search::SearchLimits& limits) {
  const search::SearchResult result = team_->Search(
      game, limits,
      [&](const search::SearchReport& report) { WriteReport(game.position(), report); });
  // The protocol wants no move before stop (infinite) or ponderhit (ponder), however much time was
  // needed.
  task_.WaitForStop([&] { return !limits.infinite && (!limits.ponder || ponder_hit_.load()); });
  BestMoveReply reply{.move = std::string(kNoMove), .ponder = ""};
  if (!result.best.none()) {
    reply.move = chess::ToUci(game.position(), result.best, options_.chess960);
    if (!result.ponder.none()) {
      chess::Position next = game.position();
      next.Play(result.best);
      reply.ponder = chess::ToUci(next, result.ponder, options_.chess960);
    }
  }
  Write(reply);
}

// On the search thread.
void Adapter::CountMoves(const chess::Position& position, int depth) {
  if (depth == 0) return WriteText("\nNodes searched: 1");
  const std::optional<uint64_t> total = CountByMove(
      position, depth, [this] { return task_.stop_requested(); },
      [&](chess::Move move, uint64_t count) {
        WriteText(fmt::format("{}: {}", chess::ToUci(position, move, options_.chess960), count));
      });
  if (!total) return Complain("perft was stopped");
  WriteText(fmt::format("\nNodes searched: {}", *total));
}

void Adapter::WriteReport(const chess::Position& position, const search::SearchReport& report) {
  InfoReply info;
  info.depth = report.depth;
  info.selective_depth = report.selective_depth;
  info.multipv = report.multipv;
  if (std::abs(report.score) > search::kMateBound) {
    const int plies = search::kMateScore - std::abs(report.score);
    info.score_mate = report.score > 0 ? (plies + 1) / 2 : -(plies / 2);
  } else {
    info.score_cp = report.score;
  }
  info.lower_bound = report.lower_bound;
  info.upper_bound = report.upper_bound;
  info.nodes = report.nodes;
  info.time_ms = report.elapsed_us / 1000;
  info.nodes_per_second = report.nodes * 1'000'000 / std::max<int64_t>(1, report.elapsed_us);
  info.hash_permill = report.hash_permill;
  if (options_.endgames.tables != nullptr) info.table_hits = report.table_hits;
  chess::Position board = position;
  for (const chess::Move move : report.line) {
    info.line.push_back(chess::ToUci(board, move, options_.chess960));
    board.Play(move);
  }
  Write(info);
}

Team& Adapter::team() {
  while (team_ == nullptr) {
    search::EngineOptions options;
    options.weights = options_.weights;
    options.hash_bytes = options_.hash_mb << 20;
    options.multipv = static_cast<int>(options_.multipv);
    options.chess960 = options_.chess960;
    options.endgames = options_.endgames;
    try {
      team_ = std::make_unique<Team>(options, clock_, static_cast<int>(options_.threads));
    } catch (const std::bad_alloc&) {
      ROOKERY_CHECK(options_.hash_mb > 1);  // a machine without a megabyte runs no engine
      const int64_t wanted = options_.hash_mb;
      options_.hash_mb = std::min(kDefaultHashMb, wanted / 2);
      Complain(fmt::format("option Hash: there is no memory for {} MB; {} MB are used", wanted,
                           options_.hash_mb));
    }
  }
  return *team_;
}

void Adapter::Write(const Reply& reply) { WriteText(FormatReply(reply)); }

void Adapter::WriteText(std::string_view text) {
  MutexLock lock(&write_mutex_);
  writer_(text);
}

void Adapter::Complain(std::string_view what) {
  // One line, whatever the message holds.
  std::string text(what);
  std::replace(text.begin(), text.end(), '\n', ' ');
  InfoReply info;
  info.text = text;
  Write(info);
}

}  // namespace rookery::uci

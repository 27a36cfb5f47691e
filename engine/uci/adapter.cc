#include "engine/uci/adapter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/status.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/uci/bench.h"
#include "engine/uci/describe.h"

namespace rookery::uci {
namespace {

constexpr int64_t kMostDepth = 1000;
constexpr int kMostPerftDepth = 20;
constexpr std::string_view kNoMove = "0000";

int64_t Bounded(const std::optional<int64_t>& value, int64_t least, int64_t otherwise) {
  return value ? std::max(least, *value) : otherwise;
}

}  // namespace

Adapter::Adapter(const params::Weights& weights, Clock* clock, Writer writer)
    : clock_(clock), writer_(std::move(writer)), game_(chess::Position::Start()) {
  options_.weights = weights;
}

Adapter::~Adapter() { EndSearch(); }

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
  if (unlimited_) EndSearch();
  if (thread_.joinable()) thread_.join();
}

void Adapter::operator()(const UciCommand&) {
  Write(IdReply{.key = "name", .value = "Rookery 0.1.0"});
  Write(IdReply{.key = "author", .value = "the Rookery authors"});
  for (const OptionReply& option : OptionList(Options{})) Write(option);
  Write(UciOkReply{});
}

void Adapter::operator()(const IsReadyCommand&) { Write(ReadyOkReply{}); }

void Adapter::operator()(const NewGameCommand&) {
  EndSearch();
  team().NewGame(0);
}

void Adapter::operator()(const StopCommand&) { EndSearch(true); }

void Adapter::operator()(const PonderHitCommand&) {
  unlimited_ = false;
  if (team_ != nullptr) team_->PonderHit();
  MutexLock lock(&mutex_);
  ponder_hit_ = true;
  changed_.notify_all();
}

void Adapter::operator()(const QuitCommand&) {
  EndSearch();
  quit_ = true;
}

void Adapter::operator()(const DisplayCommand&) { WriteText(DescribePosition(game_.position())); }

void Adapter::operator()(const EvaluateCommand&) {
  WriteText(DescribeEvaluation(game_.position(), options_.weights));
}

void Adapter::operator()(const BenchCommand& bench) {
  EndSearch();
  const int64_t depth = std::clamp<int64_t>(bench.depth.value_or(kBenchDepth), 1, kMostDepth);
  WriteText(DescribeBench(RunBench(options_.weights, static_cast<int>(depth), clock_)));
}

void Adapter::operator()(const DebugCommand&) {}

void Adapter::operator()(const SetOptionCommand& option) {
  EndSearch();
  // Made anew with the new options when it is needed; before them, since it holds what they
  // replace.
  team_.reset();
  const absl::Status status = SetOption(option, options_);
  if (!status.ok()) Complain(Message(status));
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
      Complain(Message(move.status()));
      return;
    }
    game.Play(*move);
  }
  game_ = std::move(game);
}

search::SearchLimits Adapter::LimitsOf(const GoCommand& go) {
  search::SearchLimits limits;
  const bool white = game_.position().side() == chess::Color::kWhite;
  limits.nodes = Bounded(go.nodes, 1, 0);
  limits.depth = static_cast<int>(std::min(kMostDepth, Bounded(go.depth, 1, 0)));
  limits.movetime_ms = Bounded(go.movetime_ms, 1, 0);
  limits.time_left_ms = Bounded(white ? go.white_time_ms : go.black_time_ms, 1, -1);
  limits.increment_ms = Bounded(white ? go.white_increment_ms : go.black_increment_ms, 0, 0);
  limits.moves_to_go = static_cast<int>(std::min(kMostDepth, Bounded(go.moves_to_go, 0, 0)));
  limits.mate = static_cast<int>(std::min(kMostDepth, Bounded(go.mate, 0, 0)));
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
  EndSearch();
  if (go.perft) {
    const int depth = static_cast<int>(std::clamp<int64_t>(*go.perft, 0, kMostPerftDepth));
    counting_ = true;
    StartThread([this, position = game_.position(), depth] { CountMoves(position, depth); });
    return;
  }
  const search::SearchLimits limits = LimitsOf(go);
  unlimited_ = limits.infinite || limits.ponder;
  team();  // made here, so that the search thread finds it
  StartThread([this, game = game_, limits] { Think(game, limits); });
}

template <typename Body>
void Adapter::StartThread(Body body) {
  {
    MutexLock lock(&mutex_);
    stop_ = false;
    ponder_hit_ = false;
  }
  thread_ = std::thread(std::move(body));
}

// On the search thread.
void Adapter::Think(const chess::Game& game, const search::SearchLimits& limits) {
  const search::SearchResult result = team_->Search(
      game, limits,
      [&](const search::SearchReport& report) { WriteReport(game.position(), report); });
  {
    // The protocol wants no move before stop (infinite) or ponderhit (ponder), however much time
    // was needed.
    MutexLock lock(&mutex_);
    lock.Wait(changed_, [&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
      return stop_ || (!limits.infinite && (!limits.ponder || ponder_hit_));
    });
  }
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
  chess::MoveList moves;
  chess::GenerateLegal(position, moves);
  uint64_t total = 0;
  for (const chess::Move move : moves) {
    {
      MutexLock lock(&mutex_);
      if (stop_) return WriteText("info string perft was stopped");
    }
    chess::Position next = position;
    next.Play(move);
    const uint64_t count = depth > 1 ? chess::Perft(next, depth - 1) : 1;
    total += count;
    WriteText(fmt::format("{}: {}", chess::ToUci(position, move, options_.chess960), count));
  }
  WriteText(fmt::format("\nNodes searched: {}", total));
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

void Adapter::EndSearch(bool stops_count) {
  if (!thread_.joinable()) return;
  if (std::exchange(counting_, false) && !stops_count) {
    thread_.join();
    return;
  }
  {
    MutexLock lock(&mutex_);
    stop_ = true;
    changed_.notify_all();
  }
  if (team_ != nullptr) team_->Stop();
  thread_.join();
  // The search may have ended by itself before it saw the stop.
  if (team_ != nullptr) team_->ForgetStop();
  unlimited_ = false;
}

Team& Adapter::team() {
  if (team_ == nullptr) {
    search::EngineOptions options;
    options.weights = options_.weights;
    options.hash_bytes = options_.hash_mb << 20;
    options.multipv = static_cast<int>(options_.multipv);
    options.chess960 = options_.chess960;
    options.endgames = options_.endgames;
    team_ = std::make_unique<Team>(options, clock_, static_cast<int>(options_.threads));
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

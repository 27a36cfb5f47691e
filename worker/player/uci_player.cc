#include "worker/player/uci_player.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"
#include "base/status.h"
#include "engine/chess/notation.h"
#include "worker/process/child_process.h"

namespace rookery::worker {
namespace {

constexpr int64_t kSlowestMsPerNode = 10;  // of any engine: a large net on a busy processor
constexpr size_t kMaxOptions = 1000;       // declared by an engine
constexpr size_t kMaxQuotedLine = 200;     // of evidence
constexpr size_t kMaxEvidence = 1200;
constexpr int64_t kMovetimeGraceMs = 50;  // as the match runner's

std::string Quote(std::string_view line, size_t most = kMaxQuotedLine) {
  std::string text(line.substr(0, most));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '?';
  }
  return text;
}

// What follows the line of the position.
std::string GoCommand(const MoveLimits& limits, chess::Color side) {
  const search::SearchLimits& own = limits.own;
  std::string go = "\ngo";
  if (own.nodes > 0) go += fmt::format(" nodes {}", own.nodes);
  if (own.depth > 0) go += fmt::format(" depth {}", own.depth);
  if (own.movetime_ms > 0) {
    go += fmt::format(" movetime {}", own.movetime_ms);
  } else if (own.time_left_ms >= 0) {
    const bool white = side == chess::Color::kWhite;
    // An opponent without a clock shows ours: some engines take a zero for a fallen flag.
    const int64_t opponent =
        limits.opponent_time_left_ms < 0 ? own.time_left_ms : limits.opponent_time_left_ms;
    go += fmt::format(" wtime {} btime {}", white ? own.time_left_ms : opponent,
                      white ? opponent : own.time_left_ms);
    if (own.increment_ms > 0 || limits.opponent_increment_ms > 0) {
      go += fmt::format(" winc {} binc {}", white ? own.increment_ms : limits.opponent_increment_ms,
                        white ? limits.opponent_increment_ms : own.increment_ms);
    }
    if (own.moves_to_go > 0) go += fmt::format(" movestogo {}", own.moves_to_go);
  }
  return go += '\n';
}

}  // namespace

int64_t SearchLimitMs(const MoveLimits& limits, const UciTimeouts& timeouts) {
  const search::SearchLimits& own = limits.own;
  if (own.movetime_ms > 0) {
    return own.movetime_ms + std::max(limits.margin_ms, kMovetimeGraceMs) + timeouts.overrun_ms;
  }
  if (own.time_left_ms >= 0) return own.time_left_ms + limits.margin_ms + timeouts.overrun_ms;
  if (own.nodes == 0) return timeouts.search_ms;
  // Some engines don't know the word and search for ever: that need not take minutes.
  const int64_t nodes = std::min(own.nodes, timeouts.search_ms);
  return std::min(timeouts.search_ms, timeouts.nodes_ms + nodes * kSlowestMsPerNode);
}

absl::StatusOr<std::unique_ptr<Player>> StartUciPlayer(const UciEngine& engine, Clock* clock) {
  const ChildCommand command{engine.program, engine.arguments, engine.folder, engine.search_path,
                             engine.sandbox};
  auto player = std::make_unique<UciPlayer>(
      engine, clock, [command, clock]() -> absl::StatusOr<std::unique_ptr<LineTransport>> {
        return ChildProcess::Start(command, clock);
      });
  ROOKERY_RETURN_IF_ERROR(player->Start());
  return player;
}

UciPlayer::UciPlayer(UciEngine engine, Clock* clock, Connector connector)
    : engine_(std::move(engine)),
      clock_(*clock),
      connector_(std::move(connector)),
      name_(engine_.name),
      position_(engine_.chess960) {
  // Threads first: hash tables are made by as many of them as there are.
  const auto threads =
      std::find_if(engine_.options.begin(), engine_.options.end(),
                   [](const auto& option) { return SameOptionName(option.first, "Threads"); });
  if (threads != engine_.options.end()) {
    std::rotate(engine_.options.begin(), threads, std::next(threads));
  }
}

UciPlayer::~UciPlayer() {
  BeginQuit();
  if (auto* child = dynamic_cast<ChildProcess*>(transport_.get())) {
    child->WaitForEnd(quit_deadline_ns_);
  }
}

void UciPlayer::BeginQuit() {
  if (quit_deadline_ns_ != 0) return;
  quit_deadline_ns_ = After(engine_.timeouts.quit_ms);
  if (transport_ == nullptr) return;
  const std::string_view text = searching_ ? "stop\nquit\n" : "quit\n";
  // Whether it hears us makes no difference: it is killed in the end.
  static_cast<void>(transport_->Write(text, quit_deadline_ns_));
}

absl::Status UciPlayer::Start() {
  absl::StatusOr<std::unique_ptr<LineTransport>> made = connector_();
  if (!made.ok()) return Error(made.status().code(), "{}: {}", name_, Message(made.status()));
  {
    MutexLock lock(&mutex_);
    transport_ = *std::move(made);
  }
  searching_ = false;
  last_.Clear();
  said_.Clear();
  if (absl::Status status = Handshake(); !status.ok()) {
    const absl::Status blamed = Blame(status, "starting");
    Drop();
    return absl::IsCancelled(status)
               ? status
               : Error(absl::StatusCode::kFailedPrecondition, "{}", Message(blamed));
  }
  fresh_ = true;
  return absl::OkStatus();
}

absl::Status UciPlayer::Handshake() {
  const int64_t deadline = After(engine_.timeouts.start_ms);
  options_.clear();
  ROOKERY_RETURN_IF_ERROR(transport_->Write("uci\n", deadline));
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string_view line, transport_->ReadLine(deadline));
    last_.Add(line);
    const Words words = SplitFirst(line);
    if (words.first == "uciok") break;
    if (words.first == "option" && options_.size() < kMaxOptions) {
      if (auto option = ReadOption(words.rest)) options_.push_back(*std::move(option));
    }
    if (words.first == "id") KeepId(words.rest);
  }
  if (name_.empty()) name_ = id_name_;
  if (name_.empty()) name_ = engine_.program;
  ROOKERY_RETURN_IF_ERROR(SetOptions());
  return Synchronise(engine_.timeouts.start_ms);
}

void UciPlayer::KeepId(std::string_view rest) {
  const Words id = SplitFirst(rest);
  const std::string text =
      Quote(id.rest.substr(std::min(id.rest.size(), id.rest.find_first_not_of(" \t"))));
  if (id.first == "name") id_name_ = text;
  if (id.first == "author") id_author_ = text;
}

absl::StatusOr<std::string> UciPlayer::OptionCommand(const std::string& name,
                                                     const std::string& value) const {
  const auto option = std::find_if(options_.begin(), options_.end(), [&](const EngineOption& one) {
    return SameOptionName(one.name, name);
  });
  if (option == options_.end()) {
    return InvalidArgument("option {}: the engine doesn't have it", Quote(name));
  }
  if (const std::string allowed = CheckOptionValue(*option, value); !allowed.empty()) {
    return InvalidArgument("option {}: '{}' is not allowed; give {}", option->name, Quote(value),
                           allowed);
  }
  return option->type == "button"
             ? fmt::format("setoption name {}\n", option->name)
             : fmt::format("setoption name {} value {}\n", option->name, value);
}

absl::Status UciPlayer::SetForNextGame(
    const std::vector<std::pair<std::string, std::string>>& options) {
  std::string text;
  for (const auto& [name, value] : options) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string command, OptionCommand(name, value));
    text += command;
  }
  unsent_ = std::move(text);
  for (const auto& option : options) {  // a start in between sets them, too
    std::erase_if(engine_.options,
                  [&](const auto& one) { return SameOptionName(one.first, option.first); });
    engine_.options.push_back(option);
  }
  return absl::OkStatus();
}

absl::Status UciPlayer::SetOptions() {
  unsent_.clear();
  std::string text;
  for (const auto& [name, value] : engine_.wishes) {
    const absl::StatusOr<std::string> command = OptionCommand(name, value);
    if (command.ok()) text += *command;
  }
  for (const auto& [name, value] : engine_.options) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string command, OptionCommand(name, value));
    text += command;
  }
  if (engine_.chess960) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string command, OptionCommand("UCI_Chess960", "true"));
    text += command;
  }
  return text.empty() ? absl::OkStatus()
                      : transport_->Write(text, After(engine_.timeouts.start_ms));
}

absl::Status UciPlayer::Await(std::string_view word, int64_t deadline_ns) {
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string_view line, transport_->ReadLine(deadline_ns));
    last_.Add(line);
    const std::string_view first = SplitFirst(line).first;
    if (first == word) return absl::OkStatus();
    if (first == "bestmove") NoteFault(PlayerFault::kStrayMove, line);
  }
}

absl::Status UciPlayer::Synchronise(int64_t limit_ms) {
  const int64_t deadline = After(limit_ms);
  ROOKERY_RETURN_IF_ERROR(transport_->Write("isready\n", deadline));
  return Await("readyok", deadline);
}

absl::Status UciPlayer::NewGame(uint64_t) {
  stopped_ = false;
  said_.Clear();
  position_.Clear();
  if (transport_ != nullptr && searching_) {
    // Its last game was ended under it.
    const int64_t deadline = After(engine_.timeouts.stop_ms);
    absl::Status status = transport_->Write("stop\n", deadline);
    if (status.ok()) status = Await("bestmove", deadline);
    if (!status.ok()) Drop();
    searching_ = false;
  }
  if (transport_ != nullptr && !fresh_) {
    const absl::Status status = BeginGame();
    if (absl::IsCancelled(status)) return status;
    if (!status.ok()) {
      NoteFault(absl::IsUnavailable(status) ? PlayerFault::kDiedBetweenGames
                                            : PlayerFault::kHungBetweenGames,
                Message(Blame(status, "getting ready for a game")));
      Drop();
    }
  }
  if (transport_ == nullptr) ROOKERY_RETURN_IF_ERROR(Start());
  if (fresh_) {
    fresh_ = false;
    const absl::Status status = BeginGame();
    if (!status.ok() && !absl::IsCancelled(status)) {
      return Blame(status, "getting ready for its first game");
    }
    return status;
  }
  return absl::OkStatus();
}

absl::Status UciPlayer::BeginGame() {
  const absl::Status status =
      transport_->Write(unsent_ + "ucinewgame\n", After(engine_.timeouts.ready_ms));
  unsent_.clear();
  return status.ok() ? Synchronise(engine_.timeouts.ready_ms) : status;
}

void UciPlayer::NoteFault(PlayerFault fault, std::string_view evidence) {
  for (PlayerNote& note : notes_) {
    if (note.fault == fault) {
      ++note.count;
      return;
    }
  }
  notes_.push_back({fault, 1, Quote(evidence, kMaxEvidence)});
}

void UciPlayer::CheckInfo(std::string_view rest) {
  if (infos_to_check_ == 0) return;
  --infos_to_check_;
  if (ReadInfo(rest).malformed) NoteFault(PlayerFault::kMalformedInfo, fmt::format("info{}", rest));
}

void UciPlayer::NoteIfMove(std::string_view line) {
  if (SplitFirst(line).first == "bestmove") NoteFault(PlayerFault::kStrayMove, line);
}

absl::StatusOr<MoveReply> UciPlayer::Think(const chess::Game& game, const MoveLimits& limits) {
  if (stopped_.load(std::memory_order_relaxed)) return absl::CancelledError("stopped");
  if (transport_ == nullptr) return absl::UnavailableError("it isn't running");
  transport_->Discard([this](std::string_view line) { NoteIfMove(line); });
  said_.Clear();
  last_.Clear();
  command_ = position_.Of(game);
  command_ += GoCommand(limits, game.position().side());
  const int64_t limit_ms = SearchLimitMs(limits, engine_.timeouts);
  const absl::Status written = transport_->Write(command_, After(limit_ms));
  const int64_t started = clock_.MonotonicNanos();
  searching_ = true;
  const absl::StatusOr<MoveReply> reply =
      written.ok() ? AwaitMove(game, started, started + limit_ms * 1'000'000) : written;
  if (reply.ok()) return reply;
  if (absl::IsCancelled(reply.status())) return reply.status();
  const absl::Status blamed = Blame(reply.status(), "searching");
  if (!absl::IsInvalidArgument(reply.status())) Drop();
  return blamed;
}

absl::StatusOr<MoveReply> UciPlayer::AwaitMove(const chess::Game& game, int64_t started_ns,
                                               int64_t deadline_ns) {
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string_view line, transport_->ReadLine(deadline_ns));
    const Words words = SplitFirst(line);
    if (words.first == "info") {
      if (IsInfoString(words.rest)) {
        last_.Add(line);
      } else {
        said_.Add(words.rest);
        CheckInfo(words.rest);
      }
      continue;
    }
    if (words.first != "bestmove") {
      last_.Add(line);
      continue;
    }
    MoveReply reply;
    reply.thinking_us = (clock_.MonotonicNanos() - started_ns) / 1000;
    searching_ = false;
    absl::StatusOr<chess::Move> move = ReadMove(game, words.rest);
    if (!move.ok()) {
      last_.Add(line);
      return move.status();
    }
    reply.move = *move;
    const InfoFields info = said_.Read();
    if (info.malformed && infos_to_check_ == 0) {
      NoteFault(PlayerFault::kMalformedInfo, said_.Last());
    }
    reply.score_cp = info.score_cp;
    reply.depth = info.depth;
    reply.nodes = info.nodes;
    reply.figures = {info.selective_depth, info.nodes_per_second,
                     info.hash_permill,    info.tablebase_hits,
                     info.time_ms,         std::string(info.line.substr(0, kMaxLineText))};
    return reply;
  }
}

absl::StatusOr<chess::Move> UciPlayer::ReadMove(const chess::Game& game,
                                                std::string_view rest) const {
  const absl::StatusOr<chess::Move> move = chess::ParseUci(game.position(), SplitFirst(rest).first);
  if (!move.ok() || !game.position().IsLegal(*move)) {
    return InvalidArgument("it answered with an illegal move");
  }
  return move;
}

absl::Status UciPlayer::Blame(const absl::Status& status, std::string_view phase) {
  const std::string_view report = said_.Last();
  // How it ended before what it said last: whoever cuts the text keeps the reason.
  return Error(status.code(), "{} while {}: {}; {}; last lines: {}", name_, phase, Message(status),
               transport_ == nullptr ? "not running" : Quote(transport_->Evidence(), kMaxEvidence),
               last_.Text(report.empty() ? "" : fmt::format("info{}", report)));
}

void UciPlayer::Drop() {
  MutexLock lock(&mutex_);
  transport_.reset();
  searching_ = false;
  fresh_ = false;
}

void UciPlayer::Stop() {
  stopped_ = true;
  MutexLock lock(&mutex_);
  if (transport_ != nullptr) transport_->Wake();
}

}  // namespace rookery::worker

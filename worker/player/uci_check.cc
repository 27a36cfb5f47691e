#include "worker/player/uci_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/status.h"
#include "engine/chess/notation.h"
#include "worker/player/engine_output.h"
#include "worker/player/last_lines.h"

namespace rookery::worker {
namespace {

constexpr int64_t kNanosPerMs = 1'000'000;
constexpr int64_t kProbeNodes = 20'000;
constexpr int64_t kSettleMs = 150;
constexpr int kMaxLines = 200'000;  // of one answer
constexpr size_t kMaxSeen = 160;
constexpr size_t kMaxFaultSeen = 1200;  // with the last lines of what failed

// Positions in which many generators have erred, all with more than one legal move.
constexpr const char* kPositions[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  // castling, pins
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",                             // en passant, pins
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",                               // promotions
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"};
constexpr const char* kMated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

// What a search said.
struct Answer {
  std::string best;       // the word after bestmove
  InfoFields info;        // of the last line with a score
  bool any_info = false;  // a line with a score came
  int64_t elapsed_ms = 0;
};

class Checker {
 public:
  Checker(const StartEngine& start, Clock* clock, const CheckTimes& times, const OnTrial& trial)
      : start_(start), clock_(*clock), times_(times), trial_(trial) {}

  std::vector<CheckResult> Run() {
    if (!Handshake()) return std::move(results_);
    CheckOptions();
    CheckDefaults();
    for (void (Checker::*check)() :
         {&Checker::CheckTalk, &Checker::CheckMoves, &Checker::CheckLimits, &Checker::CheckStop,
          &Checker::CheckEdges, &Checker::CheckEnds}) {
      (this->*check)();
      if (!hopeless_) continue;
      Add("the rest", CheckOutcome::kSkipped, "it can't pass what follows", "");
      break;
    }
    return std::move(results_);
  }

 private:
  int64_t After(int64_t ms) const { return clock_.MonotonicNanos() + ms * kNanosPerMs; }

  void Add(std::string name, CheckOutcome outcome, std::string seen, std::string why) {
    for (char& c : seen) {
      if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '?';
    }
    seen.resize(
        std::min(seen.size(), outcome == CheckOutcome::kFailed || outcome == CheckOutcome::kAdvised
                                  ? kMaxFaultSeen
                                  : kMaxSeen));
    results_.push_back({std::move(name), outcome, std::move(seen), std::move(why)});
  }
  void Judge(std::string name, const absl::Status& status, std::string why,
             CheckOutcome otherwise = CheckOutcome::kFailed) {
    Add(std::move(name), status.ok() ? CheckOutcome::kPassed : otherwise, Message(status),
        std::move(why));
  }

  absl::Status Send(std::string_view text) {
    return engine_.lines->Write(text, After(times_.answer_ms));
  }

  // Lines up to the one that begins with the word, which is returned.
  absl::StatusOr<std::string> Await(std::string_view word, int64_t limit_ms,
                                    const std::function<void(const Words&)>& on_line = {}) {
    const int64_t deadline = After(limit_ms);
    last_.Clear();
    std::string report;
    for (int i = 0; i < kMaxLines; ++i) {
      const absl::StatusOr<std::string_view> line = engine_.lines->ReadLine(deadline);
      if (!line.ok()) {
        return Error(line.status().code(), "no {} within {} ms: {}; last lines: {}; {}", word,
                     limit_ms, Message(line.status()), last_.Text(report),
                     engine_.lines->Evidence());
      }
      const Words words = SplitFirst(*line);
      if (words.first == word) return std::string(words.rest);
      if (words.first == "info" && !IsInfoString(words.rest)) {
        report = *line;
      } else {
        last_.Add(*line);
      }
      if (on_line) on_line(words);
    }
    return Error(absl::StatusCode::kResourceExhausted, "more than {} lines without {}", kMaxLines,
                 word);
  }

  absl::Status Ready() {
    ROOKERY_RETURN_IF_ERROR(Send("isready\n"));
    return Await("readyok", times_.answer_ms).status();
  }

  absl::Status Restart() {
    engine_ = {};
    ROOKERY_ASSIGN_OR_RETURN(engine_, start_());
    ROOKERY_RETURN_IF_ERROR(Send("uci\n"));
    ROOKERY_RETURN_IF_ERROR(Await("uciok", times_.answer_ms).status());
    return Ready();
  }

  // Whatever the last check did: an engine that answers isready, a new one if need be.
  absl::Status Fresh() {
    if (engine_.lines != nullptr && alive_ && Ready().ok()) return absl::OkStatus();
    Trying("to start it again");
    const absl::Status status = Restart();
    alive_ = status.ok();
    hopeless_ |= !alive_;
    return status;
  }

  absl::StatusOr<Answer> Search(const std::string& position, const std::string& go,
                                int64_t limit_ms) {
    ROOKERY_RETURN_IF_ERROR(Fresh());
    ROOKERY_RETURN_IF_ERROR(Send("ucinewgame\n"));
    ROOKERY_RETURN_IF_ERROR(Ready());
    Trying(fmt::format("\"go {}\" from {}, up to {} s", go, position, limit_ms / 1000));
    ROOKERY_RETURN_IF_ERROR(Send(fmt::format("position {}\ngo {}\n", position, go)));
    const int64_t before = clock_.MonotonicNanos();
    Answer answer;
    absl::StatusOr<std::string> best = Await("bestmove", limit_ms, [&](const Words& words) {
      if (words.first != "info") return;
      const InfoFields info = ReadInfo(words.rest);
      if (!info.score_cp || info.multipv != 1) return;
      answer.any_info = true;
      answer.info = info;
      line_ = std::string(info.line);
    });
    if (!best.ok()) {
      alive_ = false;  // it may still be searching
      return best.status();
    }
    answer.elapsed_ms = (clock_.MonotonicNanos() - before) / kNanosPerMs;
    answer.best = std::string(SplitFirst(*best).first);
    answer.info.line = {};
    return answer;
  }

  void Trying(const std::string& what) const {
    if (trial_) trial_(what);
  }

  bool Handshake() {
    Trying(fmt::format("to start it, up to {} s for each answer", times_.answer_ms / 1000));
    absl::StatusOr<CheckedEngine> started = start_();
    Judge("starts", started.status(), "what can't be started can't play");
    if (!started.ok()) return false;
    engine_ = *std::move(started);
    absl::Status status = Send("uci\n");
    if (status.ok()) {
      status = Await("uciok", times_.answer_ms, [this](const Words& words) {
                 KeepGreeting(words);
               }).status();
    }
    Judge("uciok", status, "runners wait for it, and give the engine up");
    if (!status.ok()) return false;
    alive_ = true;
    Add("id-name", name_.empty() ? CheckOutcome::kAdvised : CheckOutcome::kPassed, name_,
        "PGN and rating lists name the engine by it");
    Add("id-author", author_.empty() ? CheckOutcome::kAdvised : CheckOutcome::kPassed, author_,
        "the protocol asks for it");
    status = Ready();
    Judge("readyok", status, "runners wait for it before every game");
    return status.ok();
  }

  void KeepGreeting(const Words& words) {
    if (words.first == "id") {
      const Words id = SplitFirst(words.rest);
      std::string_view text = id.rest;
      text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
      if (id.first == "name") name_ = text;
      if (id.first == "author") author_ = text;
    }
    if (words.first != "option") return;
    if (auto option = ReadOption(words.rest)) {
      options_.push_back(*std::move(option));
    } else {
      broken_option_ = std::string(words.rest);
    }
  }

  static std::string FaultOf(const EngineOption& option) {
    static const std::set<std::string> kTypes = {"check", "spin", "combo", "button", "string"};
    if (!kTypes.contains(option.type)) return fmt::format("its type is '{}'", option.type);
    if (option.type == "spin" && (!option.min || !option.max)) return "it has no min or no max";
    if (option.type == "button" || option.type == "string") return "";
    const std::string allowed = CheckOptionValue(option, option.preset);
    return allowed.empty() ? "" : fmt::format("default '{}' is not {}", option.preset, allowed);
  }

  void CheckOptions() {
    std::string fault = broken_option_.empty() ? "" : "option" + broken_option_;
    std::set<std::string> names;
    for (const EngineOption& option : options_) {
      std::string one = FaultOf(option);
      if (!names.insert(option.name).second) one = "it is declared twice";
      if (!one.empty()) fault = fmt::format("{}: {}", option.name, one);
    }
    Add("options", fault.empty() ? CheckOutcome::kPassed : CheckOutcome::kAdvised, fault,
        "some runners refuse an engine whose options contradict themselves");
    for (const char* name : {"Hash", "Threads"}) CheckSetting(name);
  }

  const EngineOption* OptionNamed(std::string_view name) const {
    for (const EngineOption& option : options_) {
      if (SameOptionName(option.name, name)) return &option;
    }
    return nullptr;
  }

  void CheckSetting(std::string_view name) {
    const EngineOption* option = OptionNamed(name);
    const std::string check = fmt::format("option-{}", name);
    const std::string why = "matches are only fair with equal resources";
    if (option == nullptr) {
      Add(check, CheckOutcome::kAdvised, "the engine doesn't have it", why);
      return;
    }
    absl::Status status =
        Send(fmt::format("setoption name {} value {}\n", option->name, option->min.value_or(1)));
    if (status.ok()) status = Ready();
    if (!status.ok()) alive_ = false;
    Judge(check, status, why);
  }

  void CheckDefaults() {
    constexpr std::pair<const char*, const char*> kTraps[] = {
        {"Threads", "1"}, {"OwnBook", "false"}, {"Ponder", "false"}};
    for (const auto& [name, harmless] : kTraps) {
      const EngineOption* option = OptionNamed(name);
      if (option == nullptr) continue;
      const bool good = option->preset == harmless;
      Add(fmt::format("default-{}", name), good ? CheckOutcome::kPassed : CheckOutcome::kAdvised,
          option->preset, "a default that takes cores, or moves without thinking, spoils matches");
    }
  }

  void CheckTalk() {
    const std::pair<const char*, const char*> talks[] = {
        {"unknown-command", "rookery knows this word\n"},
        {"blanks", "   isready   \n"},
        {"carriage-return", "isready\r\n"}};
    for (const auto& [name, text] : talks) {
      Trying(name);
      absl::Status status = Fresh();
      if (status.ok()) status = Send(text);
      if (status.ok() && std::string_view(name) != "unknown-command") {
        status = Await("readyok", times_.answer_ms).status();
      }
      if (status.ok()) status = Ready();
      if (!status.ok()) alive_ = false;
      Judge(name, status, "the protocol says that what isn't understood is passed over",
            CheckOutcome::kAdvised);
    }
  }

  absl::Status LegalIn(const chess::Position& position, const std::string& best) const {
    const absl::StatusOr<chess::Move> move = chess::ParseUci(position, best);
    if (move.ok() && position.IsLegal(*move)) return absl::OkStatus();
    return InvalidArgument("bestmove {} in {}", best, chess::ToFen(position));
  }

  void CheckMoves() {
    const chess::Position start = chess::Position::Start();
    absl::StatusOr<Answer> answer = Search("startpos", "depth 2", times_.search_ms);
    Judge("bestmove", answer.ok() ? LegalIn(start, answer->best) : answer.status(),
          "without a move there is no game");
    CheckInfo(answer);
    if (!answer.ok() && !Search("startpos", "movetime 200", times_.search_ms / 4).ok()) {
      hopeless_ = true;
      return;
    }
    chess::Position after = start;
    for (const char* move : {"e2e4", "e7e5", "g1f3"}) after.Play(*chess::ParseUci(after, move));
    answer = Search("startpos moves e2e4 e7e5 g1f3", "depth 2", times_.search_ms);
    Judge("position-moves", answer.ok() ? LegalIn(after, answer->best) : answer.status(),
          "every move of a game is told so");
    absl::Status status;
    for (const char* fen : kPositions) {
      answer = Search(fmt::format("fen {}", fen), "depth 3", times_.search_ms);
      if (status.ok()) {
        status = answer.ok() ? LegalIn(*chess::ParseFen(fen), answer->best) : answer.status();
      }
    }
    Judge("position-fen", status, "an illegal move loses the game");
  }

  void CheckInfo(const absl::StatusOr<Answer>& answer) {
    if (!answer.ok()) return;
    absl::Status status;
    if (!answer->any_info) {
      status = InvalidArgument("no info line with a score came");
    } else if (answer->info.depth == 0 || answer->info.nodes == 0) {
      status = InvalidArgument("depth {} nodes {}", answer->info.depth, answer->info.nodes);
    }
    Judge("info", status, "adjudication and PGN comments rest on it", CheckOutcome::kAdvised);
    status = absl::OkStatus();
    chess::Position position = chess::Position::Start();
    std::string_view rest = line_;
    for (Words words = SplitFirst(rest); !words.first.empty(); words = SplitFirst(words.rest)) {
      status = LegalIn(position, std::string(words.first));
      if (!status.ok()) break;
      position.Play(*chess::ParseUci(position, words.first));
    }
    Judge("pv-legal", status, "a line that can't be played points to a fault in the search",
          CheckOutcome::kAdvised);
  }

  void CheckLimits() {
    absl::StatusOr<Answer> answer =
        Search("startpos", fmt::format("nodes {}", kProbeNodes), times_.search_ms);
    absl::Status status = answer.status();
    if (answer.ok()) {
      const int64_t nodes = answer->info.nodes;
      status = LegalIn(chess::Position::Start(), answer->best);
      if (status.ok() && (nodes > 2 * kProbeNodes || nodes < kProbeNodes / 2)) {
        status = InvalidArgument("{} nodes of {}", nodes, kProbeNodes);
      }
    }
    Judge("go-nodes", status, "without it, matches by nodes hang or are unfair",
          CheckOutcome::kAdvised);
    answer = Search("startpos", "movetime 200", times_.search_ms);
    status = answer.status();
    if (answer.ok() && answer->elapsed_ms > 250) {
      status = InvalidArgument("it took {} ms", answer->elapsed_ms);
    }
    Judge("go-movetime", status, "an overstepped time loses the game");
    answer = Search("startpos", "wtime 1000 btime 1000 winc 10 binc 10", times_.search_ms);
    status = answer.status();
    if (answer.ok() && answer->elapsed_ms > 1000) {
      status = InvalidArgument("it took {} ms", answer->elapsed_ms);
    }
    Judge("go-clock", status, "an overstepped time loses the game");
    CheckRepeats();
  }

  void CheckRepeats() {
    const auto once = [&] { return Search("startpos", "depth 6", times_.search_ms); };
    const absl::StatusOr<Answer> first = once();
    const absl::StatusOr<Answer> second = once();
    absl::Status status;
    if (!first.ok() || !second.ok()) {
      status = first.ok() ? second.status() : first.status();
    } else if (first->best != second->best || first->info.nodes != second->info.nodes) {
      status = InvalidArgument("{} with {} nodes, then {} with {}", first->best, first->info.nodes,
                               second->best, second->info.nodes);
    }
    Judge("repeats", status,
          "after ucinewgame the same search should be the same, or games can't be replayed",
          CheckOutcome::kAdvised);
  }

  void CheckStop() {
    Trying("isready and stop while it searches");
    absl::Status status = Fresh();
    if (status.ok()) status = Send("position startpos\ngo infinite\n");
    absl::Status while_searching = status;
    if (status.ok()) {
      bool early = false;
      while_searching = Send("isready\n");
      if (while_searching.ok()) {
        while_searching = Await("readyok", times_.answer_ms, [&](const Words& words) {
                            early |= words.first == "bestmove";
                          }).status();
      }
      if (early) status = InvalidArgument("bestmove came before stop");
    }
    Judge("isready-while-searching", while_searching, "runners look so whether it still lives",
          CheckOutcome::kAdvised);
    if (status.ok()) status = Send("stop\n");
    if (status.ok()) status = Await("bestmove", times_.stop_ms).status();
    if (!status.ok()) alive_ = false;
    Judge("stop", status, "a search that can't be stopped holds a match up");
  }

  void CheckEdges() {
    const absl::StatusOr<Answer> answer =
        Search(fmt::format("fen {}", kMated), "depth 2", times_.search_ms);
    absl::Status status = answer.status();
    if (answer.ok() && answer->best != "(none)" && answer->best != "0000") {
      status = InvalidArgument("bestmove {} where White is mated", answer->best);
    }
    Judge("no-moves", status, "bestmove (none) or 0000 is the answer where there is no move",
          CheckOutcome::kAdvised);
    status = Fresh();
    if (status.ok()) {
      engine_.lines->Discard([](std::string_view) {});
      const auto line = engine_.lines->ReadLine(After(kSettleMs));
      if (line.ok() && SplitFirst(*line).first == "bestmove") {
        status = InvalidArgument("bestmove without a search");
      }
    }
    Judge("quiet-when-idle", status, "an answer to nothing is taken for the next move");
    if (OptionNamed("UCI_Chess960") == nullptr) {
      Add("chess960", CheckOutcome::kSkipped, "no option UCI_Chess960", "");
      return;
    }
    CheckChess960();
  }

  void CheckChess960() {
    absl::Status status = Fresh();
    if (status.ok()) status = Send("setoption name UCI_Chess960 value true\n");
    chess::Position position = *chess::ParseFen("3k4/8/8/8/8/8/8/1R2K2R w KQ - 0 1");
    const chess::Move castling = *chess::ParseUci(position, "e1h1");
    if (status.ok()) {
      const std::string fen = chess::ToFen(position);
      position.Play(castling);
      const auto answer =
          Search(fmt::format("fen {} moves e1h1", fen), "depth 2", times_.search_ms);
      status = answer.ok() ? LegalIn(position, answer->best) : answer.status();
    }
    Judge("chess960", status, "castling is told as the king's move onto its rook");
    alive_ = false;  // the option stays set
  }

  void CheckEnds() {
    Trying("quit, and the end of its input");
    absl::Status status = Fresh();
    if (status.ok()) status = Send("quit\n");
    if (status.ok() && !engine_.wait_for_end(After(times_.quit_ms))) {
      status =
          Error(absl::StatusCode::kDeadlineExceeded, "it still runs after {} ms", times_.quit_ms);
    }
    Judge("quit", status, "engines that stay hold up the end of every match");
    alive_ = false;
    status = Fresh();
    if (status.ok()) {
      engine_.close_input();
      if (!engine_.wait_for_end(After(times_.quit_ms))) {
        status =
            Error(absl::StatusCode::kDeadlineExceeded, "it still runs after {} ms", times_.quit_ms);
      }
    }
    Judge("end-of-input", status, "it must not outlive a runner that was killed",
          CheckOutcome::kAdvised);
  }

  const StartEngine& start_;
  Clock& clock_;
  const CheckTimes times_;
  const OnTrial& trial_;
  CheckedEngine engine_;
  bool alive_ = false;
  bool hopeless_ = false;  // it no longer starts, or no search of it ends
  LastLines last_;         // of the answer that is waited for
  std::string name_;
  std::string author_;
  std::vector<EngineOption> options_;
  std::string broken_option_;
  std::string line_;  // the principal variation of the last search
  std::vector<CheckResult> results_;
};

}  // namespace

std::string_view Name(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kPassed:
      return "passed";
    case CheckOutcome::kFailed:
      return "failed";
    case CheckOutcome::kAdvised:
      return "advised";
    case CheckOutcome::kSkipped:
      return "skipped";
  }
  return "";
}

std::vector<CheckResult> CheckUciEngine(const StartEngine& start, Clock* clock,
                                        const CheckTimes& times, const OnTrial& trial) {
  return Checker(start, clock, times, trial).Run();
}

}  // namespace rookery::worker

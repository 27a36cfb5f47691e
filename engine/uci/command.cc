#include "engine/uci/command.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <utility>

#include "base/status.h"
#include "engine/uci/text.h"

namespace rookery::uci {
namespace {

using Words = std::span<const std::string_view>;

// The numbers that "go" takes, each with the field that holds it.
using GoField = std::pair<std::string_view, std::optional<int64_t> GoCommand::*>;
constexpr std::array<GoField, 10> kGoNumbers = {{
    {"nodes", &GoCommand::nodes},
    {"depth", &GoCommand::depth},
    {"movetime", &GoCommand::movetime_ms},
    {"wtime", &GoCommand::white_time_ms},
    {"btime", &GoCommand::black_time_ms},
    {"winc", &GoCommand::white_increment_ms},
    {"binc", &GoCommand::black_increment_ms},
    {"movestogo", &GoCommand::moves_to_go},
    {"mate", &GoCommand::mate},
    {"perft", &GoCommand::perft},
}};

const GoField* FindGoNumber(std::string_view word) {
  for (const GoField& field : kGoNumbers) {
    if (field.first == word) return &field;
  }
  return nullptr;
}

std::string Join(Words words) { return fmt::format("{}", fmt::join(words, " ")); }

absl::StatusOr<Command> ParseGo(Words words) {
  GoCommand go;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "infinite") {
      go.infinite = true;
    } else if (word == "ponder") {
      go.ponder = true;
    } else if (word == "searchmoves") {
      while (i + 1 < words.size() && FindGoNumber(words[i + 1]) == nullptr &&
             words[i + 1] != "infinite" && words[i + 1] != "ponder") {
        go.search_moves.emplace_back(words[++i]);
      }
    } else if (const GoField* field = FindGoNumber(word)) {
      const std::optional<int64_t> value =
          i + 1 < words.size() ? ToNumber(words[i + 1]) : std::nullopt;
      if (!value) {
        go.fault = fmt::format("go: '{}' needs a whole number", word);
        continue;
      }
      go.*(field->second) = value;
      ++i;
    }  // other words are skipped
  }
  return go;
}

// As "go perft", for people.
absl::StatusOr<Command> ParsePerft(Words words) {
  GoCommand go;
  if (!words.empty()) go.perft = ToNumber(words[0]);
  if (!go.perft) return InvalidArgument("perft: write a depth, as in 'perft 5'");
  return go;
}

absl::StatusOr<Command> ParseBench(Words words) {
  BenchCommand bench;
  if (words.empty()) return bench;
  bench.depth = ToNumber(words[0]);
  if (!bench.depth) {
    return InvalidArgument("bench: '{}' is no depth; write one, as in 'bench 12', or none",
                           words[0]);
  }
  return bench;
}

absl::StatusOr<Command> ParseDebug(Words words) {
  if (words.empty() || (words[0] != "on" && words[0] != "off")) {
    return InvalidArgument("debug: write 'debug on' or 'debug off'");
  }
  return DebugCommand{words[0] == "on"};
}

absl::StatusOr<Command> ParsePosition(Words words) {
  PositionCommand position;
  size_t i = 0;
  if (words.empty() || (words[0] != "startpos" && words[0] != "fen")) {
    return InvalidArgument("position: write 'startpos' or 'fen FEN', then 'moves ...'");
  }
  if (words[i++] == "fen") {
    const size_t begin = i;
    while (i < words.size() && words[i] != "moves") ++i;
    if (i == begin) return InvalidArgument("position: 'fen' without a position");
    position.fen = Join(words.subspan(begin, i - begin));
  }
  if (i < words.size() && words[i] != "moves") {
    return InvalidArgument("position: '{}' where 'moves' was expected", words[i]);
  }
  for (++i; i < words.size(); ++i) position.moves.emplace_back(words[i]);
  return position;
}

// "name A B value C D": both may hold blanks.
absl::StatusOr<Command> ParseSetOption(Words words) {
  SetOptionCommand option;
  if (words.empty() || words[0] != "name") {
    return InvalidArgument("setoption: write 'name NAME value VALUE'");
  }
  size_t i = 1;
  while (i < words.size() && words[i] != "value") ++i;
  option.name = Join(words.subspan(1, i - 1));
  if (option.name.empty()) return InvalidArgument("setoption: the name is missing");
  if (i < words.size()) option.value = Join(words.subspan(i + 1));
  return option;
}

absl::StatusOr<Command> ParseKnown(std::string_view word, Words rest, bool& known) {
  known = true;
  if (word == "uci") return UciCommand{};
  if (word == "isready") return IsReadyCommand{};
  if (word == "ucinewgame") return NewGameCommand{};
  if (word == "stop") return StopCommand{};
  if (word == "ponderhit") return PonderHitCommand{};
  if (word == "quit") return QuitCommand{};
  if (word == "d") return DisplayCommand{};
  if (word == "eval") return EvaluateCommand{};
  if (word == "bench") return ParseBench(rest);
  if (word == "debug") return ParseDebug(rest);
  if (word == "setoption") return ParseSetOption(rest);
  if (word == "position") return ParsePosition(rest);
  if (word == "go") return ParseGo(rest);
  if (word == "perft") return ParsePerft(rest);
  known = false;
  return InvalidArgument("unknown command '{}'", word);
}

std::string FormatGo(const GoCommand& go) {
  std::string text = "go";
  for (const auto& [name, field] : kGoNumbers) {
    if (const std::optional<int64_t> value = go.*field) text += fmt::format(" {} {}", name, *value);
  }
  if (go.infinite) text += " infinite";
  if (go.ponder) text += " ponder";
  if (!go.search_moves.empty()) {
    text += fmt::format(" searchmoves {}", fmt::join(go.search_moves, " "));
  }
  return text;
}

struct Formatter {
  std::string operator()(const UciCommand&) { return "uci"; }
  std::string operator()(const IsReadyCommand&) { return "isready"; }
  std::string operator()(const NewGameCommand&) { return "ucinewgame"; }
  std::string operator()(const StopCommand&) { return "stop"; }
  std::string operator()(const PonderHitCommand&) { return "ponderhit"; }
  std::string operator()(const QuitCommand&) { return "quit"; }
  std::string operator()(const DisplayCommand&) { return "d"; }
  std::string operator()(const EvaluateCommand&) { return "eval"; }
  std::string operator()(const BenchCommand& bench) {
    return bench.depth ? fmt::format("bench {}", *bench.depth) : "bench";
  }
  std::string operator()(const DebugCommand& debug) { return debug.on ? "debug on" : "debug off"; }
  std::string operator()(const SetOptionCommand& option) {
    if (option.value.empty()) return fmt::format("setoption name {}", option.name);
    return fmt::format("setoption name {} value {}", option.name, option.value);
  }
  std::string operator()(const PositionCommand& position) {
    std::string text = position.fen.empty() ? "position startpos" : "position fen " + position.fen;
    if (!position.moves.empty()) text += fmt::format(" moves {}", fmt::join(position.moves, " "));
    return text;
  }
  std::string operator()(const GoCommand& go) { return FormatGo(go); }
};

}  // namespace

absl::StatusOr<Command> ParseCommand(std::string_view line) {
  if (line.size() > kLongestLine) {
    return InvalidArgument("line of {} characters; at most {} are read", line.size(), kLongestLine);
  }
  const std::vector<std::string_view> words = SplitWords(line);
  if (words.empty()) return absl::NotFoundError("blank line");
  for (size_t i = 0; i < words.size(); ++i) {
    bool known = false;
    absl::StatusOr<Command> command = ParseKnown(words[i], Words(words).subspan(i + 1), known);
    if (known) return command;
  }
  constexpr size_t kShown = 60;
  return InvalidArgument("unknown command '{}'", line.substr(0, kShown));
}

std::string FormatCommand(const Command& command) { return std::visit(Formatter{}, command); }

}  // namespace rookery::uci

// What a GUI or a match runner says to an engine (UCI, April 2006), as text and as values, in both
// directions. Moves and positions stay text here: what they mean is the rules' matter.
// Pure functions; any thread. Text comes from outside: a fault is an InvalidArgument.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery::uci {

struct UciCommand {};
struct IsReadyCommand {};
struct NewGameCommand {};
struct StopCommand {};
struct PonderHitCommand {};
struct QuitCommand {};
struct DisplayCommand {};   // "d": the position, for people
struct EvaluateCommand {};  // "eval": the terms, for people
struct BenchCommand {
  std::optional<int64_t> depth;
};
struct DebugCommand {
  bool on = false;
};
struct SetOptionCommand {
  std::string name;
  std::string value;  // empty for buttons
};
struct PositionCommand {
  std::string fen;  // empty: the start position
  std::vector<std::string> moves;
};
struct GoCommand {
  std::optional<int64_t> nodes;
  std::optional<int64_t> depth;
  std::optional<int64_t> movetime_ms;
  std::optional<int64_t> white_time_ms;
  std::optional<int64_t> black_time_ms;
  std::optional<int64_t> white_increment_ms;
  std::optional<int64_t> black_increment_ms;
  std::optional<int64_t> moves_to_go;
  std::optional<int64_t> mate;
  std::optional<int64_t> perft;
  bool infinite = false;
  bool ponder = false;
  std::vector<std::string> search_moves;
  std::string fault;  // what couldn't be read; whoever said go waits for a move all the same
};

using Command =
    std::variant<UciCommand, IsReadyCommand, NewGameCommand, StopCommand, PonderHitCommand,
                 QuitCommand, DisplayCommand, EvaluateCommand, BenchCommand, DebugCommand,
                 SetOptionCommand, PositionCommand, GoCommand>;

// Unknown words before the first known one are skipped, as the protocol asks. NotFound for a blank
// line.
absl::StatusOr<Command> ParseCommand(std::string_view line);
std::string FormatCommand(const Command& command);

}  // namespace rookery::uci

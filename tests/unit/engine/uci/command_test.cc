#include "engine/uci/command.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace rookery::uci {
namespace {

template <typename T>
T Parsed(std::string_view line) {
  const absl::StatusOr<Command> command = ParseCommand(line);
  EXPECT_TRUE(command.ok()) << line << ": " << command.status();
  const T* value = std::get_if<T>(&*command);
  EXPECT_NE(value, nullptr) << line;
  return value != nullptr ? *value : T{};
}

TEST(ParseCommand, ReadsAllFormsOfGo) {
  const auto go = Parsed<GoCommand>(
      "go wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 searchmoves e2e4 d2d4 depth 7");
  EXPECT_EQ(go.white_time_ms, 1000);
  EXPECT_EQ(go.black_time_ms, 2000);
  EXPECT_EQ(go.white_increment_ms, 10);
  EXPECT_EQ(go.black_increment_ms, 20);
  EXPECT_EQ(go.moves_to_go, 5);
  EXPECT_EQ(go.search_moves, (std::vector<std::string>{"e2e4", "d2d4"}));
  EXPECT_EQ(go.depth, 7);
  EXPECT_TRUE(Parsed<GoCommand>("go infinite").infinite);
  EXPECT_TRUE(Parsed<GoCommand>("go ponder wtime 5").ponder);
  EXPECT_EQ(Parsed<GoCommand>("go perft 5").perft, 5);
  EXPECT_EQ(Parsed<GoCommand>("go wtime -50").white_time_ms, -50);
}

TEST(ParseCommand, ReadsPositions) {
  EXPECT_TRUE(Parsed<PositionCommand>("position startpos").fen.empty());
  const auto fen = Parsed<PositionCommand>("position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2");
  EXPECT_EQ(fen.fen, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
  EXPECT_EQ(fen.moves, std::vector<std::string>{"a1a2"});
}

TEST(ParseCommand, ReadsOptionNamesAndValuesWithBlanks) {
  const auto option = Parsed<SetOptionCommand>("setoption name Clear Hash");
  EXPECT_EQ(option.name, "Clear Hash");
  EXPECT_EQ(Parsed<SetOptionCommand>("setoption name A B value C  D").value, "C D");
}

TEST(ParseCommand, SkipsUnknownWordsBeforeACommand) {
  Parsed<IsReadyCommand>("joho isready");
  EXPECT_FALSE(ParseCommand("joho").ok());
  EXPECT_EQ(ParseCommand(" \t ").status().code(), absl::StatusCode::kNotFound);
}

TEST(ParseCommand, RefusesMalformedLinesWithAReason) {
  for (const char* line : {"position", "position fen", "position startpos e2e4",
                           "setoption value 3", "setoption name", "perft", "perft x"}) {
    EXPECT_FALSE(ParseCommand(line).ok()) << line;
  }
  EXPECT_FALSE(ParseCommand("go depth " + std::string(1 << 20, '1')).ok());
}

TEST(ParseCommand, KeepsAGoThatItCannotRead) {
  for (const char* line : {"go depth", "go depth x", "go nodes 99999999999999999999",
                           "go wtime 1.5", "go movetime ponder"}) {
    EXPECT_NE(std::get<GoCommand>(ParseCommand(line).value()).fault, "") << line;
  }
  const auto go = std::get<GoCommand>(ParseCommand("go depth x nodes 5 infinite").value());
  EXPECT_EQ(go.fault, "go: 'depth' needs a whole number");
  EXPECT_EQ(go.nodes, 5);
}

TEST(ParseCommand, SaysWhatItCannotRead) {
  for (const char* line : {"bench abc", "bench 1.5", "debug", "debug maybe", "perft x"}) {
    EXPECT_EQ(ParseCommand(line).status().code(), absl::StatusCode::kInvalidArgument) << line;
  }
}

TEST(FormatCommand, GivesWhatParsesBackToItself) {
  for (const char* line :
       {"uci", "isready", "ucinewgame", "stop", "ponderhit", "quit", "d", "eval", "bench 5",
        "debug on", "setoption name Hash value 16", "position startpos moves e2e4 e7e5",
        "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1", "go nodes 1000",
        "go wtime 1 btime 2 winc 3 binc 4", "go infinite searchmoves e2e4"}) {
    EXPECT_EQ(FormatCommand(ParseCommand(line).value()), line);
  }
}

TEST(ParseCommand, SurvivesRandomWords) {
  constexpr const char* kWords[] = {"go",          "position", "fen",  "moves",    "name",
                                    "value",       "depth",    "-1",   "startpos", "setoption",
                                    "searchmoves", "\x80",     "perft"};
  Rng rng(5);
  for (int i = 0; i < 5000; ++i) {
    std::string line;
    for (uint64_t n = rng.Below(8); n > 0; --n) {
      line += kWords[rng.Below(std::size(kWords))];
      line += ' ';
    }
    const absl::StatusOr<Command> command = ParseCommand(line);
    if (!command.ok()) continue;
    EXPECT_FALSE(FormatCommand(*command).empty());
  }
}

}  // namespace
}  // namespace rookery::uci

#include "engine/uci/adapter.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace rookery::uci {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class AdapterTest : public ::testing::Test {
 protected:
  std::vector<std::string> Say(std::initializer_list<std::string_view> lines) {
    said_.clear();
    for (const std::string_view line : lines) adapter_.Handle(line);
    adapter_.FinishInput();
    return said_;
  }

  RealClock clock_;
  std::vector<std::string> said_;
  Adapter adapter_{Options{}, &clock_, [this](std::string_view line) { said_.emplace_back(line); }};
};

TEST_F(AdapterTest, AnnouncesEveryParameterAsAnOption) {
  const auto said = Say({"uci"});
  EXPECT_EQ(said.back(), "uciok");
  for (const params::Parameter& parameter : params::Table()) {
    EXPECT_THAT(said, Contains(StartsWith(fmt::format("option name {} type spin default {}",
                                                      parameter.name, parameter.value))));
  }
  EXPECT_THAT(said, Contains("option name Threads type spin default 1 min 1 max 256"));
}

TEST_F(AdapterTest, AnswersGoWithALegalMove) {
  const auto said = Say({"position startpos moves e2e4 e7e5", "go nodes 500"});
  EXPECT_THAT(said.back(), StartsWith("bestmove "));
}

TEST_F(AdapterTest, CountsMovesLineByLine) {
  const auto said = Say({"position startpos", "go perft 3"});
  EXPECT_EQ(said.size(), 21U);
  EXPECT_THAT(said, Contains("e2e4: 600"));
  EXPECT_THAT(said.back(), HasSubstr("Nodes searched: 8902"));
}

TEST_F(AdapterTest, CountsMovesToTheEndWhateverComesNext) {
  const auto said =
      Say({"position startpos", "go perft 4", "position startpos moves e2e4", "isready", "quit"});
  EXPECT_THAT(said, Contains(HasSubstr("Nodes searched: 197281")));
}

TEST_F(AdapterTest, SaysSoWhereStopEndsACount) {
  const auto said = Say({"position startpos", "go perft 6", "stop"});
  EXPECT_EQ(said.back(), "info string perft was stopped");
}

TEST_F(AdapterTest, StopsACountInTheMiddleOfAMove) {
  const auto said = Say({"position startpos", "go perft 12", "isready", "stop"});
  EXPECT_EQ(said.front(), "readyok");
  EXPECT_EQ(said.back(), "info string perft was stopped");
}

TEST_F(AdapterTest, CountsMovesWithoutGo) {
  EXPECT_THAT(Say({"perft 3"}).back(), HasSubstr("Nodes searched: 8902"));
  EXPECT_THAT(Say({"perft"}).back(), StartsWith("info string perft: write a depth"));
}

TEST_F(AdapterTest, AnswersWhileTheBenchRunsAndFinishesIt) {
  const auto said = Say({"bench 5", "isready", "position startpos", "go depth 1"});
  EXPECT_EQ(said[0], "readyok");
  EXPECT_THAT(said[1], HasSubstr("Signature"));
  EXPECT_THAT(said.back(), StartsWith("bestmove "));
  EXPECT_EQ(Say({"bench 60", "stop"}).back(), "info string bench was stopped");
}

// Nobody listens any more, or nobody wants to wait.
class ImpatientAdapterTest : public ::testing::TestWithParam<const char*> {
 protected:
  RealClock clock_;
  std::vector<std::string> said_;
  Adapter adapter_{
      Options{},
      &clock_,
      [this](std::string_view line) { said_.emplace_back(line); },
      {.at_quit = std::chrono::nanoseconds::zero(), .at_end = std::chrono::nanoseconds::zero()}};
};

TEST_P(ImpatientAdapterTest, EndsWhatWouldTakeForEver) {
  adapter_.Handle(GetParam());
  adapter_.FinishInput();
  EXPECT_FALSE(said_.empty());
}

TEST_P(ImpatientAdapterTest, QuitsAtOnce) {
  adapter_.Handle(GetParam());
  EXPECT_FALSE(adapter_.Handle("quit"));
  EXPECT_FALSE(said_.empty());
}

INSTANTIATE_TEST_SUITE_P(LongWork, ImpatientAdapterTest,
                         ::testing::Values("go perft 14", "bench 100", "go depth 100",
                                           "go nodes 999999999999", "go mate 50",
                                           "go wtime 99999999 btime 99999999", "go infinite",
                                           "go ponder wtime 1000 btime 1000"));

TEST_F(AdapterTest, HoldsTheMoveOfAnInfiniteSearchBackUntilStop) {
  adapter_.Handle("position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
  adapter_.Handle("go infinite");
  adapter_.Handle("isready");
  adapter_.Handle("stop");
  ASSERT_FALSE(said_.empty());
  EXPECT_THAT(said_.back(), StartsWith("bestmove "));
  EXPECT_THAT(said_, Contains("readyok"));
}

TEST_F(AdapterTest, PondersUntilPonderhit) {
  adapter_.Handle("position startpos");
  adapter_.Handle("go ponder wtime 50 btime 50");
  adapter_.Handle("ponderhit");
  adapter_.FinishInput();
  EXPECT_THAT(said_.back(), StartsWith("bestmove "));
}

TEST_F(AdapterTest, TakesNoPonderhitWhereNothingIsPondered) {
  // Else the end of the input would wait for a search that has no end.
  EXPECT_THAT(Say({"go infinite", "ponderhit"}).back(), StartsWith("bestmove "));
  EXPECT_THAT(Say({"ponderhit", "go ponder depth 2", "ponderhit"}).back(), StartsWith("bestmove "));
}

TEST_F(AdapterTest, TakesTheOtherClockWhereItsOwnIsMissing) {
  const auto said = Say({"debug on", "position startpos", "go btime 100"});
  EXPECT_THAT(said.front(), HasSubstr("no depth begun after"));
  EXPECT_THAT(said.front(), Not(HasSubstr("until stop")));
}

TEST_F(AdapterTest, AnswersAGoThatItCannotRead) {
  for (const char* go : {"go depth x", "go nodes", "go movetime 1s", "go wtime 100 btime -"}) {
    const auto said = Say({go});
    EXPECT_THAT(said.front(), HasSubstr("needs a whole number")) << go;
    EXPECT_THAT(said.back(), StartsWith("bestmove ")) << go;
  }
}

TEST_F(AdapterTest, KeepsItsHashTableWhereAnotherCannotBeHad) {
  Options options;
  options.memory_mb = 64;
  Adapter small(options, &clock_, [this](std::string_view line) { said_.emplace_back(line); });
  small.Handle("setoption name Hash value 65");
  EXPECT_THAT(said_.back(), HasSubstr("65 MB are more than this machine's memory of 64 MB"));
  small.Handle("go depth 1");
  small.FinishInput();
  EXPECT_THAT(said_.back(), StartsWith("bestmove "));
}

TEST_F(AdapterTest, ForgetsNothingForOptionsThatAreRefusedOrChangeNothing) {
  const auto nodes = [this](const std::vector<std::string>& lines) {
    for (const std::string& line : lines) adapter_.Handle(line);
    const auto said = Say({"position startpos", "go depth 9"});
    const std::string& last = said[said.size() - 2];
    return std::stoll(last.substr(last.find(" nodes ") + 7));
  };
  const std::string tempo = std::to_string(params::Weights().Get("tempo.mg").value());
  const int64_t first = nodes({});
  EXPECT_NE(nodes({}), first);
  EXPECT_NE(nodes({"setoption name Nonsense value 1", "setoption name Hash value 0",
                   "setoption name Ponder value true", "setoption name Hash value 16",
                   "setoption name SyzygyPath value /nowhere",
                   "setoption name SyzygyPath value <empty>", "setoption name SyzygyPath",
                   "setoption name Weights value default,tempo.mg=" + tempo}),
            first);
  EXPECT_EQ(nodes({"setoption name Clear Hash"}), first);
  // Nor does it end a search.
  adapter_.Handle("go infinite");
  said_.clear();
  adapter_.Handle("setoption name Nonsense value 1");
  adapter_.Handle("isready");
  EXPECT_THAT(said_, Not(Contains(StartsWith("bestmove"))));
  adapter_.Handle("stop");
}

TEST_F(AdapterTest, KeepsItsTablesAndItsSearchWherePathsAreRefusedOrTheSame) {
  const std::string path = ROOKERY_SYZYGY;
  adapter_.Handle("setoption name SyzygyPath value " + path);
  adapter_.Handle("position fen 8/8/8/8/8/8/8/KQ5k w - - 0 1");
  adapter_.Handle("go infinite");
  for (const std::string& other : {std::string("/nowhere"), path}) {
    said_.clear();
    adapter_.Handle("setoption name SyzygyPath value " + other);
    adapter_.Handle("isready");
    EXPECT_THAT(said_, Not(Contains(StartsWith("bestmove")))) << other;
  }
  adapter_.Handle("stop");
  const auto said = Say({"go depth 3"});
  EXPECT_THAT(said, Contains(HasSubstr(" tbhits ")));
}

TEST_F(AdapterTest, EndsASearchForAMateThatIsNoNumberOfMoves) {
  for (const char* go : {"go mate 0", "go mate -1"}) {
    adapter_.Handle("position fen 7k/R7/8/8/8/8/8/1R4K1 w - - 0 1");
    EXPECT_EQ(Say({go}).back().substr(0, 13), "bestmove b1b8") << go;
  }
}

TEST_F(AdapterTest, PlaysTheMovesBeforeOneThatIsNotLegal) {
  const auto said = Say({"position startpos moves e2e4 e7e5 e1e8", "d"});
  EXPECT_THAT(said[0], HasSubstr("the position is the one before it"));
  EXPECT_THAT(said[1], HasSubstr("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"));
}

TEST_F(AdapterTest, TellsTheNodesOfALimitedSearch) {
  for (const int64_t limit : {1, 644, 5000}) {
    const auto said = Say({"position startpos", fmt::format("go nodes {}", limit)});
    EXPECT_THAT(said[said.size() - 2], HasSubstr(fmt::format(" nodes {} ", limit)));
  }
}

TEST_F(AdapterTest, ListsTheWeightsThatItWasStartedWith) {
  Options options;
  options.weights = params::LoadWeights("default,tempo.mg=3").value();
  options.weights_name = "default,tempo.mg=3";
  Adapter adapter(options, &clock_, [this](std::string_view line) { said_.emplace_back(line); });
  adapter.Handle("setoption name tempo.mg value 4");
  adapter.Handle("uci");
  EXPECT_THAT(said_, Contains(StartsWith("option name tempo.mg type spin default 3 ")));
  EXPECT_THAT(said_, Contains("option name Weights type string default default,tempo.mg=3"));
}

TEST_F(AdapterTest, SearchesWithSeveralThreads) {
  const auto said = Say({"setoption name Threads value 3", "position startpos", "go depth 6"});
  EXPECT_THAT(said.back(), StartsWith("bestmove "));
}

TEST_F(AdapterTest, SaysNoMoveWhereThereIsNone) {
  EXPECT_EQ(Say({"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3"}).back(),
            "bestmove 0000");
}

TEST_F(AdapterTest, TellsMatesInMoves) {
  const auto said = Say({"position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "go depth 5"});
  EXPECT_THAT(said, Contains(HasSubstr("score mate 2")));
  const auto mated = Say({"position fen 7k/1R6/8/8/8/8/R7/6K1 b - - 0 1", "go depth 5"});
  EXPECT_THAT(mated, Contains(HasSubstr("score mate -1")));
}

TEST_F(AdapterTest, WritesCastlingAsTheOptionSays) {
  const char* fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  EXPECT_EQ(Say({fen, "go depth 1 searchmoves e1g1"}).back().substr(0, 13), "bestmove e1g1");
  EXPECT_EQ(Say({"setoption name UCI_Chess960 value true", fen, "go depth 1 searchmoves e1h1"})
                .back()
                .substr(0, 13),
            "bestmove e1h1");
}

TEST_F(AdapterTest, AWeightSetByOptionChangesTheSearch) {
  const auto before = Say({"position startpos", "go depth 6"});
  const auto after = Say({"setoption name mob_knight.mg value 15", "go depth 6"});
  EXPECT_NE(before, after);
}

TEST_F(AdapterTest, SurvivesMalformedCommandsAndSaysWhy) {
  const auto said = Say({"", "foo", "position fen 8/8 w", "position startpos moves e2e5",
                         "setoption name nothing value 3", "setoption name Hash value 0",
                         "setoption name Hash value x", "setoption", "stop", "ponderhit",
                         "setoption name Weights value /no/such", "go searchmoves zz depth 1"});
  for (size_t i = 0; i + 2 < said.size(); ++i) EXPECT_THAT(said[i], StartsWith("info string "));
  EXPECT_THAT(said.back(), StartsWith("bestmove "));
  EXPECT_THAT(said, Not(Contains("")));
  EXPECT_FALSE(adapter_.Handle("quit"));
}

TEST_F(AdapterTest, PrintsBoardAndTerms) {
  const auto said = Say({"position startpos", "d", "eval"});
  EXPECT_THAT(said[0], HasSubstr("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
  EXPECT_THAT(said[1], HasSubstr("mat_pawn"));
  // Both sides have the same, but for the move.
  const int tempo = params::Weights()[params::MgIndex(params::Term::kTempo)];
  EXPECT_THAT(said[1], HasSubstr(fmt::format("Evaluation: {} cp", tempo)));
}

}  // namespace
}  // namespace rookery::uci

#include "engine/search/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/search/score.h"

namespace rookery::search {
namespace {

using chess::Game;
using chess::Move;

Game GameFrom(std::string_view fen) { return Game(chess::ParseFen(fen).value()); }

EngineOptions Small() {
  EngineOptions options;
  options.hash_bytes = 64 << 10;
  return options;
}

SearchLimits Nodes(int64_t nodes) {
  SearchLimits limits;
  limits.nodes = nodes;
  return limits;
}

SearchLimits Depth(int depth) {
  SearchLimits limits;
  limits.depth = depth;
  return limits;
}

bool IsLegalIn(const Game& game, Move move) { return game.position().IsLegal(move); }

TEST(Engine, FindsAMateInTwo) {
  FakeClock clock;
  Engine engine(Small(), &clock);
  // Two rooks: the ladder.
  const Game game = GameFrom("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
  const SearchResult result = engine.Search(game, Depth(6));
  EXPECT_EQ(result.score, kMateScore - 3);
}

TEST(Engine, TakesAHangingQueen) {
  FakeClock clock;
  Engine engine(Small(), &clock);
  const Game game = GameFrom("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1");
  EXPECT_EQ(chess::ToUci(game.position(), engine.Search(game, Depth(4)).best), "c3d5");
}

TEST(Engine, KeepsExactlyToANodeLimit) {
  FakeClock clock;
  Engine engine(Small(), &clock);
  for (const int64_t limit : {1, 2, 3, 17, 100, 1000, 5000}) {
    engine.NewGame(0);
    const Game game(chess::Position::Start());
    const SearchResult result = engine.Search(game, Nodes(limit));
    EXPECT_LE(result.nodes, limit);
    EXPECT_GE(result.nodes, limit > 100 ? limit - 1 : 1);
    EXPECT_TRUE(IsLegalIn(game, result.best)) << limit;
  }
}

TEST(Engine, ReturnsALegalMoveAfterAStopThatCameFirst) {
  FakeClock clock;
  Engine engine(Small(), &clock);
  engine.Stop();
  const Game game(chess::Position::Start());
  SearchLimits limits;
  limits.infinite = true;
  const SearchResult result = engine.Search(game, limits);
  EXPECT_TRUE(IsLegalIn(game, result.best));
  EXPECT_LT(result.nodes, 10'000);
}

TEST(Engine, StopsFromAnotherThread) {
  RealClock clock;
  Engine engine(Small(), &clock);
  const Game game(chess::Position::Start());
  SearchLimits limits;
  limits.infinite = true;
  std::thread stopper;
  const SearchResult result = engine.Search(game, limits, [&](const SearchReport& report) {
    if (report.depth == 3) stopper = std::thread([&engine] { engine.Stop(); });
  });
  stopper.join();
  EXPECT_TRUE(IsLegalIn(game, result.best));
  EXPECT_GE(result.depth, 3);
}

TEST(Engine, GivesNoMoveOnlyWhenThereIsNone) {
  FakeClock clock;
  Engine engine(Small(), &clock);
  EXPECT_TRUE(engine.Search(GameFrom("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Nodes(100)).best.none());
  EXPECT_FALSE(engine.Search(GameFrom("7k/4Q3/6K1/8/8/8/8/8 b - - 0 1"), Nodes(1)).best.none());
}

TEST(Engine, ObeysSearchMoves) {
  FakeClock clock;
  Engine engine(Small(), &clock);
  const Game game(chess::Position::Start());
  SearchLimits limits = Depth(5);
  limits.search_moves = {chess::ParseUci(game.position(), "a2a3").value()};
  EXPECT_EQ(engine.Search(game, limits).best, limits.search_moves.front());
}

TEST(Engine, ScoresARepetitionOfTheGameAsADraw) {
  FakeClock clock;
  Engine engine(Small(), &clock);
  // White is a queen down and can only repeat; Black's king has gone to and fro twice.
  Game game = GameFrom("6k1/5ppp/8/8/8/7q/5P1P/4Q1K1 b - - 0 1");
  for (const char* text : {"g8f8", "e1b4", "f8g8", "b4e1", "g8f8", "e1b4", "f8g8"}) {
    game.Play(chess::ParseUci(game.position(), text).value());
  }
  // b4e1 and b4b8 are both there; e1 is the third time of a position.
  SearchLimits limits = Depth(1);
  limits.search_moves = {chess::ParseUci(game.position(), "b4e1").value()};
  EXPECT_EQ(engine.Search(game, limits).score, 0);
}

TEST(Engine, KnowsThatFiftyMovesWithoutProgressDraw) {
  FakeClock clock;
  Engine engine(Small(), &clock);
  const Game game = GameFrom("7k/8/8/8/8/8/Q7/K7 w - - 99 80");
  EXPECT_EQ(engine.Search(game, Depth(3)).score, 0);
}

TEST(Engine, PlaysTheSameAgainAfterNewGame) {
  FakeClock clock;
  Engine engine(Small(), &clock);
  const Game game = GameFrom("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
  engine.NewGame(7);
  const SearchResult first = engine.Search(game, Depth(7));
  engine.Search(GameFrom("8/5pk1/6p1/1p1R3p/1P5P/r5P1/5P2/6K1 w - - 2 38"), Depth(6));
  engine.NewGame(7);
  const SearchResult second = engine.Search(game, Depth(7));
  EXPECT_EQ(first.best, second.best);
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.score, second.score);
}

TEST(Engine, ReportsAsManyLinesAsAskedFor) {
  FakeClock clock;
  EngineOptions options = Small();
  options.multipv = 3;
  Engine engine(options, &clock);
  std::vector<int> last_scores(4, 0);
  std::vector<Move> first_moves(4);
  engine.Search(Game(chess::Position::Start()), Depth(5), [&](const SearchReport& report) {
    ASSERT_GE(report.multipv, 1);
    ASSERT_LE(report.multipv, 3);
    last_scores[static_cast<size_t>(report.multipv)] = report.score;
    first_moves[static_cast<size_t>(report.multipv)] = report.line.front();
  });
  EXPECT_GE(last_scores[1], last_scores[2]);
  EXPECT_GE(last_scores[2], last_scores[3]);
  EXPECT_NE(first_moves[1], first_moves[2]);
  EXPECT_NE(first_moves[2], first_moves[3]);
}

TEST(Engine, PlaysTheMoveThatItsLastReportShowed) {
  FakeClock clock;
  Engine engine(Small(), &clock);
  Game game(chess::Position::Start());
  // Node limits break a depth off anywhere; over a game some of them change the move in hand.
  for (int ply = 0; ply < 200 && !game.End().has_value(); ++ply) {
    std::optional<Move> shown;
    const SearchResult result =
        engine.Search(game, Nodes(700 + 37 * (ply % 40)),
                      [&](const SearchReport& report) { shown = report.line.at(0); });
    ASSERT_TRUE(shown.has_value());
    EXPECT_EQ(chess::ToUci(game.position(), *shown), chess::ToUci(game.position(), result.best))
        << "ply " << ply;
    game.Play(result.best);
  }
}

// Black mates by a quiet check unless White lets the king out: one ply sees it if quiescence does.
TEST(Engine, SeesQuietChecksInQuiescenceIfToldTo) {
  FakeClock clock;
  const Game game(*chess::ParseFen("4r1k1/5ppp/8/8/8/8/P4PPP/6K1 w - - 0 1"));
  SearchLimits limits = Depth(1);
  limits.search_moves = {*chess::ParseUci(game.position(), "a2a3")};
  for (const int checks : {0, 1}) {
    EngineOptions options = Small();
    ASSERT_TRUE(options.weights.Set("quiescence_checks", checks).ok());
    Engine engine(options, &clock);
    EXPECT_EQ(engine.Search(game, limits).score == -(kMateScore - 2), checks == 1) << checks;
  }
}

TEST(Engine, WeightsChangeWhatItPlays) {
  FakeClock clock;
  EngineOptions options = Small();
  Engine with(options, &clock);
  for (const char* group : {"pawns", "centre", "activity", "threats", "king", "squares"}) {
    ASSERT_TRUE(options.weights.SwitchOff(group).ok());
  }
  Engine without(options, &clock);
  const Game game(chess::Position::Start());
  EXPECT_NE(with.Search(game, Depth(6)).nodes, without.Search(game, Depth(6)).nodes);
}

}  // namespace
}  // namespace rookery::search

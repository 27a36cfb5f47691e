// The search with endgame tables: what it knows of them, and that it plays on to the mate.
#include <gtest/gtest.h>

#include "engine/chess/notation.h"
#include "engine/search/engine.h"

namespace rookery::search {
namespace {

class EndgamesTest : public ::testing::Test {
 protected:
  static EngineOptions Options(bool with_tables) {
    EngineOptions options;
    if (with_tables) options.endgames.tables = *tablebase::Tablebase::Open(ROOKERY_SYZYGY);
    return options;
  }
  SearchResult Search(Engine& engine, const std::string& fen, int depth, int64_t* hits = nullptr) {
    SearchLimits limits;
    limits.depth = depth;
    return engine.Search(chess::Game(*chess::ParseFen(fen)), limits,
                         [hits](const SearchReport& report) {
                           if (hits != nullptr) *hits = report.table_hits;
                         });
  }
  FakeClock clock_;
};

TEST_F(EndgamesTest, KnowACaptureIntoAWonTable) {
  const std::string fen = "7k/8/8/8/8/8/1K6/Q6r w - - 0 1";
  Engine with(Options(true), &clock_);
  int64_t hits = 0;
  const SearchResult known = Search(with, fen, 4, &hits);
  EXPECT_EQ(chess::ToUci(*chess::ParseFen(fen), known.best), "a1h1");
  EXPECT_GT(known.score, kTableWin - 10);
  EXPECT_LT(known.score, kMateBound);
  EXPECT_GT(hits, 0);
  Engine without(Options(false), &clock_);
  EXPECT_LT(Search(without, fen, 4, &hits).score, kTableWin - 1000);
  EXPECT_EQ(hits, 0);
}

TEST_F(EndgamesTest, AreNotAskedBeyondTheLimitsOfMenAndDepth) {
  EngineOptions options = Options(true);
  options.endgames.most_men = 2;
  int64_t hits = 0;
  Engine few(options, &clock_);
  Search(few, "7k/8/8/8/8/8/1K6/Q6r w - - 0 1", 4, &hits);
  EXPECT_EQ(hits, 0);
  options.endgames.most_men = 7;
  options.endgames.probe_depth = 50;
  Engine deep(options, &clock_);
  Search(deep, "7k/8/8/8/8/8/1K6/Q6r w - - 0 1", 4, &hits);
  EXPECT_EQ(hits, 0);
}

TEST_F(EndgamesTest, KeepAWinAtTheRootAndMateInTime) {
  Engine engine(Options(true), &clock_);
  chess::Game game(*chess::ParseFen("8/8/8/3k4/8/8/8/KR6 w - - 0 1"));
  SearchLimits limits;
  limits.depth = 7;
  int plies = 0;
  for (; !game.End().has_value() && plies < 100; ++plies) {
    game.Play(engine.Search(game, limits).best);
  }
  ASSERT_TRUE(game.End().has_value());
  EXPECT_EQ(game.End()->end, GameEnd::kCheckmate) << plies;
}

TEST_F(EndgamesTest, KeepWhatCanBeHadAtTheRootWithoutDistances) {
  const std::string fen = "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1";
  Engine engine(Options(true), &clock_);
  const SearchResult result = Search(engine, fen, 8);
  chess::Position next = *chess::ParseFen(fen);
  next.Play(result.best);
  std::string after = chess::ToFen(next);
  after = after.substr(0, after.rfind(' ', after.rfind(' ') - 1)) + " 0 1";
  const auto tables = *tablebase::Tablebase::Open(ROOKERY_SYZYGY);
  EXPECT_EQ(
      tables->ProbeWdl(*chess::ParseFen(after)),
      static_cast<tablebase::Wdl>(-static_cast<int>(*tables->ProbeWdl(*chess::ParseFen(fen)))));
}

TEST_F(EndgamesTest, LetTwoSearchesOfOneProcessShareTheTables) {
  Engine first(Options(true), &clock_);
  Engine second(Options(true), &clock_);
  const std::string fen = "7k/8/8/8/8/8/1K6/Q6r w - - 0 1";
  EXPECT_EQ(Search(first, fen, 4).score, Search(second, fen, 4).score);
}

}  // namespace
}  // namespace rookery::search

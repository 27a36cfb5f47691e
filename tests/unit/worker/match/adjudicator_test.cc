// The golden table of adjudication: rows that fastchess (commit 74deac23) and cutechess-cli
// (5e84232b) were run on, ours being fastchess's where the two differ. Both sides shuffle a knight
// (a rook's pawn never moves), so that no rule of chess ends the game first.
#include "worker/match/adjudicator.h"

#include <gtest/gtest.h>

#include "engine/chess/notation.h"
#include "engine/search/engine.h"
#include "tests/unit/worker/match/scripted_player.h"
#include "worker/match/pair_runner.h"

namespace rookery::worker {
namespace {

using Scores = ScriptedPlayer::Scores;

constexpr int kMateIn3 = search::kMateScore - 5;
constexpr int kMatedIn5 = -search::kMateScore + 10;
constexpr std::optional<int> kNone = std::nullopt;

struct Row {
  const char* name;
  Scores white;
  Scores black;
  const char* fen;
  Adjudication rules;
  int max_moves;
  int plies;
  GameResult result;
  GameEnd end;
};

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kBlackFirst = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
constexpr const char* kMove30 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 30";
constexpr const char* kBlackMove30 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 30";

constexpr GameResult kDraw = GameResult::kDraw;
constexpr GameResult kWhite = GameResult::kWhiteWins;
constexpr GameResult kBlack = GameResult::kBlackWins;
constexpr GameEnd kByDraw = GameEnd::kAdjudicatedDraw;
constexpr GameEnd kByWin = GameEnd::kAdjudicatedWin;
constexpr GameEnd kByLength = GameEnd::kAdjudicatedLength;

Adjudication DrawRule(int number, int count, int score) { return {number, count, score, 0, 0, {}}; }
Adjudication ResignRule(int count, int score, bool two_sided = false) {
  return {0, 0, 0, count, score, two_sided};
}

std::vector<Row> Table() {
  const Scores zero = {0};
  return {
      {"draw after 3 moves", zero, zero, kStart, DrawRule(1, 3, 5), 400, 6, kDraw, kByDraw},
      {"draw from move 5", zero, zero, kStart, DrawRule(5, 2, 5), 400, 10, kDraw, kByDraw},
      {"draw, Black first", zero, zero, kBlackFirst, DrawRule(5, 2, 5), 400, 9, kDraw, kByDraw},
      {"draw, FEN at 30", zero, zero, kMove30, DrawRule(34, 2, 5), 400, 10, kDraw, kByDraw},
      {"draw, Black at 30", zero, zero, kBlackMove30, DrawRule(34, 2, 5), 400, 9, kDraw, kByDraw},
      {"first score out", {50, 0}, zero, kStart, DrawRule(1, 2, 5), 400, 5, kDraw, kByDraw},
      {"a score out between",
       zero,
       {0, 0, 50, 0},
       kStart,
       DrawRule(1, 3, 5),
       400,
       12,
       kDraw,
       kByDraw},
      {"mate is no draw score",
       {kMateIn3, 0},
       zero,
       kStart,
       DrawRule(1, 2, 32000),
       400,
       5,
       kDraw,
       kByDraw},
      {"no score breaks", {kNone, 0}, zero, kStart, DrawRule(1, 2, 5), 400, 5, kDraw, kByDraw},
      {"bound included", {5}, {-5}, kStart, DrawRule(1, 2, 5), 400, 4, kDraw, kByDraw},
      {"beyond the bound", {6}, {-5}, kStart, DrawRule(1, 2, 5), 6, 12, kDraw, kByLength},
      {"resign", {-600}, {700}, kStart, ResignRule(3, 600), 400, 5, kBlack, kByWin},
      {"resign bound", {-599}, {700}, kStart, ResignRule(3, 600), 8, 16, kDraw, kByLength},
      {"Black resigns", {700}, {-600}, kStart, ResignRule(3, 600), 400, 6, kWhite, kByWin},
      {"resign one-sided", {-600}, {100}, kStart, ResignRule(3, 600), 400, 5, kBlack, kByWin},
      {"two-sided alone", {-600}, {100}, kStart, ResignRule(3, 600, true), 8, 16, kDraw, kByLength},
      {"two-sided", {-600}, {600}, kStart, ResignRule(3, 600, true), 400, 7, kBlack, kByWin},
      {"two-sided later",
       {-600},
       {100, 700},
       kStart,
       ResignRule(3, 600, true),
       400,
       9,
       kBlack,
       kByWin},
      {"both win", {700}, {700}, kStart, ResignRule(3, 600, true), 8, 16, kDraw, kByLength},
      {"mated resigns", {kMatedIn5}, {100}, kStart, ResignRule(2, 600), 400, 3, kBlack, kByWin},
      {"no score resets",
       {-600, kNone, -600},
       zero,
       kStart,
       ResignRule(2, 600),
       400,
       7,
       kBlack,
       kByWin},
      {"length", zero, zero, kStart, {}, 4, 8, kDraw, kByLength},
      {"length, Black first", zero, zero, kBlackFirst, {}, 4, 8, kDraw, kByLength},
      {"length, FEN at 30", zero, zero, kMove30, {}, 4, 8, kDraw, kByLength},
  };
}

TEST(Adjudicator, EndsEveryRowOfTheGoldenTable) {
  for (const Row& row : Table()) {
    SCOPED_TRACE(row.name);
    ScriptedPlayer white("white");
    ScriptedPlayer black("black");
    white.Says(row.white).Plays({"g1f3", "f3g1", "b1c3", "c3b1", "g1h3", "h3g1"});
    black.Says(row.black).Plays({"g8f6", "f6g8", "b8c6", "c6b8", "g8h6", "h6g8"});
    GameLimits limits;
    limits.each.per_move.nodes = 1;
    limits.adjudication = row.rules;
    limits.max_moves = row.max_moves;
    limits.rules.repetition_count = 0;
    FakeClock clock;
    std::atomic<bool> stop = false;
    const auto game = PlayGame({&white, &black, 1}, *chess::ParseFen(row.fen), limits, clock, stop);
    ASSERT_TRUE(game.ok()) << game.status();
    EXPECT_EQ(game->moves.size(), static_cast<size_t>(row.plies));
    EXPECT_EQ(game->result, row.result);
    EXPECT_EQ(game->end, row.end);
  }
}

TEST(Adjudicator, ACaptureBreaksTheSeriesButCountsItself) {
  Adjudicator judge(DrawRule(0, 2, 5));
  const auto quiet = *chess::ParseFen("4k3/8/8/8/8/8/4P3/4K3 w - - 5 40");
  const auto reset = *chess::ParseFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 40");
  EXPECT_FALSE(judge.AfterMove(quiet, 0));
  EXPECT_FALSE(judge.AfterMove(quiet, 0));
  EXPECT_FALSE(judge.AfterMove(reset, 0));
  EXPECT_FALSE(judge.AfterMove(quiet, 0));
  EXPECT_FALSE(judge.AfterMove(quiet, 0));
  EXPECT_TRUE(judge.AfterMove(quiet, 0));
}

// The golden rows of the tables' adjudication.
std::optional<chess::RuleEnd> ByTables(const char* fen, TableRules rule = {}) {
  rule.tables = *tablebase::Tablebase::Open(ROOKERY_SYZYGY);
  Adjudication rules;
  rules.endgames = rule;
  return Adjudicator(rules).Known(*chess::ParseFen(fen));
}

TEST(Adjudicator, EndsWhatTheTablesKnowBeforeTheFirstMove) {
  constexpr const char* kWon = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  ASSERT_TRUE(ByTables(kWon).has_value());
  EXPECT_EQ(ByTables(kWon)->end, GameEnd::kAdjudicatedTablebase);
  EXPECT_EQ(ByTables(kWon)->result, GameResult::kWhiteWins);
  EXPECT_EQ(ByTables("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1")->result, GameResult::kBlackWins);
  EXPECT_EQ(ByTables("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")->result, GameResult::kDraw);
  EXPECT_FALSE(ByTables("4k3/8/8/8/8/8/4P3/4K3 w - - 3 1").has_value());
  EXPECT_FALSE(ByTables("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").has_value());
  EXPECT_FALSE(ByTables(kWon, {.most_men = 2}).has_value());
  EXPECT_FALSE(ByTables(kWon, {.verdicts = TableVerdicts::kDraws}).has_value());
  EXPECT_TRUE(ByTables(kWon, {.verdicts = TableVerdicts::kWins}).has_value());
  EXPECT_FALSE(
      ByTables("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", {.verdicts = TableVerdicts::kWins}).has_value());
  EXPECT_FALSE(Adjudicator({}).Known(*chess::ParseFen(kWon)).has_value());
}

}  // namespace
}  // namespace rookery::worker

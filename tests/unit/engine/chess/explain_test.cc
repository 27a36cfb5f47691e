#include "engine/chess/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

using testing::HasSubstr;

struct Question {
  const char* fen;
  const char* move;
  const char* row;
  const char* words;  // found in the answer
};

constexpr const char* kStart = kStartFen.data();

// Each way in which a move is illegal, with the catalogue's row that forbids it.
constexpr Question kQuestions[] = {
    {kStart, "e2e4", "A074", "from e2 to e4"},
    {kStart, "e3e4", "A065", "no piece on e3"},
    {kStart, "e7e5", "A063", "pawn on e7 is Black's"},
    {kStart, "e2e5", "A091", "by one square"},
    {kStart, "e2d3", "A094", "d3 is empty"},
    {"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3", "A093", "backwards"},
    {kStart, "g1g3", "A086", "knight"},
    {kStart, "g1e2", "A068", "pawn on e2"},
    {kStart, "a1a3", "A069", "pawn on a2"},
    {kStart, "a1b3", "A081", "files and ranks"},
    {kStart, "c1c3", "A083", "diagonals"},
    {kStart, "d1e3", "A079", "queen"},
    {kStart, "e1e3", "A075", "one square"},
    {kStart, "Nf4", "A086", "knight"},
    {kStart, "Qh5", "A069", "pawn on e2"},
    {kStart, "O-O", "A125", "bishop on f1 and the knight on g1"},
    {kStart, "e1g1", "A125", "bishop on f1 and the knight on g1"},
    {kStart, "castle", "A250", ""},
    {kStart, "", "A250", "2 to 64"},
    {"4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e3", "A095", "pawn on e3 blocks"},
    {"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e6", "A092", "first place"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "A103", "pawn on d5"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "A102", "in passing"},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "A111", "say which"},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "A110", "not a king"},
    {"4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7q", "A110", "last rank"},
    {"8/8/8/4k3/8/4K3/8/8 w - - 0 1", "e3e4", "A077", "side by side"},
    {"4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "A076", "rook on a2"},
    {"4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "e1g1", "A126", "rook on e2"},
    {"4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "O-O", "A127", "f1"},
    {"4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", "e1g1", "A128", "g1"},
    {"4k3/8/8/8/8/8/8/qRK4R w HB - 0 1", "O-O-O", "A128", "rook's place"},
    {"4k3/8/8/8/8/8/1r6/R3K2R w KQ - 0 1", "O-O-O", "A119", "allowed"},
    {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", "A123", "no right"},
    {"4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1", "e2c3", "A071", "rook on e3"},
    {"4k3/8/8/8/8/8/4r3/K3N2r w - - 0 1", "a1a2", "A076", "rook on e2"},
    {"4k3/8/8/8/4r3/8/8/B3K3 w - - 0 1", "a1b2", "A140", "rook on e4"},
    {"4r1k1/8/8/8/8/8/3b4/B3K3 w - - 0 1", "a1b2", "A145", "only the king"},
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "A245", "ambiguous"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nd2", "A067", "no knight"},
};

TEST(ExplainMove, NamesTheRuleThatForbidsAMove) {
  for (const Question& question : kQuestions) {
    const MoveRuling answer = ExplainMove(*ParseFen(question.fen), question.move);
    EXPECT_EQ(answer.ruling.row, question.row) << question.move << ' ' << answer.ruling.text;
    EXPECT_THAT(answer.ruling.text, HasSubstr(question.words)) << question.move;
  }
}

// Never a reason against a legal move, and always one against an illegal one.
TEST(ExplainMove, AgreesWithLegalityOnEveryPairOfSquares) {
  Rng rng(11);
  for (int game = 0; game < 12; ++game) {
    Position position = Position::Start();
    for (int ply = 0; ply < 80; ++ply) {
      MoveList moves;
      GenerateLegal(position, moves);
      if (moves.empty()) break;
      position.Play(moves[rng.Below(moves.size())]);
      if (ply % 8 != 0) continue;
      for (int pair = 0; pair < 64 * 64; ++pair) {
        const auto from = static_cast<Square>(pair / 64);
        const auto to = static_cast<Square>(pair % 64);
        const PieceType promotion = rng.Chance(0.1) ? PieceType::kRook : PieceType::kNone;
        const auto uci = ToText(from) + ToText(to) + (promotion == PieceType::kNone ? "" : "r");
        const std::string row = ExplainMove(position, from, to, promotion).row;
        EXPECT_EQ(row == "A074" || row == "A119", ParseUci(position, uci).ok())
            << ToFen(position) << ' ' << uci << ' ' << row;
      }
    }
  }
}

std::string Rows(std::string_view fen, std::initializer_list<std::string_view> moves,
                 std::string_view name = "engine") {
  const RuleProfile profile = *FindRuleProfile(name);
  Game game(*ParseFen(fen), profile);
  for (const std::string_view move : moves) game.Play(*ParseUci(game.position(), move));
  std::string rows;
  for (const Ruling& ruling : ExplainGame(game, profile))
    rows += (rows.empty() ? "" : " ") + ruling.row;
  return rows;
}

TEST(ExplainGame, NamesTheRuleThatEndsAGame) {
  EXPECT_EQ(Rows(kStartFen, {"f2f3", "e7e5", "g2g4", "d8h4"}), "A143");
  EXPECT_EQ(Rows("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", {"b1b6"}), "A168");
  EXPECT_EQ(Rows("8/8/4k3/8/8/4K3/8/8 w - - 0 1", {}), "A172");
  EXPECT_EQ(Rows("8/8/4k3/8/8/4K3/8/N7 w - - 0 1", {}), "A173");
  EXPECT_EQ(Rows("8/8/4k3/8/8/4K3/8/B1B5 w - - 0 1", {}), "A174");
  EXPECT_EQ(Rows("8/5b2/4k3/8/8/4K3/8/5B2 w - - 0 1", {}), "A175");
  EXPECT_EQ(Rows("8/6k1/8/1p1p1p1p/1P1P1P1P/8/6K1/8 w - - 0 1", {}), "A171");
  EXPECT_EQ(Rows(kStartFen, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}),
            "A187");
  EXPECT_EQ(Rows("8/8/4k3/8/8/4K3/8/R7 w - - 99 99", {"a1a2"}), "A195");
  EXPECT_EQ(Rows("8/8/4k3/8/8/4K3/8/R7 w - - 59 99", {"a1a2"}, "qq"), "A199");
  EXPECT_EQ(Rows("8/8/4k3/8/8/4K3/8/BN6 w - - 99 99", {"a1b2"}, "qq"), "A200");
  EXPECT_EQ(Rows("4Q1k1/6p1/8/8/8/8/q7/6K1 b - - 0 1",
                 {"g8h7", "e8h5", "h7g8", "h5e8", "g8h7", "e8h5", "h7g8", "h5e8"}, "source"),
            "A201");
}

TEST(ExplainGame, SaysWhatMayBeClaimedAndWhatIsComing) {
  EXPECT_EQ(Rows(kStartFen, {}), "A073");
  EXPECT_EQ(Rows("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", {}), "A073 A139 A212");
  EXPECT_EQ(Rows("8/8/4k3/8/8/4K3/8/R7 w - - 99 99", {"a1a2"}, "fide"), "A073 A197 A212");
  const RuleProfile qq = *FindRuleProfile("qq");
  const Game extended(*ParseFen("8/8/4k3/8/8/4K3/8/2B1N3 w - - 60 99"), qq);
  EXPECT_EQ(ExplainGame(extended, qq)[1].text, "60 plies without progress; the game ends at 100");
  EXPECT_EQ(
      Rows(kStartFen, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}, "fide"),
      "A073 A191 A195");
}

}  // namespace
}  // namespace rookery::chess

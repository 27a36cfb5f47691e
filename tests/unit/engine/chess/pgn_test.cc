#include "engine/chess/pgn.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "engine/chess/notation.h"
#include "engine/chess/pgn_index.h"

namespace rookery::chess {
namespace {

using testing::HasSubstr;

struct Read {
  std::vector<PgnGame> games;
  std::vector<PgnError> errors;
};

Read ReadAll(const std::string& text) {
  Read read;
  std::istringstream input(text);
  ReadPgn(
      input,
      [&read](const PgnGame& game) {
        read.games.push_back(game);
        return true;
      },
      [&read](const PgnError& error) {
        read.errors.push_back(error);
        return true;
      });
  return read;
}

// The first game with its variations, written again.
std::string Rewritten(const std::string& text) {
  const auto read = ReadPgnGame(text, IndexPgn(text).at(0), PgnVariations::kKeep);
  if (const auto* error = std::get_if<PgnError>(&read)) return "error: " + error->message;
  return ToPgn(std::get<PgnGame>(read));
}

std::string Moves(const PgnGame& game) {
  Position position = game.start;
  std::string text;
  for (const PgnMove& move : game.moves) {
    if (!text.empty()) text += ' ';
    text += ToSan(position, move.move);
    position.Play(move.move);
  }
  return text;
}

TEST(PgnReader, ReadsTagsMovesCommentsMarksAndResult) {
  const Read read = ReadAll(
      "[Event \"A \\\"b\\\" \\\\c\"]\n[White \"x\"]\n\n"
      "1. e4! {best  by\ntest} e5 $2 2.Nf3 ; a rest\nNc6 1-0\n");
  ASSERT_EQ(read.errors.size(), 0u);
  ASSERT_EQ(read.games.size(), 1u);
  const PgnGame& game = read.games[0];
  EXPECT_EQ(game.tags[0].second, "A \"b\" \\c");
  EXPECT_EQ(Moves(game), "e4 e5 Nf3 Nc6");
  EXPECT_EQ(game.moves[0].comment, "best by test");
  EXPECT_THAT(game.moves[0].nags, testing::ElementsAre(1));
  EXPECT_THAT(game.moves[1].nags, testing::ElementsAre(2));
  EXPECT_EQ(game.moves[2].comment, "a rest");
  EXPECT_EQ(game.result, GameResult::kWhiteWins);
}

TEST(PgnReader, TakesTheImportFormatsFreedoms) {
  const Read read = ReadAll(
      "\xEF\xBB\xBF[Event \"a\"]\r\n[Result \"0-1\"]\r\n1.e4 e5\r\n[White \"y\"][Black \"z\"]\r\n"
      "% skipped Qxh9\r\n1 d4 (1. c4 {in (a) variation} (1. Nf3) c5) d5 2... \r\n1/2-1/2 1. c4 *");
  ASSERT_EQ(read.errors.size(), 0u) << read.errors[0].message;
  ASSERT_EQ(read.games.size(), 3u);
  EXPECT_EQ(Moves(read.games[0]), "e4 e5");
  EXPECT_EQ(read.games[0].result, GameResult::kBlackWins);  // from the tag
  EXPECT_EQ(read.games[1].tags.size(), 2u);
  EXPECT_EQ(Moves(read.games[1]), "d4 d5");
  EXPECT_EQ(Moves(read.games[2]), "c4");
  EXPECT_EQ(read.games[2].result, std::nullopt);
}

TEST(PgnReader, TakesResultsGluedToWhatIsBesideThemAndInFractions) {
  const Read read = ReadAll("[Event \"a\"]1. e4*[Event \"b\"]1. d4 *1. c4 ½-½ 1. Nf3 ½");
  ASSERT_EQ(read.errors.size(), 0u) << read.errors[0].message;
  ASSERT_EQ(read.games.size(), 4u);
  EXPECT_EQ(Moves(read.games[1]), "d4");
  EXPECT_EQ(read.games[1].result, std::nullopt);
  EXPECT_EQ(read.games[2].result, GameResult::kDraw);
  EXPECT_EQ(read.games[3].result, GameResult::kDraw);
}

TEST(PgnReader, ReportsWhereAGameBreaksAndGoesOnAtTheNext) {
  const Read read =
      ReadAll("[Event \"a\"]\n\n1. e4 e5\n2. Ke3 {x} Nf6 1-0\n\n[Event \"b\"]\n\n1. d4 *\n");
  ASSERT_EQ(read.errors.size(), 1u);
  EXPECT_EQ(read.errors[0].line, 4);
  EXPECT_EQ(read.errors[0].column, 4);
  EXPECT_THAT(read.errors[0].message, HasSubstr("Ke3"));
  ASSERT_EQ(read.games.size(), 1u);
  EXPECT_EQ(Moves(read.games[0]), "d4");
}

TEST(PgnReader, DoesNotLetAnOpenCommentSwallowTheNextGame) {
  const Read read = ReadAll("[Event \"a\"]\n\n1. e4 {never closed\n\n[Event \"b\"]\n\n1. d4 *\n");
  EXPECT_EQ(read.errors.size(), 1u);
  ASSERT_EQ(read.games.size(), 1u);
  EXPECT_EQ(read.games[0].tags[0].second, "b");
}

TEST(PgnReader, KeepsTagsThatFollowABrokenOneInTheSameGame) {
  const Read read = ReadAll("[Event a]\n[Site \"s\"]\n\n1. e4 *\n[Event \"b\"]\n\n1. d4 *\n");
  EXPECT_EQ(read.errors.size(), 1u);
  EXPECT_EQ(read.games.size(), 1u);
}

TEST(PgnReader, TakesQuotesInsideValuesThatAreNotEscaped) {
  const Read read = ReadAll("[Event \"The \"Big\" Open\"]\n\n*\n");
  ASSERT_EQ(read.games.size(), 1u);
  EXPECT_EQ(read.games[0].tags[0].second, "The \"Big\" Open");
}

TEST(PgnReader, FindsNoGameInNothing) {
  EXPECT_EQ(ReadAll("").games.size(), 0u);
  EXPECT_EQ(ReadAll("\n\n  \r\n").games.size(), 0u);
}

TEST(PgnReader, StopsWhenTheCallbackSaysSo) {
  std::istringstream input("1. e4 *\n1. d4 *\n");
  int games = 0;
  ReadPgn(
      input, [&games](const PgnGame&) { return ++games < 1; },
      [](const PgnError&) { return true; });
  EXPECT_EQ(games, 1);
}

TEST(PgnReader, ReadsFromTheFensPositionAndReportsABadOne) {
  const Read read = ReadAll(
      "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n7... Kd8 8. O-O *\n"
      "[FEN \"nonsense\"]\n\n1. e4 *\n");
  ASSERT_EQ(read.games.size(), 1u);
  EXPECT_EQ(Moves(read.games[0]), "Kd8 O-O");
  ASSERT_EQ(read.errors.size(), 1u);
  EXPECT_THAT(read.errors[0].message, HasSubstr("FEN"));
}

TEST(PgnWriter, WritesTheRosterFirstAndWrapsBeforeColumn80) {
  PgnGame game;
  game.tags = {{"ECO", "C20"}, {"White", "a\"b"}, {"Result", "wrong"}, {"Event", "e"}};
  Position position = game.start;
  for (int i = 0; i < 30; ++i) {
    for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
      game.moves.push_back(
          {*ParseUci(position, move), i % 5 == 0 ? "a {bad}\ncomment" : "", {}, {}});
      position.Play(game.moves.back().move);
    }
  }
  game.result = GameResult::kDraw;
  const std::string text = ToPgn(game);
  EXPECT_EQ(text.find("[Event \"e\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                      "[White \"a\\\"b\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n[ECO \"C20\"]\n\n"),
            0u);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LT(line.size(), 80u);
  const Read read = ReadAll(text);
  ASSERT_EQ(read.games.size(), 1u);
  EXPECT_EQ(Moves(read.games[0]), Moves(game));
  EXPECT_EQ(read.games[0].moves[0].comment, "a (bad) comment");
  EXPECT_EQ(ToPgn(read.games[0]), text);
}

TEST(PgnWriter, SaysWhenTheStartIsChess960s) {
  PgnGame game;
  game.start = *ParseFen("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
  EXPECT_THAT(ToPgn(game), HasSubstr("[Variant \"Chess960\"]\n[SetUp \"1\"]"));
  game.start = *ParseFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_THAT(ToPgn(game), testing::Not(HasSubstr("Variant")));
}

TEST(PgnWriter, LetsNoCommentLookLikeTheNextGame) {
  PgnGame game;
  game.comment = std::string(75, 'x') + " [Event \"y\"] [%clk 0:01]";
  const Read read = ReadAll(ToPgn(game));
  ASSERT_EQ(read.games.size(), 1u);
  EXPECT_THAT(read.games[0].comment, HasSubstr("(Event \"y\"] [%clk 0:01]"));
}

TEST(PgnWriter, NumbersBlacksMoveAtTheStartAndAfterAComment) {
  PgnGame game;
  game.start = *ParseFen("4k3/8/8/8/8/8/8/4K2R b K - 0 7");
  game.comment = "from here";
  game.moves.push_back({*ParseUci(game.start, "e8d8"), "", {}, {}});
  const std::string text = ToPgn(game);
  EXPECT_THAT(text, HasSubstr("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n"));
  EXPECT_THAT(text, HasSubstr("{from here} 7... Kd8 *"));
}

TEST(PgnVariations, ComeBackAsTheyWereRead) {
  const std::string text = Rewritten(
      "1. e4 (1. d4 {a} d5 (1... Nf6! 2. c4) 2. c4) ({b} 1. c4) e5 {c} (1... c5 $14) 2. Nf3 *\n");
  EXPECT_THAT(text,
              HasSubstr("\n1. e4 (1. d4 {a} 1... d5 (1... Nf6 $1 2. c4 ) 2. c4 ) ({b} 1. c4 ) "
                        "1... e5 {c}\n(1... c5 $14 ) 2. Nf3 *"));
  EXPECT_EQ(Rewritten(text), text);
}

TEST(PgnVariations, KeepAsTextWhatIsNoMoveWithAllThatFollows) {
  const std::string text =
      Rewritten("1. e4 (1. d4 Qh8 $5 2. c4! (2. Nf3 d5) c5 1-0) (Qh9 {why not?}) () e5 *\n");
  EXPECT_THAT(text, HasSubstr("1. e4 {Qh9 why not?} (1. d4 {Qh8 $5 2 c4 $1 ( 2 Nf3 d5 ) c5 1-0} ) "
                              "1... e5 *"));
  EXPECT_EQ(Rewritten(text), text);
}

TEST(PgnVariations, TakeNullMovesUnlessInCheck) {
  for (const char* null : {"--", "Z0", "0000", "@@@@", "null"}) {
    const std::string text =
        Rewritten("1. e4 e5 (1... " + std::string(null) + " 2. d4 --) 2. Nf3 *\n");
    EXPECT_THAT(text, HasSubstr("1. e4 e5 (1... -- 2. d4 -- ) 2. Nf3 *")) << null;
    EXPECT_EQ(Rewritten(text), text);
    EXPECT_EQ(Rewritten("1. e4 " + std::string(null) + " 2. d4 *"),
              "error: a null move, which no game has");
  }
  EXPECT_THAT(Rewritten("1. f3 e5 2. g4 (2. e4 Qh4 3. -- d5) *"),
              HasSubstr("(2. e4 Qh4+ {-- d5} )"));
}

TEST(PgnVariations, BeforeTheFirstMoveAreText) {
  EXPECT_THAT(Rewritten("(1. e4 (1. c4) e5) 1. d4 *\n"),
              HasSubstr("{( 1 e4 ( 1 c4 ) e5 )} 1. d4 *"));
  EXPECT_THAT(Rewritten("1. e4 ((1. d4) 1. c4) e5 *\n"),
              HasSubstr("1. e4 ({( 1 d4 )} 1. c4 ) 1... e5 *"));
  EXPECT_THAT(Rewritten("1. e4 ((1. d4)) e5 *\n"), HasSubstr("1. e4 {( 1 d4 )} 1... e5 *"));
}

TEST(PgnVariations, AreLeftOutWhereNobodyAsks) {
  const Read read = ReadAll("1. e4 (1. d4 nonsense) e5 *\n");
  ASSERT_EQ(read.games.size(), 1U);
  EXPECT_TRUE(read.games[0].moves[0].variations.empty());
  EXPECT_EQ(Moves(read.games[0]), "e4 e5");
}

TEST(PgnVariations, NestAsDeepAsIsAllowed) {
  std::string open = "1. e4 ";
  std::string close;
  for (int depth = 0; depth < 999; ++depth) {
    open += depth % 2 == 0 ? "(1. d4 " : "(1. e4 ";
    close += ") ";
  }
  EXPECT_THAT(Rewritten(open + close + "*\n"), HasSubstr("(1. d4 (1. e4 "));
}

// What the games are doubted for, "" for those that aren't; broken ones as "error: ...".
std::vector<std::string> Doubts(const std::string& text) {
  std::vector<std::string> doubts;
  std::istringstream input(text);
  ReadPgn(
      input,
      [&](const PgnGame& game) {
        doubts.push_back(game.doubt.has_value()
                             ? fmt::format("{}:{}: {}", game.doubt->line, game.doubt->column,
                                           game.doubt->message)
                             : "");
        return true;
      },
      [&](const PgnError& error) {
        doubts.push_back("error: " + error.message);
        return true;
      },
      PgnVariations::kKeep);
  return doubts;
}

TEST(PgnDoubt, IsTheFirstThingThatWasReadAsBestItCouldBe) {
  EXPECT_THAT(Doubts("1. e4 (1. d4 --) e5 *"), testing::ElementsAre(""));
  EXPECT_THAT(Doubts("1. e4 e5\n(1... c5 2. Nf9 (2. x)) *"),
              testing::ElementsAre(testing::StartsWith("2:13: move 'Nf9'")));
  EXPECT_THAT(Doubts("(1. d4) 1. e4 *"),
              testing::ElementsAre("1:1: a variation before the first move; it is kept as text"));
}

TEST(PgnDoubt, IsAResultSaidTwiceWhichIsNoGameOfItsOwn) {
  const std::string text = "1. e4 1-0 1-0\n*\n[Event \"b\"]\n1. d4 *\n1. c4 1-0 1. e4 0-1";
  EXPECT_THAT(Doubts(text),
              testing::ElementsAre("1:11: a second result behind the game's end", "", "", ""));
  EXPECT_EQ(IndexPgn(text).size(), 4U);
}

TEST(PgnReader, RefusesVariantsThatAreNotChess) {
  for (const char* name : {"Atomic", "Crazyhouse", "Chess 18", "Three-check"}) {
    const Read read = ReadAll(fmt::format("[Variant \"{}\"]\n1. e4 *\n", name));
    ASSERT_EQ(read.errors.size(), 1U) << name;
    EXPECT_THAT(read.errors[0].message, HasSubstr(name));
  }
  for (const char* name : {"", "?", "Standard", "From Position", "Chess960", "chess 960",
                           "Fischerandom", "FISCHER-RANDOM"}) {
    EXPECT_EQ(ReadAll(fmt::format("[Variant \"{}\"]\n1. e4 *\n", name)).games.size(), 1U) << name;
  }
}

TEST(PgnReader, TakesFigurinesSquaresAndBracketedPromotions) {
  const Read read = ReadAll(
      "1. \u2658f3 \u265Ef6 2. \u2659e4 \u265Ff7f6?! *\n"
      "1. \u2658f3 \u265Ef6 2. \u2659c4 g7g6 3. b1c3 f8g7 4. e4 e8h8 *\n"
      "[FEN \"8/P6k/8/8/8/8/7p/K7 w - - 0 1\"]\n1. a8(Q) h1(=N)+ (1... h1(=Q)+) 2. Qxh1+ *\n"
      "[FEN \"8/P6k/8/8/8/8/7p/K7 w - - 0 1\"]\n1. a8 (Q) h1 *\n");
  ASSERT_EQ(read.games.size(), 2U) << read.errors.at(0).message;
  EXPECT_EQ(Moves(read.games[0]), "Nf3 Nf6 c4 g6 Nc3 Bg7 e4 O-O");
  EXPECT_EQ(Moves(read.games[1]), "a8=Q h1=N Qxh1+");
  EXPECT_EQ(read.errors.size(), 2U);  // the knight is in the pawn's way; a8 without a piece
}

TEST(PgnReader, RefusesCommentsThatItCouldNotReadAgain) {
  const std::string part = "{" + std::string(800'000, 'x') + "}";
  const Read read = ReadAll("1. e4 " + part + " e5 " + part + part + " *");
  ASSERT_EQ(read.errors.size(), 1U);
  EXPECT_THAT(read.errors[0].message, HasSubstr("1048576"));
  EXPECT_EQ(ReadAll("1. e4 " + part + " e5 " + part + " *").games.size(), 1U);
}

TEST(PgnReader, BoundsMovesOfTheGameAndOfItsVariations) {
  std::string round;
  for (int i = 0; i < 5'001; ++i) round += "Nf3 Nf6 Ng1 Ng8 ";
  EXPECT_EQ(ReadAll(round + "*").errors.size(), 1U);
  std::string line;
  for (int i = 0; i < 4'999; ++i) line += "Nf3 Nf6 Ng1 Ng8 ";
  EXPECT_EQ(ReadAll(line + "*").games.size(), 1U);
  std::string many = "e4 ";
  for (int i = 0; i < 11; ++i) many += "(" + line + ") ";
  EXPECT_THAT(Doubts(many + "*"), testing::ElementsAre(HasSubstr("200000")));
  EXPECT_EQ(ReadAll(many + "*").games.size(), 1U);
}

// As the source texts write them, in full and in short, with their separators and signs.
TEST(PgnNotation, ReadsAndWritesThatOfTheSourceTexts) {
  const Read read = ReadAll(
      "1. e2-e4 e7-e5 2. 马g1-f3 马b8-c6 3. 象f1-c4 象f8-c5 4. 0-0 N:e4?? *\n"
      "1. e2-e4 e7-e5 2. 马g1-f3 d7-d5 3. e4:d5 后d8:d5 *\n"
      "[FEN \"8/P6k/8/8/8/8/7p/K7 w - - 0 1\"]\n1. a8=q h2-h1后+ *\n");
  EXPECT_EQ(read.errors.size(), 1U);  // no knight goes to e4 there
  ASSERT_EQ(read.games.size(), 2U);
  EXPECT_EQ(Moves(read.games[0]), "e4 e5 Nf3 d5 exd5 Qxd5");
  EXPECT_EQ(Moves(read.games[1]), "a8=Q h1=Q+");
  const std::string written = ToPgn(read.games[0], PgnNotation::kSourceLong);
  EXPECT_THAT(written, HasSubstr("1. e2-e4 e7-e5 2. 马g1-f3 d7-d5 3. e4:d5 后d8:d5 *"));
  EXPECT_THAT(ToPgn(read.games[0], PgnNotation::kSourceShort), HasSubstr("3. e:d Q:d5 *"));
  EXPECT_EQ(Moves(ReadAll(written).games.at(0)), Moves(read.games[0]));
}

TEST(PgnReader, TakesTheFormatsOwnCharacterSet) {
  const Read read =
      ReadAll("[White \"M\xFCller\"]\n[Black \"M\xC3\xB6ller\"]\n1. e4 {gr\xFC\xDF} *\n");
  ASSERT_EQ(read.games.size(), 1U);
  EXPECT_EQ(read.games[0].tags[0].second, "M\xC3\xBCller");
  EXPECT_EQ(read.games[0].tags[1].second, "M\xC3\xB6ller");
  EXPECT_EQ(read.games[0].moves[0].comment, "gr\xC3\xBC\xC3\x9F");
}

TEST(PgnReader, FindsTagsWhoseNamesAreWrittenSmall) {
  const Read read = ReadAll("[fen \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O *\n");
  ASSERT_EQ(read.games.size(), 1U);
  EXPECT_EQ(Moves(read.games[0]), "O-O");
}

// Two squares are the piece that stands on the first, whatever letter they begin with.
TEST(PgnNotation, TakesTwoSquaresForTheirPiece) {
  for (const char* move : {"b1-d2", "b1d2", "b1:d2"}) {
    const Read read = ReadAll(fmt::format("1. d4 d5 2. {} *", move));
    ASSERT_EQ(read.games.size(), 1U) << move;
    EXPECT_EQ(Moves(read.games[0]), "d4 d5 Nd2") << move;
  }
}

// What SAN refuses isn't bent until something fits.
TEST(PgnReader, RefusesMovesThatFitOnlyAsAnotherPieceOrSign) {
  for (const char* moves :
       {"1. b4 c5 2. Bxc5", "1. b4 e5 2. Bb2 Bxb4 3. bxe5", "1. B3", "1. b4 c5 2. B:c", "1. e4ep",
        "1. e2-e4ep", "1. e4 d5 2. exd5ep", "1. b4 a5 2. Bxa5", "1. e4x"}) {
    EXPECT_EQ(ReadAll(std::string(moves) + " *").errors.size(), 1U) << moves;
  }
}

TEST(PgnWriter, WritesTagsOfSmallNamesOnce) {
  const Read read = ReadAll("[event \"e\"]\n[fen \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O *\n");
  const std::string text = ToPgn(read.games.at(0));
  EXPECT_THAT(text, HasSubstr("[Event \"e\"]"));
  EXPECT_THAT(text, testing::Not(HasSubstr("[event")));
  EXPECT_THAT(text, testing::Not(HasSubstr("[fen")));
}

}  // namespace
}  // namespace rookery::chess

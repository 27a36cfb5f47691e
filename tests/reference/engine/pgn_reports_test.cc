// Forms of PGN over which other programs' users have filed bugs, each with the report in which the
// form can be seen; the texts here are our own.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"

namespace rookery::chess {
namespace {

// The moves of each game on a line of its own; of a broken one "line:column" of its fault.
std::string Read(const std::string& text) {
  std::string told;
  std::istringstream input(text);
  ReadPgn(
      input,
      [&told](const PgnGame& game) {
        Position position = game.start;
        for (const PgnMove& played : game.moves) {
          told += ToSan(position, played.move);
          for (const int nag : played.nags) told += "$" + std::to_string(nag);
          if (!played.comment.empty()) told += "{" + played.comment + "}";
          told += ' ';
          position.Play(played.move);
        }
        told += game.result ? std::string(ResultText(*game.result)) + "\n" : "*\n";
        return true;
      },
      [&told](const PgnError& error) {
        told += std::to_string(error.line) + ":" + std::to_string(error.column) + "\n";
        return true;
      });
  return told;
}

struct Case {
  const char* report;  // on github.com
  std::string text;
  std::string told;
};

void CheckAll(const std::vector<Case>& cases) {
  for (const Case& one : cases) EXPECT_EQ(Read(one.text), one.told) << one.report;
}

TEST(PgnReports, OnVariationsAndComments) {
  CheckAll({
      {"notnil/chess/pull/125", "1. e4 (1. d4 (1. c4 c5 (1... e5)) d5) 1... e5 *", "e4 e5 *\n"},
      {"mliebelt/pgn-viewer/issues/105", "1. d4 ({w} e4 {b} e5) Nf6 ({c} d5) *", "d4 Nf6 *\n"},
      {"mliebelt/pgn-viewer/issues/138", "1. e4 e5 ( 1...e5 2. Nf3 {x} ) 0-1", "e4 e5 0-1\n"},
      {"mliebelt/pgn-parser/issues/90", "1. d4 {[%d +0.35] [%e 1]} 1. ... Nf6 {[%x]} 2. c4 *",
       "d4{[%d +0.35] [%e 1]} Nf6{[%x]} c4 *\n"},
      {"aaronfi/chess-es6.js/pull/4", "1. e4 (1. d4 Nf6 $13) 1... e5 *", "e4 e5 *\n"},
      {"jhlywa/chess.js/issues/279", "1. e4 e5 2. Nf3 {comment}", "e4 e5 Nf3{comment} *\n"},
      {"jhlywa/chess.js/issues/483", "{A story.\nIt goes on.} 1. e4 e5 1-0", "e4 e5 1-0\n"},
      {"mcostalba/chess_db/issues/1", "1. e4\n{\nWhy not}\n 1... e5\n; all of this (\n2. d4 *",
       "e4{Why not} e5{all of this (} d4 *\n"},
      {"yo35/rpb-chessboard/issues/3", "1. e4 {bla bla bla.}\n(1. d4 {more.})\n1... e5 $2 *",
       "e4{bla bla bla.} e5$2 *\n"},
  });
}

TEST(PgnReports, OnMarksOfMoves) {
  CheckAll({
      {"kevinludwig/pgn-parser/issues/26", "1. e4? \u00B1 {Bad.} e5 = 2. d4 \u2213 *",
       "e4$2$16{Bad.} e5$10 d4$17 *\n"},
      {"lichess-org/scalachess/pull/74", "1. e4??\u00B1\u2192 Nf6!? *", "e4$4$16$40 Nf6$5 *\n"},
      {"shaack/cm-pgn/issues/28", "1. d4$1 {new} Nf6$1$14 *", "d4$1{new} Nf6$1$14 *\n"},
      {"aaronfi/chess-es6.js/pull/4", "1. e4+/= c5 +- 2. Nf3N d6 *", "e4$14 c5$18 Nf3$146 d6 *\n"},
  });
}

TEST(PgnReports, OnWaysOfWritingMoves) {
  CheckAll({
      {"jhlywa/chess.js/issues/87", "1. d4 e6 2. Nf3 Bb4+ 3. Nbd2 Nc6 4. a3 Nge7 *",
       "d4 e6 Nf3 Bb4+ Nbd2 Nc6 a3 Nge7 *\n"},
      // The other knight is pinned, so that naming the file is too much.
      {"jhlywa/chess.js/issues/483", "1. e4 e5 2. Nf3 d6 3. Bb5+ Nc6 4. O-O Nge7 *",
       "e4 e5 Nf3 d6 Bb5+ Nc6 O-O Ne7 *\n"},
      {"lichess-org/scalachess/issues/160",
       "[FEN \"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. 0-0-0+ *", "O-O-O+ *\n"},
      {"yo35/rpb-chessboard/issues/142", "1. e4 e5 2. Nf3 Nf6 3. Bc4....Nc6 4. 0-0 *",
       "e4 e5 Nf3 Nf6 Bc4 Nc6 O-O *\n"},
      {"mliebelt/pgn-viewer/issues/60", "e4 e5 Nf3 *", "e4 e5 Nf3 *\n"},
      {"GuillaumeSD/Chesskit/issues/52",
       "[FEN \"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1\"]\n\n1. b3 c5 2. Nf3 d5 "
       "3. d4 b6 4. O-O *",
       "b3 c5 Nf3 d5 d4 b6 O-O *\n"},
      {"jhlywa/chess.js/issues/12", "1. e4 e5 2. Qf3 Nh6 3. Bc4 Bc5 4. Qxf7+ *",
       "e4 e5 Qf3 Nh6 Bc4 Bc5 Qxf7+ *\n"},
  });
}

TEST(PgnReports, OnNullMovesWhichBreakOneGameOnly) {
  CheckAll({
      {"kevinludwig/pgn-parser/issues/14", "1. e4 e5 2. Nf3 -- 3. d4 *\n\n1. d4 *", "1:17\nd4 *\n"},
      {"niklasf/shakmaty/issues/132", "1. e4 Z0 2. d4 *\n\n1. d4 *", "1:7\nd4 *\n"},
      {"lichess-org/lila/issues/6510", "1. e4 (1. -- e5) 1... e5 *", "e4 e5 *\n"},
  });
}

TEST(PgnReports, OnTags) {
  CheckAll({
      {"Disservin/fastchess/issues/691",
       "[White \"H[+]hler, P.\"]\n[Variation \"modern defence[!])\"]\n[Black \"a]\"]\n\n1. e4 *",
       "e4 *\n"},
      {"mliebelt/pgn-viewer/issues/21",
       "[Event \"x\"]\n      [Site \"?\"]\n      [FEN "
       "\"rnbqkbnr/1ppppppp/p7/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n      2. Nc3 e5 1-0",
       "Nc3 e5 1-0\n"},
      {"freeeve/pgn/issues/4", "[Result \"0-1\"]\n[White \"a\"]\n1. d4 {Notes by --B. } d5 0-1\n",
       "d4{Notes by --B.} d5 0-1\n"},
      {"shaack/cm-pgn/issues/19", "[Result \"1-0\"]\n\n1. e4 1-0\n\n\n   \n", "e4 1-0\n"},
  });
}

TEST(PgnReports, OnFilesAsTheyAre) {
  const std::string two = "[Event \"a\"]\n\n1. e4 *\n[Event \"b\"]\n\n1. d4 *\n";
  std::string crlf;
  std::string cr;
  for (const char letter : two) {
    crlf += letter == '\n' ? "\r\n" : std::string(1, letter);
    cr += letter == '\n' ? '\r' : letter;
  }
  const std::string mark = "\xEF\xBB\xBF";
  CheckAll({
      {"no blank lines", "[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4 *", "e4 *\nd4 *\n"},
      {"CRLF", crlf, "e4 *\nd4 *\n"},
      {"CR alone", cr, "e4 *\nd4 *\n"},
      {"a line comment before CR alone", "1. e4 ; why\re5 *", "e4{why} e5 *\n"},
      {"byte order marks where files were joined", mark + two + mark + two,
       "e4 *\nd4 *\ne4 *\nd4 *\n"},
      {"DOS's end mark", two + "\x1A", "e4 *\nd4 *\n"},
      {"MarkZH/Genetic_Chess/issues/142", "% (made by\n[Event \"a\"]\n%]\n1. e4 *\n", "e4 *\n"},
      {"a byte 0", std::string("1. e4 \0 e5 *\n\n1. d4 *", 21), "1:7\nd4 *\n"},
      {"UTF-16", std::string("\xFF\xFE[\0E\0", 6), "1:1\n"},
      {"no closing brace", "[Event \"a\"]\n\n1. e4 {and\n\n[Event \"b\"]\n\n1. d4 *",
       "3:7\nd4 *\n"},
      {"no closing bracket", "[Event \"a\"]\n\n1. e4 (1. d4\n\n[Event \"b\"]\n\n1. c4 *",
       "5:1\nc4 *\n"},
      {"a closing brace alone", "1. e4 } e5 *\n1. d4 *", "1:7\nd4 *\n"},
  });
}

TEST(PgnReports, OnHugeComments) {
  const std::string huge(500'000, 'x');
  EXPECT_EQ(Read("1. e4 {" + huge + "} e5 *"), "e4{" + huge + "} e5 *\n");
  const std::string too_huge(3'000'000, 'x');
  EXPECT_EQ(Read("1. e4 {" + too_huge + "} e5 *\n1. d4 *"), "1:7\nd4 *\n");
  std::string words;
  for (int i = 0; i < 1'000'000; ++i) words += "ab ";
  EXPECT_EQ(Read("1. e4 {" + words + "} e5 *\n1. d4 *"), "1:7\nd4 *\n");
}

}  // namespace
}  // namespace rookery::chess

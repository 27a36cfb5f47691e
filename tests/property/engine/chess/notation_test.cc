// Every legal move of random games through SAN, UCI, PGN and back.
#include "engine/chess/notation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/pgn.h"
#include "engine/chess/source_notation.h"
#include "tests/support/perft_suite.h"

namespace rookery::chess {
namespace {

void ExpectTextsAreUniqueAndRead(const Position& position, const MoveList& moves) {
  std::set<std::string> texts;
  for (const Move move : moves) {
    const std::string san = ToSan(position, move);
    EXPECT_TRUE(texts.insert(san).second) << san << ' ' << ToFen(position);
    EXPECT_EQ(ParseSan(position, san).value_or(Move()), move) << san << ' ' << ToFen(position);
    for (const std::string& text : {ToSourceLong(position, move), ToSourceShort(position, move)}) {
      const auto read = ParseSourceMove(position, text);
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_EQ(read->move, move) << text << ' ' << ToFen(position);
    }
    for (const bool chess960 : {false, true}) {
      const std::string uci = ToUci(position, move, chess960);
      const auto read = ParseUci(position, uci);
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_EQ(*read, move) << uci << ' ' << ToFen(position);
    }
  }
}

PgnGame RandomGame(const Position& start, Rng& rng, int plies) {
  PgnGame game;
  game.start = start;
  Position position = start;
  for (int ply = 0; ply < plies; ++ply) {
    MoveList moves;
    GenerateLegal(position, moves);
    if (moves.empty()) break;
    ExpectTextsAreUniqueAndRead(position, moves);
    PgnMove& entry = game.moves.emplace_back();
    entry.move = moves[rng.Below(moves.size())];
    if (rng.Chance(0.1)) entry.comment = "0.31/12 0.05s";
    if (rng.Chance(0.1)) entry.nags.push_back(static_cast<uint8_t>(rng.Below(256)));
    position.Play(entry.move);
  }
  if (rng.Chance(0.7)) game.result = static_cast<GameResult>(1 + rng.Below(3));
  return game;
}

TEST(Notation, RoundTripsEveryMoveOfRandomGames) {
  Rng rng(5);
  std::vector<PgnGame> written;
  std::string text;
  for (const char* name : {"/perft/standard.epd", "/perft/chess960.epd"}) {
    for (const test::PerftLine& line :
         test::ReadPerftSuite(std::string(ROOKERY_TEST_DATA) + name)) {
      written.push_back(RandomGame(*ParseFen(line.fen), rng, 12));
      text += ToPgn(written.back());
    }
  }
  std::istringstream input(text);
  size_t next = 0;
  ReadPgn(
      input,
      [&](const PgnGame& game) {
        EXPECT_TRUE(game.start == written[next].start);
        EXPECT_EQ(game.moves.size(), written[next].moves.size());
        EXPECT_EQ(game.result, written[next].result);
        EXPECT_EQ(ToPgn(game), ToPgn(written[next]));
        ++next;
        return true;
      },
      [](const PgnError& error) {
        ADD_FAILURE() << error.line << ':' << error.column << ' ' << error.message;
        return true;
      });
  EXPECT_EQ(next, written.size());
}

// Whatever stands in a file, the reader ends and says where it stumbled.
TEST(Notation, ReadsScrambledPgnWithoutHarm) {
  Rng rng(6);
  const std::string good = ToPgn(RandomGame(Position::Start(), rng, 60));
  constexpr std::string_view kNoise = "[]{}();$%\"\\\n\r 1*-O=+x\x80\xFFKe4";
  for (int round = 0; round < 500; ++round) {
    std::string text = good + good;
    for (uint64_t n = 1 + rng.Below(8); n > 0; --n) {
      text[rng.Below(text.size())] = kNoise[rng.Below(kNoise.size())];
    }
    std::istringstream input(text);
    int seen = 0;
    ReadPgn(
        input, [&seen](const PgnGame& game) { return ToPgn(game).size() > 0 && ++seen < 100; },
        [&seen](const PgnError& error) { return error.line > 0 && ++seen < 100; });
    EXPECT_GT(seen, 0);
    EXPECT_LT(seen, 100);
  }
}

}  // namespace
}  // namespace rookery::chess

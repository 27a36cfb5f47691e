#include "tuner/fit/stockfish_binpack.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engine/chess/notation.h"
#include "tests/support/hex_bytes.h"
#include "tests/support/stockfish_binpack_bytes.h"

namespace rookery::fit {
namespace {

using test::ScoredMove;
using test::StockfishChunk;
using test::StockfishGame;

struct Reading {
  std::vector<LabelledPosition> positions;
  std::vector<std::string> faults;
  int64_t withheld = 0;
};

Reading Read(const std::string& bytes) {
  std::istringstream input(bytes);
  StockfishBinpack source(input);
  Reading reading;
  for (;;) {
    const auto found = source.Next();
    if (!found.ok()) {
      reading.faults.emplace_back(found.status().message());
    } else if (found->has_value()) {
      reading.positions.push_back(**found);
    } else {
      break;
    }
  }
  reading.withheld = source.withheld();
  return reading;
}

chess::Position At(std::string_view fen) { return chess::ParseFen(fen).value(); }

std::vector<ScoredMove> Moves(chess::Position position, const std::vector<ScoredMove>& scored,
                              std::string_view text) {
  std::vector<ScoredMove> moves = scored;
  std::istringstream words{std::string(text)};
  std::string word;
  for (size_t i = 0; words >> word; ++i) {
    if (moves.size() <= i) moves.push_back({});
    moves[i].move = chess::ParseUci(position, word).value();
    position.Play(moves[i].move);
  }
  return moves;
}

std::string StartGame(std::string_view moves) {
  const chess::Position start = chess::Position::Start();
  return StockfishGame(start, Moves(start, {}, moves), 1);
}

// As the format's own writer makes them (nnue-pytorch, commit 9f72946): en passant, castling both
// ways, a promotion, scores that wrap, 32002 as a score; a position without a move; a last move.
const std::string kWritten = test::HexBytes(
    "42494e5072000000"
    "91c200180000c091 ad0dc00011be0e000000000000000000 e4ac 012c 8026 0000 0005"
    "7b2137dbc3c0184fa79efe18"
    "0000000000040081 9a0b0000000000000000000000000000 0000 f9ff 407a 0000 0000"
    "0000000000048001 1a0f0000000000000000000000000000 4f1f 1f40 8079 0007 0000");

TEST(StockfishBinpack, ReadsWhatItsOwnWriterMade) {
  const Reading reading = Read(kWritten);
  EXPECT_TRUE(reading.faults.empty()) << reading.faults[0];
  EXPECT_EQ(reading.withheld, 1);
  struct Expected {
    std::string fen;
    int score;  // White's
    double result;
    uint64_t game;
  };
  const std::vector<Expected> expected = {
      {"r3k2r/1P4pp/8/3pP3/8/8/6PP/R3K2R w KQkq d6 0 20", 150, 1, 1},
      {"r3k2r/1P4pp/3P4/8/8/8/6PP/R3K2R b KQkq - 0 20", 163, 1, 1},
      {"r4rk1/1P4pp/3P4/8/8/8/6PP/2KR3R b - - 2 21", 32002, 1, 1},
      {"r4rk1/1P5p/3P4/6p1/8/8/6PP/2KR3R w - - 0 22", 31000, 1, 1},
      {"N4rk1/7p/3P4/6p1/8/8/6PP/2KR3R b - - 0 22", 31500, 1, 1},
      {"8/8/8/8/8/2k5/8/K6q w - - 0 62", -32000, 0, 2},
      {"8/8/8/8/8/2k5/7p/K7 b - - 7 61", -4000, 0, 3},
  };
  ASSERT_EQ(reading.positions.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(chess::ToFen(reading.positions[i].position), expected[i].fen);
    EXPECT_EQ(reading.positions[i].score_cp, expected[i].score);
    EXPECT_EQ(reading.positions[i].result, expected[i].result);
    EXPECT_EQ(reading.positions[i].game, expected[i].game);
  }
}

TEST(StockfishBinpack, ReadsRandomGamesAsASlowTwinWritesThem) {
  const chess::Position starts[] = {chess::Position::Start(),
                                    At("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 3 11"),
                                    At("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
                                    At("k7/3PPPP1/8/8/8/8/1pppp3/7K w - - 99 70")};
  Rng rng(8);
  std::string games;
  std::string file;
  std::vector<LabelledPosition> expected;
  for (uint64_t game = 1; game <= 40; ++game) {
    chess::Position position = starts[game % std::size(starts)];
    const std::vector<ScoredMove> moves = test::RandomMoves(position, 1 + rng.Below(150), rng);
    const int result = static_cast<int>(rng.Below(3)) - 1;  // White's
    const bool black = position.side() == chess::Color::kBlack;
    games += StockfishGame(position, moves, black ? -result : result);
    for (const ScoredMove& played : moves) {
      const bool black_moves = position.side() == chess::Color::kBlack;
      expected.push_back(
          {position, 0.5 + 0.5 * result, black_moves ? -played.score : played.score, game});
      position.Play(played.move);
    }
    if (game % 7 != 0) continue;
    file += StockfishChunk(games);
    games.clear();
  }
  const Reading reading = Read(file + StockfishChunk(games));
  ASSERT_TRUE(reading.faults.empty()) << reading.faults[0];
  std::erase_if(expected, [](const LabelledPosition& one) { return one.score_cp == 32002; });
  ASSERT_EQ(reading.positions.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(reading.positions[i].position, expected[i].position) << i;
    ASSERT_EQ(reading.positions[i].score_cp, expected[i].score_cp) << i;
    ASSERT_EQ(reading.positions[i].result, expected[i].result) << i;
    ASSERT_EQ(reading.positions[i].game, expected[i].game) << i;
  }
}

// Two bare kings: a move takes 7 bits from a corner and 8 from an edge, so that the last one's lie
// whole in the byte in which the one before it ends.
TEST(StockfishBinpack, ReadsALastMoveThatNeedsNoByteOfItsOwn) {
  const chess::Position kings = At("7k/8/8/8/8/8/8/K7 w - - 0 1");
  std::string moves = "a1b1";
  for (int i = 0; i < 4; ++i) moves += " h8g8 b1a1 g8h8 a1b1";
  const std::string game = StockfishGame(kings, Moves(kings, {}, moves), 0);
  ASSERT_EQ(game.size(), 34u + 15u);
  const Reading reading = Read(StockfishChunk(game) + StockfishChunk(game));
  EXPECT_TRUE(reading.faults.empty()) << reading.faults[0];
  EXPECT_EQ(reading.positions.size(), 2u * 17u);
}

TEST(StockfishBinpack, KeepsWhatStoodBeforeACut) {
  const Reading whole = Read(kWritten);
  for (size_t size = 1; size < kWritten.size(); ++size) {
    const Reading cut = Read(kWritten.substr(0, size));
    ASSERT_EQ(cut.faults.size(), 1u) << size;
    ASSERT_LE(cut.positions.size(), whole.positions.size());
    for (size_t i = 0; i < cut.positions.size(); ++i) {
      ASSERT_EQ(cut.positions[i].position, whole.positions[i].position) << size;
      ASSERT_EQ(cut.positions[i].score_cp, whole.positions[i].score_cp) << size;
    }
  }
}

TEST(StockfishBinpack, EndsWhateverBitIsWrong) {
  for (size_t i = 0; i < 8 * kWritten.size(); ++i) {
    std::string bytes = kWritten;
    bytes[i / 8] = static_cast<char>(bytes[i / 8] ^ 1 << i % 8);
    EXPECT_LE(Read(bytes).faults.size(), 4u) << i;
  }
}

TEST(StockfishBinpack, SaysWhereAChunkIsNone) {
  EXPECT_EQ(Read(StockfishChunk("") + "BINQ    and more").faults,
            std::vector<std::string>{"byte 8: a chunk begins with 'BINP'; there is 42 49 4e 51"});
  EXPECT_EQ(Read("BINP").faults,
            std::vector<std::string>{"byte 0: 4 bytes at the end; a chunk begins with 8"});
  EXPECT_EQ(Read(test::HexBytes("42494e50 01004006") + "x").faults,
            std::vector<std::string>{
                "byte 4: a chunk of 104857601 bytes; at most 104857600 are allowed"});
  EXPECT_EQ(
      Read(StockfishChunk(StartGame("e2e4") + std::string(33, 'x'))).faults,
      std::vector<std::string>{"byte 42: 33 bytes at the chunk's end; a game begins with 34"});
}

// A broken game hides what follows in its chunk, a broken position that stands alone nothing.
TEST(StockfishBinpack, GoesOnBehindAFaultWhereItCan) {
  std::string alone = StartGame("e2e4");
  alone[25] = static_cast<char>(0xFF);  // the move's lower byte
  Reading reading = Read(StockfishChunk(alone + StartGame("d2d4 d7d5")));
  ASSERT_EQ(reading.faults.size(), 1u);
  EXPECT_EQ(reading.faults[0],
            "byte 8: move e2h8 (kind 0) isn't legal in " + std::string(chess::kStartFen));
  EXPECT_EQ(reading.positions.size(), 2u);
  EXPECT_EQ(reading.positions[0].game, 2u);

  std::string broken = StartGame("e2e4 e7e5 g1f3");
  broken[34] = static_cast<char>(0x80);  // the ninth piece, a rook that is shut in
  reading = Read(StockfishChunk(broken + StartGame("d2d4")) + StockfishChunk(StartGame("c2c4")));
  ASSERT_EQ(reading.faults.size(), 1u);
  EXPECT_EQ(reading.faults[0],
            "byte 42: a piece that can't move; the rest of its chunk can't be read");
  EXPECT_EQ(reading.positions.size(), 2u);
}

TEST(StockfishBinpack, RefusesMovesThatThereAreNot) {
  const auto fault = [](std::string_view fen, std::string_view first, const std::string& bits) {
    const chess::Position position = At(fen);
    std::string game = StockfishGame(position, Moves(position, {}, first), 0);
    game[33] = 1;  // a move follows
    const Reading reading = Read(StockfishChunk(game + bits));
    EXPECT_EQ(reading.positions.size(), 1u);
    return reading.faults.empty() ? "none" : reading.faults[0];
  };
  const std::string lost = "; the rest of its chunk can't be read";
  EXPECT_EQ(fault("4k3/8/8/8/8/8/4PP2/4K3 b - - 0 1", "e8e7", "\xC0"),
            "byte 42: choice 3 of 3; 0 to 2 are allowed" + lost);
  EXPECT_EQ(fault("4k3/4r3/8/8/8/8/4R3/4K3 b - - 0 1", "e8d8", {'\x80', '\0'}),
            "byte 42: move e2a2 isn't legal in 3k4/4r3/8/8/8/8/4R3/4K3 w - - 1 2" + lost);
  EXPECT_EQ(fault("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8d8", "\x1F\xFF\xFF"),
            "byte 42: a score of more than 16 bits" + lost);
}

TEST(StockfishBinpack, RefusesWhatItsGamesCannotHold) {
  const auto fault = [](const std::string& game) {
    const Reading reading = Read(StockfishChunk(game));
    return reading.faults.empty() ? "none" : reading.faults[0];
  };
  const chess::Position moved = At("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const std::string rook = StockfishGame(moved, {}, 0);
  std::string shifted = rook;
  shifted[7] = 0x20 | 0x10;  // the rook on f1
  EXPECT_EQ(fault(shifted),
            "byte 8: a rook on f1 that may castle; only rooks in their corners can");
  EXPECT_EQ(fault(StockfishGame(At("4k3/8/8/8/8/8/8/3K3R w K - 0 1"), {}, 0)),
            "byte 8: castling with a king that isn't on the e-file");
  std::string result = rook;
  result[28] = static_cast<char>(0xC0);
  EXPECT_EQ(fault(result), "byte 8: result -2; -1, 0 and 1 are allowed");
  std::string pawn = StockfishGame(At("4k3/8/8/8/8/P7/8/4K3 w - - 0 1"), {}, 0);
  pawn[8] = static_cast<char>(0xCA);
  EXPECT_EQ(fault(pawn),
            "byte 8: a pawn on a3 that has just moved two; the fourth and fifth rank can");
  std::string moves = StartGame("e2e4");
  moves[32] = 0x7F;
  EXPECT_EQ(fault(moves),
            "byte 8: a game of 32512 moves; at most 10000 are allowed; the rest of its chunk can't "
            "be read");
  std::string crowd = StartGame("e2e4");
  for (size_t i = 0; i < 8; ++i) crowd[i] = static_cast<char>(0xFF);
  EXPECT_EQ(fault(crowd), "byte 8: more than 32 pieces");
}

}  // namespace
}  // namespace rookery::fit

#include "tuner/fit/monty_binpack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "engine/chess/notation.h"
#include "tests/support/hex_bytes.h"
#include "tests/support/monty_binpack_bytes.h"

namespace rookery::fit {
namespace {

using test::HexBytes;
using test::MontyGame;
using test::ScoredMove;

struct Reading {
  std::vector<LabelledPosition> positions;
  std::vector<std::string> faults;
};

Reading Read(const std::string& bytes, MontyKind kind) {
  std::istringstream input(bytes);
  MontyBinpack source(input, kind);
  Reading reading;
  for (;;) {
    const auto found = source.Next();
    if (!found.ok()) {
      reading.faults.emplace_back(found.status().message());
    } else if (found->has_value()) {
      reading.positions.push_back(**found);
    } else {
      return reading;
    }
  }
}

struct Expected {
  std::string fen;
  int score;  // White's
  double result;
  uint64_t game;
};

void ExpectPositions(const Reading& reading, const std::vector<Expected>& expected) {
  EXPECT_TRUE(reading.faults.empty()) << reading.faults[0];
  ASSERT_EQ(reading.positions.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(chess::ToFen(reading.positions[i].position), expected[i].fen);
    EXPECT_EQ(reading.positions[i].score_cp, expected[i].score);
    EXPECT_EQ(reading.positions[i].result, expected[i].result);
    EXPECT_EQ(reading.positions[i].game, expected[i].game);
  }
}

// As the format's own writer makes them (montyformat 0.9.2): en passant, castling both ways, a
// promotion with a capture; a second game of one move.
const std::string kValueFile = HexBytes(
    "000000000800c091 9100000000000091 1000000000000010 00c000001800c200"
    "00 2b 0f 00 1400 00070007 02 b5929600 e2f35dff 23100080 61daff7f 8cc70000 84f7ffff 00000000"
    "0080040000000000 0100040000000000 0100040000000000 0080000000000000"
    "01 00 00 07 3d00 00070007 00 7b3ca00f 00000000");

TEST(MontyBinpack, ReadsValuesAsItsOwnWriterMadeThem) {
  ExpectPositions(Read(kValueFile, MontyKind::kValue),
                  {{"r3k2r/1P4pp/8/3pP3/8/8/6PP/R3K2R w KQkq d6 0 20", 150, 1, 1},
                   {"r3k2r/1P4pp/3P4/8/8/8/6PP/R3K2R b KQkq - 0 20", -163, 1, 1},
                   {"r4rk1/1P4pp/3P4/8/8/8/6PP/R3K2R w KQ - 1 21", -32768, 1, 1},
                   {"r4rk1/1P4pp/3P4/8/8/8/6PP/2KR3R b - - 2 21", 32767, 1, 1},
                   {"r4rk1/1P5p/3P4/6p1/8/8/6PP/2KR3R w - - 0 22", 0, 1, 1},
                   {"N4rk1/7p/3P4/6p1/8/8/6PP/2KR3R b - - 0 22", -1, 1, 1},
                   {"8/8/8/8/8/2k5/7p/K7 b - - 7 61", 4000, 0, 2}});
}

TEST(MontyBinpack, TakesFourZerosForTheCornersFiles) {
  std::string bytes = kValueFile;
  bytes.replace(38, 4, 4, '\0');
  const Reading reading = Read(bytes, MontyKind::kValue);
  EXPECT_TRUE(reading.faults.empty()) << reading.faults[0];
  EXPECT_EQ(reading.positions.size(), 7u);
}

// Of the same writer in Chess960: castling with rooks on b and g, a move without visits, chances of
// 0, 1 and three quarters.
const std::string kPolicyFile = HexBytes(
    "0000000000004012 5200000000000012 1000000000000010 0080000000004000"
    "00 00 0e 03 1400 01060107 01"
    "6210 ffbf 1b 476b8fb3d6fa1f426624a8294dcc7094b8add1f51a3d61858adbff"
    "a3f3 0000 10 b894dbff24476b8fb3d6fa1f294d4270"
    "f13d ffff 00"
    "e0da ffbf 0f 9470294db8dbff24476b8fb3d6fa1f"
    "0000");

TEST(MontyBinpack, ReadsVisitsAsItsOwnWriterMadeThem) {
  ExpectPositions(Read(kPolicyFile, MontyKind::kPolicy),
                  {{"1r2k3/6p1/8/8/8/8/7P/1R2K1R1 w KQq - 3 20", 439, 0.5, 1},
                   {"1r2k3/6p1/8/8/8/8/7P/1R3RK1 b q - 4 20", kCertainScore, 0.5, 1},
                   {"2kr4/6p1/8/8/8/8/7P/1R3RK1 w - - 5 21", kCertainScore, 0.5, 1},
                   {"2kr4/6p1/8/8/7P/8/8/1R3RK1 b - - 0 21", -439, 0.5, 1}});
}

int ScoreOfChance(double chance) {
  if (chance == 0 || chance == 1) return chance == 0 ? -kCertainScore : kCertainScore;
  return static_cast<int>(std::lround(-400 * std::log(1 / chance - 1)));
}

TEST(MontyBinpack, ReadsRandomGamesAsASlowTwinWritesThem) {
  const char* const starts[] = {
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "k7/3PPPP1/8/8/8/8/1pppp3/7K w - - 99 70",
      "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1",
      "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w CAca - 0 1",
      "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/R5KR b HAhb - 4 9",
  };
  for (const MontyKind kind : {MontyKind::kValue, MontyKind::kPolicy}) {
    Rng rng(9);
    std::string file;
    std::vector<LabelledPosition> expected;
    for (uint64_t game = 1; game <= 30; ++game) {
      chess::Position position = chess::ParseFen(starts[game % std::size(starts)]).value();
      const std::vector<ScoredMove> moves = test::RandomMoves(position, rng.Below(120), rng);
      const int halves = static_cast<int>(rng.Below(3));
      file += MontyGame(position, moves, halves, kind);
      for (const ScoredMove& played : moves) {
        int score = played.score;
        if (kind == MontyKind::kPolicy) {
          score = ScoreOfChance(static_cast<uint16_t>(played.score) / 65535.0);
          if (position.side() == chess::Color::kBlack) score = -score;
        }
        expected.push_back({position, 0.5 * halves, score, game});
        position.Play(played.move);
      }
    }
    const Reading reading = Read(file, kind);
    ASSERT_TRUE(reading.faults.empty()) << reading.faults[0];
    ASSERT_EQ(reading.positions.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(reading.positions[i].position, expected[i].position) << i;
      ASSERT_EQ(reading.positions[i].result, expected[i].result) << i;
      ASSERT_EQ(reading.positions[i].game, expected[i].game) << i;
      ASSERT_NEAR(*reading.positions[i].score_cp, *expected[i].score_cp, 1) << i;
    }
  }
}

TEST(MontyBinpack, KeepsWhatStoodBeforeACut) {
  for (const auto& [file, kind] :
       {std::pair(kValueFile, MontyKind::kValue), std::pair(kPolicyFile, MontyKind::kPolicy)}) {
    const Reading whole = Read(file, kind);
    for (size_t size = 1; size < file.size(); ++size) {
      const Reading cut = Read(file.substr(0, size), kind);
      ASSERT_LE(cut.positions.size(), whole.positions.size());
      if (cut.faults.empty()) {
        EXPECT_EQ(file.substr(size - 4, 4), std::string(4, '\0')) << size;
      } else {
        EXPECT_NE(cut.faults[0].find("the file ends within a game"), std::string::npos);
      }
      for (size_t i = 0; i < cut.positions.size(); ++i) {
        ASSERT_EQ(cut.positions[i].position, whole.positions[i].position) << size;
      }
    }
  }
}

TEST(MontyBinpack, EndsWhateverBitIsWrong) {
  for (const auto& [file, kind] :
       {std::pair(kValueFile, MontyKind::kValue), std::pair(kPolicyFile, MontyKind::kPolicy)}) {
    for (size_t i = 0; i < 8 * file.size(); ++i) {
      std::string bytes = file;
      bytes[i / 8] = static_cast<char>(bytes[i / 8] ^ 1 << i % 8);
      EXPECT_LE(Read(bytes, kind).faults.size(), 4u) << i;
    }
  }
}

// The byte of the first game's head or moves, what it becomes, and what is said of it.
struct Spoilt {
  size_t at;
  int value;
  std::string fault;
};

TEST(MontyBinpack, SaysWhatIsWrongAndGoesOnWithTheNextGame) {
  const std::string first = "r3k2r/1P4pp/8/3pP3/8/8/6PP/R3K2R w KQkq d6 0 20";
  const std::string second = "r3k2r/1P4pp/3P4/8/8/8/6PP/R3K2R b KQkq - 0 20";
  const std::vector<Spoilt> cases = {
      {0, 0x02, "byte 0: no piece stands for what is kept of b1"},
      {32, 2, "byte 0: mover 2; 0 and 1 are allowed"},
      {33, 64, "byte 0: en-passant square 64; 0 to 63 are allowed"},
      {34, 16, "byte 0: castling 16; 0 to 15 are allowed"},
      {39, 8, "byte 0: a rook's file 8; 0 to 7 are allowed"},
      {42, 3, "byte 0: result 3; 0, 1 and 2 are allowed"},
      {43, 0xB0, "byte 43: move e5d6 (kind 0) isn't legal in " + first},
      {43, 0xB6, "byte 43: move e5d6 (kind 6) isn't legal in " + first},
      {47, 0xE0, "byte 47: move e8g8 (kind 0) isn't legal in " + second},
      {47, 0xE3, "byte 47: move e8g8 (kind 3) isn't legal in " + second},
      {47, 0xD2, "byte 47: move e8f8 (kind 2) isn't legal in " + second},
      {48, 0xF7, "byte 47: move f8g8 (kind 2) isn't legal in " + second},
  };
  for (const Spoilt& spoilt : cases) {
    std::string bytes = kValueFile;
    bytes[spoilt.at] = static_cast<char>(spoilt.value);
    const Reading reading = Read(bytes, MontyKind::kValue);
    EXPECT_EQ(reading.faults, std::vector<std::string>{spoilt.fault}) << spoilt.at;
    const size_t before = spoilt.at < 47 ? 0 : 1;
    ASSERT_EQ(reading.positions.size(), before + 1) << spoilt.at;
    EXPECT_EQ(reading.positions.back().game, 2u);
  }
}

TEST(MontyBinpack, CountsTheVisits) {
  const chess::Position start = chess::Position::Start();
  Rng rng(1);
  const std::string good =
      MontyGame(start, test::RandomMoves(start, 3, rng), 1, MontyKind::kPolicy);
  std::string bad = good;
  bad[43 + 5 + 4] = 19;  // of the second move
  bad.erase(bad.begin() + 43 + 5 + 5);
  const Reading reading = Read(bad + good, MontyKind::kPolicy);
  ASSERT_EQ(reading.faults.size(), 1u);
  EXPECT_EQ(reading.faults[0].substr(0, 44), "byte 48: visits of 19 moves; there are 20 in");
  EXPECT_EQ(reading.positions.size(), 1u + 3u);
}

TEST(MontyBinpack, RefusesAGameWithoutAnEnd) {
  const chess::Position start = chess::Position::Start();
  std::vector<ScoredMove> moves;
  chess::Position position = start;
  for (int i = 0; i < kMostGamePlies + 1; ++i) {
    const char* const round[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    moves.push_back({chess::ParseUci(position, round[i % 4]).value(), 0});
    position.Play(moves.back().move);
  }
  const std::string endless = MontyGame(start, moves, 1, MontyKind::kValue);
  moves.resize(2);
  const Reading reading =
      Read(endless + MontyGame(start, moves, 1, MontyKind::kValue), MontyKind::kValue);
  EXPECT_EQ(reading.faults,
            std::vector<std::string>{"byte 40043: more than 10000 moves in a game"});
  EXPECT_EQ(reading.positions.size(), size_t{kMostGamePlies} + 2);
}

}  // namespace
}  // namespace rookery::fit

#include "tuner/fit/position_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "absl/status/status.h"
#include "engine/chess/notation.h"
#include "tests/support/hex_bytes.h"
#include "tests/support/monty_binpack_bytes.h"
#include "tests/support/stockfish_binpack_bytes.h"
#include "tests/support/temp_path.h"

namespace rookery::fit {
namespace {

using test::HexBytes;

constexpr std::string_view kFen = "4k3/8/8/8/8/8/4P3/4K3 w - -";

// A file that goes with the test.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& content)
      : path_(rookery::testing::TempPath(name)) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Reading {
  absl::StatusOr<ReadSummary> summary = absl::UnknownError("");
  std::vector<LabelledPosition> positions;
};

Reading Read(const std::vector<std::string>& files, const ReadOptions& options = {}) {
  Reading reading;
  reading.summary = ReadPositions(files, options, [&reading](const LabelledPosition& found) {
    reading.positions.push_back(found);
    return absl::OkStatus();
  });
  return reading;
}

std::string Line(const std::string& rest) { return std::string(kFen) + " " + rest + "\n"; }

TEST(PositionReader, TellsGamesOfDifferentFilesApart) {
  const TemporaryFile a(
      "a", "# head\n" + Line(R"(c9 "1-0"; id "1.1";)") + Line(R"(c9 "1-0"; id "1.2";)"));
  const TemporaryFile b("b", Line(R"(c9 "0-1"; id "1.1";)"));
  const Reading reading = Read({a.path(), b.path()});
  ASSERT_TRUE(reading.summary.ok()) << reading.summary.status();
  ASSERT_EQ(reading.positions.size(), 3);
  EXPECT_EQ(reading.positions[0].game, reading.positions[1].game);
  EXPECT_NE(reading.positions[0].game, reading.positions[2].game);
  EXPECT_TRUE(reading.summary->games_known);
}

TEST(PositionReader, TakesBlocksOfLinesForGamesWhereNoneAreNamed) {
  std::string text;
  for (uint64_t i = 0; i < 3 * kBlock; ++i) text += Line("[0.5]");
  const TemporaryFile file("blocks", text);
  const Reading reading = Read({file.path()});
  ASSERT_TRUE(reading.summary.ok());
  EXPECT_FALSE(reading.summary->games_known);
  EXPECT_EQ(reading.positions[1].game, reading.positions[kBlock - 2].game);
  EXPECT_NE(reading.positions[0].game, reading.positions[2 * kBlock].game);
}

TEST(PositionReader, NamesFileAndLineOfEachFault) {
  const TemporaryFile file("faults", Line("[0.5]") + Line("[7]") + Line("[0.5]") + "rubbish\n" +
                                         std::string(10'000, 'x') + "\n" + Line("[1.0]"));
  const Reading reading = Read({file.path()});
  ASSERT_TRUE(absl::IsInvalidArgument(reading.summary.status()));
  const std::string message(reading.summary.status().message());
  EXPECT_NE(message.find(file.path() + ":2: result '[7]'"), std::string::npos) << message;
  EXPECT_NE(message.find(file.path() + ":4: "), std::string::npos) << message;
  EXPECT_NE(message.find(file.path() + ":5: a line of more than"), std::string::npos) << message;
  EXPECT_NE(message.find("3 faulty lines"), std::string::npos) << message;
}

TEST(PositionReader, GoesOnAfterFaultsWhenAsked) {
  const TemporaryFile file("skipped", Line("[7]") + std::string(10'000, 'x') + "\n" +
                                          Line("[1.0]") + std::string(kFen) + " [0.0]");
  const Reading reading = Read({file.path()}, {.skip_faulty = true});
  ASSERT_TRUE(reading.summary.ok());
  EXPECT_EQ(reading.summary->faulty, 2);
  EXPECT_EQ(reading.summary->positions, 2);
  EXPECT_NE(reading.summary->first_fault.find(":1: "), std::string::npos);
}

TEST(PositionReader, StopsAtTooManyFaults) {
  std::string text;
  for (int i = 0; i < 10 * kMostFaults; ++i) text += "rubbish\n";
  const TemporaryFile file("many", text);
  const Reading reading = Read({file.path()});
  EXPECT_NE(reading.summary.status().message().find("20 faulty lines, reading ended there"),
            std::string::npos);
}

TEST(PositionReader, TellsOfARecordThatIsCutOff) {
  const TemporaryFile file("binary", std::string(40, '\0'));
  const Reading reading = Read({file.path()}, {.format = Format::kBullet});
  const std::string message(reading.summary.status().message());
  EXPECT_NE(message.find(":2: a record of 8 bytes"), std::string::npos) << message;
}

TEST(PositionReader, TellsOfAFileThatIsNotThere) {
  EXPECT_TRUE(absl::IsNotFound(Read({"/nowhere/positions.epd"}).summary.status()));
  EXPECT_TRUE(absl::IsInvalidArgument(Read({::testing::TempDir()}).summary.status()));
  EXPECT_TRUE(absl::IsInvalidArgument(Read({}).summary.status()));
}

// The example in viriformat's specification (crate viriformat 3.0.0): White wins, five moves. Its
// text prints the pieces' nibbles the other way round than programs write them.
const std::string kViriStart =
    HexBytes("ffff00000000ffff 16422561 00000000 88888888 9ecaade9 40000100 00000200");
const std::string kViriGame =
    kViriStart + HexBytes("0c070a00 34091400 c309e2ff 3c0dff7f 2709ff7f 00000000");

std::string ViriMoveBytes(int from, int to, int promotion = 0, int kind = 0) {
  const int bits = from | to << 6 | promotion << 12 | kind << 14;
  return {static_cast<char>(bits & 255), static_cast<char>(bits >> 8), 0, 0};
}

TEST(PositionReader, ReadsWholeGamesOfViriformat) {
  // 1. e4 d5 2. e5 f5 3. exf6 (en passant) Kf7 4. Nf3 exf6 ... up to castling and a promotion.
  const std::string moves =
      ViriMoveBytes(12, 28) + ViriMoveBytes(51, 35) + ViriMoveBytes(28, 36) +
      ViriMoveBytes(53, 37) + ViriMoveBytes(36, 45, 0, 1) + ViriMoveBytes(57, 42) +
      ViriMoveBytes(45, 54) + ViriMoveBytes(62, 45) + ViriMoveBytes(54, 63, 3, 3) +
      ViriMoveBytes(58, 30) + ViriMoveBytes(6, 21) + ViriMoveBytes(59, 43) + ViriMoveBytes(5, 12) +
      ViriMoveBytes(60, 56, 0, 2) + ViriMoveBytes(4, 7, 0, 2) + ViriMoveBytes(48, 40);
  const TemporaryFile file("viri", kViriGame + kViriStart + moves + std::string(4, '\0'));
  const Reading reading = Read({file.path()}, {.format = Format::kViri});
  ASSERT_TRUE(reading.summary.ok()) << reading.summary.status();
  ASSERT_EQ(reading.positions.size(), 5u + 16u);
  EXPECT_EQ(reading.positions[0].position, chess::Position::Start());
  EXPECT_EQ(reading.positions[0].score_cp, 10);
  EXPECT_EQ(reading.positions[2].score_cp, -30);
  EXPECT_EQ(reading.positions[4].result, 1);
  EXPECT_EQ(chess::ToFen(reading.positions[4].position),
            "rnbq1bnr/ppppkppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQ - 2 3");
  EXPECT_EQ(reading.positions[0].game, reading.positions[4].game);
  EXPECT_NE(reading.positions[4].game, reading.positions[5].game);
  EXPECT_TRUE(reading.summary->games_known);
  EXPECT_EQ(chess::ToFen(reading.positions.back().position),
            "2kr1b1Q/ppp1p2p/2nq1n2/3p4/6b1/5N2/PPPPBPPP/RNBQ1RK1 b - - 6 8");
}

TEST(PositionReader, SaysWhichGameOfViriformatIsFaulty) {
  const std::string illegal = kViriStart + ViriMoveBytes(12, 28) + ViriMoveBytes(12, 28) +
                              ViriMoveBytes(1, 18) + std::string(4, '\0');
  const TemporaryFile file("viri", kViriGame + illegal + kViriGame + kViriGame.substr(0, 44));
  const Reading reading = Read({file.path()}, {.format = Format::kViri});
  const std::string faults(reading.summary.status().message());
  EXPECT_NE(faults.find(":2: move 2: "), std::string::npos) << faults;
  EXPECT_NE(faults.find(":4: the file ends within a game"), std::string::npos) << faults;
  EXPECT_EQ(reading.positions.size(), 5u + 1u + 5u + 3u);
  const Reading skipped = Read({file.path()}, {.format = Format::kViri, .skip_faulty = true});
  EXPECT_EQ(skipped.summary->faulty, 2);
}

TEST(PositionReader, TakesEachChainOfABinpackForAGame) {
  const chess::Position start = chess::Position::Start();
  const auto game = [&start](uint64_t seed, int score) {
    Rng rng(seed);
    std::vector<test::ScoredMove> moves = test::RandomMoves(start, 3, rng);
    for (test::ScoredMove& played : moves) played.score = score;
    return test::StockfishGame(start, moves, 0);
  };
  const std::string broken = game(3, 0).substr(0, 34) + std::string(1, '\0');
  const TemporaryFile file("binpack", test::StockfishChunk(game(1, 10) + game(2, 32002)) +
                                          test::StockfishChunk(broken) +
                                          test::StockfishChunk(game(4, 20)));
  const Reading stopped = Read({file.path()}, {.format = Format::kStockfish});
  const std::string faults(stopped.summary.status().message());
  EXPECT_NE(faults.find(":3: byte "), std::string::npos) << faults;
  const Reading reading =
      Read({file.path(), file.path()}, {.format = Format::kStockfish, .skip_faulty = true});
  ASSERT_TRUE(reading.summary.ok());
  EXPECT_EQ(reading.summary->positions, 2 * (3 + 1 + 3));
  EXPECT_EQ(reading.summary->withheld, 2 * 3);
  EXPECT_EQ(reading.summary->faulty, 2);
  EXPECT_TRUE(reading.summary->games_known);
  EXPECT_EQ(reading.positions[0].game, reading.positions[2].game);
  EXPECT_NE(reading.positions[2].game, reading.positions[3].game);
  EXPECT_NE(reading.positions[0].game, reading.positions[7].game);
}

TEST(PositionReader, TellsOfABinpackThatIsNone) {
  const TemporaryFile file("none", "no binpack");
  const Reading reading = Read({file.path()}, {.format = Format::kStockfish});
  const std::string faults(reading.summary.status().message());
  EXPECT_NE(faults.find(":1: byte 0: a chunk begins with 'BINP'"), std::string::npos) << faults;
}

TEST(PositionReader, ReadsBothKindsOfMontysBinpack) {
  const chess::Position start = chess::Position::Start();
  Rng rng(4);
  const std::vector<test::ScoredMove> moves = test::RandomMoves(start, 5, rng);
  for (const auto& [format, kind] : {std::pair(Format::kMontyValue, MontyKind::kValue),
                                     std::pair(Format::kMontyPolicy, MontyKind::kPolicy)}) {
    const std::string game = test::MontyGame(start, moves, 2, kind);
    const TemporaryFile file("monty", game + game + game.substr(0, 60));
    const Reading reading = Read({file.path()}, {.format = format, .skip_faulty = true});
    ASSERT_TRUE(reading.summary.ok());
    EXPECT_GE(reading.summary->positions, 10);
    EXPECT_NE(reading.summary->first_fault.find(":3: byte "), std::string::npos);
    EXPECT_TRUE(reading.summary->games_known);
    EXPECT_EQ(reading.positions[0].game, reading.positions[4].game);
    EXPECT_NE(reading.positions[4].game, reading.positions[5].game);
  }
}

}  // namespace
}  // namespace rookery::fit

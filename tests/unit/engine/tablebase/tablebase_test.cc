#include "engine/tablebase/tablebase.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/rng.h"
#include "base/status.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/tablebase/table_file.h"
#include "tests/support/temp_path.h"

namespace rookery::tablebase {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<const Tablebase> Tables() {
  auto tables = Tablebase::Open(ROOKERY_SYZYGY);
  EXPECT_TRUE(tables.ok()) << tables.status();
  return *std::move(tables);
}

std::optional<Wdl> Probe(const Tablebase& tables, const std::string& fen) {
  return tables.ProbeWdl(*chess::ParseFen(fen));
}

TEST(Tablebase, KnowsWhoWinsThreeMen) {
  const auto tables = Tables();
  EXPECT_EQ(tables->most_men(), 3);
  EXPECT_EQ(Probe(*tables, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), Wdl::kWin);
  EXPECT_EQ(Probe(*tables, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), Wdl::kDraw);
  EXPECT_EQ(Probe(*tables, "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"), Wdl::kWin);  // colours exchanged
  EXPECT_EQ(Probe(*tables, "8/8/8/8/8/k7/p7/K7 w - - 0 1"), Wdl::kDraw);    // a rook's pawn
  EXPECT_EQ(Probe(*tables, "7k/8/8/8/8/8/8/KQ6 b - - 0 1"), Wdl::kLoss);
  EXPECT_EQ(Probe(*tables, "k7/1Q6/8/8/8/8/8/7K b - - 0 1"), Wdl::kDraw);  // it is taken
  EXPECT_EQ(Probe(*tables, "k7/2Q5/8/8/8/8/8/7K b - - 0 1"), Wdl::kDraw);  // stalemate
  EXPECT_EQ(Probe(*tables, "7k/8/8/8/8/8/8/K7 w - - 0 1"), Wdl::kDraw);
}

TEST(Tablebase, SaysNothingOfWhatIsInNoTable) {
  const auto tables = Tables();
  EXPECT_EQ(Probe(*tables, std::string(chess::kStartFen)), std::nullopt);
  EXPECT_EQ(Probe(*tables, "7k/8/8/8/8/8/8/KQ6 b - - 3 1"), std::nullopt);  // a clock that runs
  EXPECT_EQ(Probe(*tables, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), std::nullopt);
  EXPECT_EQ(Probe(*tables, "7k/8/8/8/8/8/8/KB6 b - - 0 1"), std::nullopt);
}

// Two kings and a queen, rook or pawn of either side; not always a legal position.
std::string RandomThreeMen(Rng& rng) {
  std::string board(64, ' ');
  for (const char man : {'K', 'k', "QqRrPp"[rng.Below(6)]}) {
    size_t square = rng.Below(64);
    while (board[square] != ' ') square = rng.Below(64);
    board[square] = man;
  }
  std::string fen;
  int empty = 0;
  for (size_t square = 0; square < 64; ++square) {
    const bool end = square % 8 == 7;
    if (board[square] == ' ') ++empty;
    if (empty > 0 && (board[square] != ' ' || end)) fen += std::to_string(std::exchange(empty, 0));
    if (board[square] != ' ') fen += board[square];
    if (end && square < 63) fen += '/';
  }
  return fen + (rng.Below(2) == 0 ? " w" : " b") + " - - 0 1";
}

// Each position is worth what the best of its moves leads to.
TEST(Tablebase, AgreesWithTheMovesOfThePieces) {
  const auto tables = Tables();
  Rng rng(5);
  int checked = 0;
  for (int tries = 0; checked < 400; ++tries) {
    ASSERT_LT(tries, 20'000);
    const auto position = chess::ParseFen(RandomThreeMen(rng));
    if (!position.ok()) continue;
    chess::MoveList moves;
    chess::GenerateLegal(*position, moves);
    if (moves.empty()) continue;
    int best = -2;
    bool known = true;
    for (const chess::Move move : moves) {
      chess::Position next = *position;
      next.Play(move);
      std::string fen = chess::ToFen(next);
      fen = fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1)) + " 0 1";
      const auto after = Probe(*tables, fen);
      known = known && after.has_value();  // a bishop or knight is in no table here
      if (after.has_value()) best = std::max(best, -static_cast<int>(*after));
    }
    if (!known && best < 2) continue;
    const auto wdl = tables->ProbeWdl(*position);
    ASSERT_TRUE(wdl.has_value()) << chess::ToFen(*position);
    EXPECT_EQ(static_cast<int>(*wdl), best) << chess::ToFen(*position);
    ++checked;
  }
}

TEST(Tablebase, RanksMovesOfTheRootByDistanceWhereItCan) {
  const auto tables = Tables();
  const auto queen = *chess::ParseFen("4k3/8/8/8/8/8/3Q4/4K3 w - - 7 20");
  const RankedRoot ranked = tables->RankRoot(queen, false, true);
  EXPECT_TRUE(ranked.by_distance);
  ASSERT_EQ(ranked.moves.size(), 26u);
  for (const RankedMove& one : ranked.moves) {
    const std::string uci = chess::ToUci(queen, one.move);
    EXPECT_EQ(one.rank > 0, uci != "d2d7" && uci != "d2d8") << uci;  // where it is lost
  }
  const RankedRoot pawn =
      tables->RankRoot(*chess::ParseFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), false, true);
  EXPECT_FALSE(pawn.by_distance);
  EXPECT_EQ(pawn.moves.size(), 6u);
  EXPECT_TRUE(tables->RankRoot(chess::Position::Start(), false, true).moves.empty());
}

TEST(Tablebase, IsOneAProcess) {
  const std::string other = testing::TempPath("tables");
  std::filesystem::create_directories(other);
  std::filesystem::copy(std::string(ROOKERY_SYZYGY) + "/KQvK.rtbw", other + "/KQvK.rtbw");
  {
    const auto tables = Tables();
    EXPECT_EQ(Tables(), tables);
    const absl::Status second = Tablebase::Open(other).status();
    EXPECT_EQ(second.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(Message(second), HasSubstr("are open in this process"));
  }
  const auto tables = Tablebase::Open(other);
  ASSERT_TRUE(tables.ok()) << tables.status();
  EXPECT_EQ(Probe(**tables, "7k/8/8/8/8/8/8/KQ6 b - - 0 1"), Wdl::kLoss);
  EXPECT_EQ(Probe(**tables, "7k/8/8/8/8/8/8/KR6 b - - 0 1"), std::nullopt);
}

TEST(Tablebase, RefusesFoldersWithoutTablesThatAreWhole) {
  const std::string folder = testing::TempPath("broken");
  std::filesystem::create_directories(folder);
  for (const std::string& path : {folder, folder + "/none", std::string("/dev/null")}) {
    const absl::Status status = Tablebase::Open(path).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << path;
    EXPECT_THAT(Message(status), HasSubstr("has no Syzygy tables"));
  }
  std::filesystem::copy(std::string(ROOKERY_SYZYGY) + "/KQvK.rtbw", folder + "/KQvK.rtbw");
  std::filesystem::resize_file(folder + "/KQvK.rtbw", 1000);
  const absl::Status cut = Tablebase::Open("/nowhere:" + folder).status();
  EXPECT_EQ(cut.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(Message(cut), HasSubstr("KQvK.rtbw: is no whole Syzygy table (1000 bytes, "));
  // Of a size that a table can have; and one that only begins like one.
  for (const uintmax_t size : {80, 1040, 32'848, 32'912}) {
    std::filesystem::remove(folder + "/KQvK.rtbw");
    std::filesystem::copy(std::string(ROOKERY_SYZYGY) + "/KQvK.rtbw", folder + "/KQvK.rtbw");
    if (size == 32'912) std::filesystem::resize_file(folder + "/KQvK.rtbw", 4);
    std::filesystem::resize_file(folder + "/KQvK.rtbw", size);
    const absl::Status bad = Tablebase::Open(folder).status();
    EXPECT_EQ(bad.code(), absl::StatusCode::kDataLoss) << size;
    EXPECT_THAT(Message(bad), HasSubstr("KQvK.rtbw: is no whole Syzygy table (")) << size;
  }
}

// Every bit of a table's head, index and sizes the other way: refused, or probed without harm. What
// its blocks hold is nobody's to check but the sum's.
TEST(Tablebase, NeverProbesWhatLeadsOutOfBounds) {
  std::vector<chess::Position> positions;
  Rng rng(3);
  while (positions.size() < 12) {
    if (auto one = chess::ParseFen(RandomThreeMen(rng)); one.ok()) positions.push_back(*one);
  }
  const std::string folder = testing::TempPath("changed");
  std::filesystem::create_directories(folder);
  const struct {
    const char* file;
    size_t head;
  } cases[] = {{"KQvK.rtbw", 102}, {"KQvK.rtbz", 128}, {"KPvK.rtbw", 390}};
  int opened = 0;
  for (const auto& [file, head] : cases) {
    for (const char* ending : {"rtbw", "rtbz"}) {  // distances are asked for after who wins
      std::filesystem::copy(fmt::format("{}/{:.4}.{}", ROOKERY_SYZYGY, file, ending), folder);
      if (file[0] == 'K' && file[1] == 'P') break;
    }
    const std::string path = folder + "/" + file;
    const std::string whole = *ReadFile(path, 1 << 20);
    for (size_t at = 0; at < head; ++at) {
      for (int change = 1; change < 256; change *= 2) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ change);
        const TableKind kind = path.back() == 'w' ? TableKind::kWdl : TableKind::kDtz;
        if (!CheckTable(bytes, kind, *MenOfName(std::string(file, 4))).ok()) continue;
        ++opened;
        std::filesystem::remove(path);  // the old one is still mapped
        std::ofstream(path, std::ios::binary) << bytes;
        const auto tables = Tablebase::Open(folder);
        ASSERT_TRUE(tables.ok()) << tables.status();
        for (const chess::Position& position : positions) {
          (void)(*tables)->ProbeWdl(position);
          (void)(*tables)->RankRoot(position, false, true);
        }
      }
    }
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  EXPECT_GT(opened, 0);
}

}  // namespace
}  // namespace rookery::tablebase

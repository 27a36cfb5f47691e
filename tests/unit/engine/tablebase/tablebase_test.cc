#include "engine/tablebase/tablebase.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "base/rng.h"
#include "base/status.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
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
  EXPECT_EQ(Probe(*tables, chess::kStartFen.data()), std::nullopt);
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
  EXPECT_THAT(Message(cut), HasSubstr("KQvK.rtbw: is no whole Syzygy table (1000 bytes)"));
}

}  // namespace
}  // namespace rookery::tablebase

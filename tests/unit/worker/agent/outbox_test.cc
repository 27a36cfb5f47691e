#include "worker/agent/outbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "base/sha256.h"
#include "worker/agent/report_codec.h"

namespace rookery::worker {
namespace {

using chess::Move;
using chess::Square;

Report MakeReport(const std::string& lease, int64_t sequence) {
  Report report{lease, sequence, "runs/abc", 2, {}};
  PlayedPair pair;
  pair.pair_index = 1234567890123;
  pair.first.result = GameResult::kBlackWins;
  pair.first.end = GameEnd::kCheckmate;
  pair.first.moves = {
      Move(static_cast<Square>(12), static_cast<Square>(28)),
      Move(static_cast<Square>(52), static_cast<Square>(60), chess::PieceType::kQueen)};
  pair.first.scores_cp = {-31, kNoScore};
  pair.first.times_ms = {12, 0};
  pair.first.clocks_ms = {8'068, kNoClock};
  pair.first.digest = std::string(32, '\xAB');
  pair.first.nodes = 123456;
  pair.first.elapsed_ms = 789;
  pair.first.detail = "line\nwith \0 zero";
  report.pairs = {pair, pair};
  return report;
}

class OutboxTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "outbox-" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST(ReportCodec, ReadsWhatItWrote) {
  const Report report = MakeReport("leases/x", 7);
  const auto back = DecodeReport(EncodeReport(report));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(EncodeReport(*back), EncodeReport(report));
  EXPECT_EQ(back->lease, "leases/x");
  EXPECT_EQ(back->pairs[1].first.moves, report.pairs[1].first.moves);
  EXPECT_EQ(back->pairs[1].first.scores_cp, report.pairs[1].first.scores_cp);
  EXPECT_EQ(back->pairs[1].first.times_ms, report.pairs[1].first.times_ms);
  EXPECT_EQ(back->pairs[1].first.clocks_ms, report.pairs[1].first.clocks_ms);
  EXPECT_EQ(back->pairs[1].pair_index, 1234567890123u);
}

// What an older build left behind: the same fields but for times and clocks.
TEST(ReportCodec, ReadsAReportOfTheVersionBefore) {
  Report report = MakeReport("leases/x", 7);
  report.pairs.resize(1);
  for (PlayedGame* game : {&report.pairs[0].first, &report.pairs[0].second}) {
    game->times_ms.clear();
    game->clocks_ms.clear();
  }
  std::string bytes = EncodeReport(report);
  bytes.resize(bytes.size() - 32);
  bytes[bytes.find("-2\n") + 1] = '1';
  // Each game ends in two empty lists, eight bytes each.
  const std::string none(16, '\0');
  ASSERT_TRUE(bytes.ends_with(none));
  bytes.resize(bytes.size() - none.size());
  const size_t first =
      bytes.find(report.pairs[0].first.detail) + report.pairs[0].first.detail.size();
  bytes.erase(first, none.size());
  const Sha256Digest seal = Sha256(bytes);
  const auto back = DecodeReport(bytes + std::string(seal.begin(), seal.end()));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(EncodeReport(*back), EncodeReport(report));
}

TEST(ReportCodec, RefusesEveryTruncationAndEveryFlippedByte) {
  const std::string bytes = EncodeReport(MakeReport("l", 1));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DecodeReport(bytes.substr(0, size)).ok()) << size;
  }
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string broken = bytes;
    broken[i] = static_cast<char>(broken[i] ^ 0x40);
    EXPECT_FALSE(DecodeReport(broken).ok()) << i;
  }
}

TEST_F(OutboxTest, KeepsReportsInOrderUntilTheyAreForgotten) {
  {
    auto loaded = Outbox::Open(folder_);
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    EXPECT_TRUE(loaded->reports.empty());
    for (int i = 1; i <= 12; ++i) {
      ASSERT_TRUE(loaded->outbox.Store(MakeReport("../../evil", i)).ok());
    }
    ASSERT_TRUE(loaded->outbox.Forget("../../evil", 3).ok());
    ASSERT_TRUE(loaded->outbox.Forget("../../evil", 3).ok());
  }
  auto again = Outbox::Open(folder_);
  ASSERT_TRUE(again.ok());
  std::vector<int64_t> sequences;
  for (const Report& report : again->reports) sequences.push_back(report.sequence);
  EXPECT_THAT(sequences, ::testing::ElementsAre(1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  ASSERT_TRUE(again->outbox.Store(MakeReport("b", 1)).ok());
  EXPECT_EQ(Outbox::Open(folder_)->reports.back().lease, "b");
}

// What kill -9 leaves, from the first report on to the one after a process of the same number.
TEST_F(OutboxTest, RemovesWhatAProcessThatDiedLeftHalfWritten) {
  {
    auto loaded = Outbox::Open(folder_);
    ASSERT_TRUE(loaded->outbox.Store(MakeReport("a", 1)).ok());
  }
  const std::vector<std::string> ours = {"000000000001.report.tmp.12.1",
                                         "000000000002.report.tmp.4194304.77"};
  const std::vector<std::string> others = {
      "notes.report.tmp.1.1",       "000000000002.report.tmp.x.1", "000000000002.report.tmp.1",
      "000000000002.report.tmp.1.", "000000000002.tmp.1.1",        "000000000003.report.broken"};
  for (const auto& names : {ours, others}) {
    for (const std::string& name : names) {
      ASSERT_TRUE(WriteFileAtomically(folder_ + "/" + name, "half").ok());
    }
  }
  const auto again = Outbox::Open(folder_);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->reports.size(), 1u);
  for (const std::string& name : ours) EXPECT_FALSE(std::filesystem::exists(folder_ + "/" + name));
  for (const std::string& name : others) EXPECT_TRUE(std::filesystem::exists(folder_ + "/" + name));
}

TEST_F(OutboxTest, SetsABrokenFileAside) {
  {
    auto loaded = Outbox::Open(folder_);
    ASSERT_TRUE(loaded->outbox.Store(MakeReport("a", 1)).ok());
    ASSERT_TRUE(loaded->outbox.Store(MakeReport("a", 2)).ok());
  }
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/000000000001.report", "torn").ok());
  const auto again = Outbox::Open(folder_);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->reports.size(), 1u);
  EXPECT_THAT(again->broken, ::testing::ElementsAre(::testing::HasSubstr("000000000001.report")));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/000000000001.report.broken"));
  EXPECT_TRUE(Outbox::Open(folder_)->broken.empty());
}

}  // namespace
}  // namespace rookery::worker

#include "coordinator/core/run_ledger.h"

#include <gtest/gtest.h>

#include "coordinator/core/limits.h"

namespace rookery::coordinator {
namespace {

const absl::Time kNow = absl::FromUnixSeconds(1'700'000'000);

RunLedger::Request Ask(size_t most, const std::string& worker = "w", absl::Time now = kNow) {
  return {most, worker, now, absl::Seconds(5)};
}

Lease LeaseOf(const std::string& id, std::vector<uint64_t> pairs, const std::string& worker = "w") {
  Lease lease;
  lease.id = id;
  lease.worker = worker;
  lease.pairs = std::move(pairs);
  lease.granted = kNow;
  return lease;
}

TEST(RunLedger, LendsLostPairsBeforeFreshOnes) {
  RunLedger ledger(0, 100);
  ledger.Lend(LeaseOf("a", {0, 1, 2}), absl::Seconds(1));
  ledger.Return(1, "a");
  const RunLedger::Loan loan = ledger.Choose(Ask(2));
  EXPECT_EQ(loan.pairs, (std::vector<uint64_t>{1, 3}));
  EXPECT_EQ(loan.attempt, 2);
}

TEST(RunLedger, KeepsNoMoreThanWhatIsOut) {
  RunLedger ledger(0, 1'000'000);
  for (uint64_t index = 0; index < 10'000; ++index) {
    ledger.Lend(LeaseOf("a", {index}), absl::Seconds(1));
    EXPECT_EQ(ledger.Count(index, {}), std::vector<LeaseId>{"a"});
    EXPECT_TRUE(ledger.TakeConsecutive().has_value());
  }
  EXPECT_EQ(ledger.prefix(), 10'000u);
  EXPECT_EQ(ledger.beyond(), 0u);
  EXPECT_TRUE(ledger.IsCounted(9'999));
  EXPECT_FALSE(ledger.IsCounted(10'000));
}

TEST(RunLedger, LendsNoFartherAheadThanItsBound) {
  RunLedger ledger(0, limits::kMaxPairs);
  EXPECT_EQ(ledger.NotLent(), limits::kMaxPairsAhead);
}

TEST(RunLedger, TakesPairsOnlyInTheirOrder) {
  RunLedger ledger(0, 10);
  ledger.Count(1, {});
  EXPECT_FALSE(ledger.TakeConsecutive().has_value());
  ledger.Count(0, {});
  EXPECT_TRUE(ledger.TakeConsecutive().has_value());
  EXPECT_TRUE(ledger.TakeConsecutive().has_value());
  EXPECT_FALSE(ledger.TakeConsecutive().has_value());
  EXPECT_EQ(ledger.prefix(), 2u);
}

TEST(RunLedger, LendsLongOverduePairsInParallelWhileThereIsOtherWork) {
  RunLedger ledger(0, 100);
  ledger.Lend(LeaseOf("a", {0, 1}, "slow"), absl::Seconds(10));
  const absl::Time early = kNow + absl::Seconds(34);
  const absl::Time late = kNow + absl::Seconds(35);  // grace and three times what it should take
  EXPECT_EQ(ledger.Choose(Ask(1, "w", early)).pairs, std::vector<uint64_t>{2});
  EXPECT_EQ(ledger.Choose(Ask(1, "w", late)).pairs, std::vector<uint64_t>{0});
  EXPECT_EQ(ledger.Choose(Ask(1, "slow", late)).pairs, std::vector<uint64_t>{2});
}

TEST(RunLedger, NamesAllHoldersOfACountedPair) {
  RunLedger ledger(0, 1);
  ledger.Lend(LeaseOf("a", {0}, "one"), absl::Seconds(1));
  ledger.Lend(LeaseOf("b", {0}, "two"), absl::Seconds(1));
  EXPECT_EQ(ledger.Holders(0), 2);
  EXPECT_EQ(ledger.Count(0, {}), (std::vector<LeaseId>{"a", "b"}));
  EXPECT_EQ(ledger.Holders(0), 0);
}

TEST(RunLedger, TreatsUnknownIndicesBelowALoadedLeaseAsLost) {
  RunLedger ledger(5, 100);
  ledger.NotePast(LeaseOf("old", {9}));
  ledger.Lend(LeaseOf("live", {7}), absl::Seconds(1));
  EXPECT_EQ(ledger.Choose(Ask(10)).pairs,
            (std::vector<uint64_t>{5, 6, 8, 9, 10, 11, 12, 13, 14, 15}));
}

}  // namespace
}  // namespace rookery::coordinator

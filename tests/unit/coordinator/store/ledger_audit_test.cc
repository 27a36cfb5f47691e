#include "coordinator/store/ledger_audit.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "coordinator/games/game_block.h"
#include "coordinator/store/backup.h"
#include "coordinator/store/sqlite.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

class LedgerAuditTest : public ::testing::Test {
 protected:
  LedgerAuditTest() {
    std::string pattern = ::testing::TempDir() + "rookery_audit_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    path_ = folder_ + "/rookery.db";
    store_ = *OpenSqliteStore(path_);
    core_.AddArtifacts();
    Keep();
  }
  ~LedgerAuditTest() override { std::filesystem::remove_all(folder_); }

  // What the newest step wrote.
  void Keep() { ASSERT_TRUE(store_->Commit(core_.effects.writes).ok()); }

  // A test that is decided, with pairs beyond its verdict, and a stopped match.
  void PlayTwoRuns() {
    decided_ = core_.MakeRun(testing::TestSpec());
    Keep();
    core_.Hello(11, 64);
    Keep();
    while (core_.run(decided_).state == RunState::kActive) {
      const Lease lease = core_.Ask(11, 64);
      Keep();
      std::vector<PairResult> pairs;
      for (const uint64_t pair : lease.pairs) {
        pairs.push_back(testing::PairOf(pair, pair % 7 == 0 ? 2 : 4));
      }
      core_.Send(11, lease, std::move(pairs));
      Keep();
    }
    const RunId match = core_.MakeRun(testing::MatchSpec(50));
    Keep();
    const Lease lease = core_.Ask(11, 5);
    Keep();
    core_.SendAll(11, lease, 2);
    Keep();
    core_.Step(StopRun{9, match, "enough"});
    Keep();
  }
  // Of a run's first pair another worker's games are the same, of its second three workers' differ.
  void PlayAudits() {
    RunSpec spec = testing::MatchSpec(50);
    spec.audit_share = 1;
    const RunId run = core_.MakeRun(spec);
    Keep();
    for (const SessionId session : {SessionId{21}, SessionId{22}, SessionId{23}}) {
      core_.Hello(session);
      Keep();
    }
    const auto play = [&](SessionId session, uint64_t pair, uint64_t salt) {
      const Lease lease = core_.Ask(session);
      Keep();
      ASSERT_EQ(lease.pairs, std::vector<uint64_t>{pair});
      core_.Send(session, lease,
                 {{pair, testing::GameOf(GameResult::kWhiteWins, pair, 0, salt),
                   testing::GameOf(GameResult::kBlackWins, pair, 1, salt)}});
      Keep();
    };
    play(21, 0, 666);
    play(22, 0, 666);
    play(21, 1, 666);
    play(22, 1, 667);
    play(23, 1, 668);
    ASSERT_EQ(core_.run(run).totals.audits_agreed, 1u);
    ASSERT_EQ(core_.run(run).totals.audits_disagreed, 1u);
  }
  // Behind the coordinator's back.
  void Spoil(const std::string& sql) {
    store_.reset();
    {
      auto database = SqliteDatabase::Open(path_, SqliteDatabase::Mode::kReadWrite);
      ASSERT_TRUE(database->Execute(sql).ok());
    }
    store_ = *OpenSqliteStore(path_);
  }

  std::string folder_;
  std::string path_;
  testing::CoreHarness core_;
  std::unique_ptr<Store> store_;
  RunId decided_;
};

TEST_F(LedgerAuditTest, FindsNothingWhereNothingIsWrong) {
  PlayTwoRuns();
  const auto audit = AuditLedger(store_.get());
  ASSERT_TRUE(audit.ok()) << audit.status();
  EXPECT_TRUE(audit->faults.empty()) << audit->faults[0];
  EXPECT_EQ(audit->runs, 2u);
  EXPECT_GT(audit->pairs, 5u);
}

// Games may be in a block, or dropped; but not lost.
TEST_F(LedgerAuditTest, FindsBlocksThatAreBrokenOrMissing) {
  PlayTwoRuns();
  std::vector<BlockPair> pairs;
  StoreGames packed;
  packed.run = decided_;
  packed.packed_to = 4;
  const auto records = store_->ReadPairs({decided_, 0, 4, true});
  for (const PairRecord& record : *records) {
    pairs.push_back({record.result, "no position"});
    packed.rows.push_back({record.result.index, record.lease});
  }
  packed.block = EncodeBlock(pairs);
  core_.Step(packed);
  Keep();
  EXPECT_TRUE(AuditLedger(store_.get())->faults.empty());
  Spoil("UPDATE game_blocks SET games = substr(games, 1, length(games) - 1)");
  EXPECT_EQ(AuditLedger(store_.get())->faults.size(), 1u);
  Spoil("DELETE FROM game_blocks");
  const auto lost = AuditLedger(store_.get());
  ASSERT_EQ(lost->faults.size(), 1u);
  EXPECT_NE(lost->faults[0].find("4 of its pairs have no games, but only 0 were dropped"),
            std::string::npos)
      << lost->faults[0];
  Spoil("UPDATE runs SET dropped = 4");
  EXPECT_TRUE(AuditLedger(store_.get())->faults.empty());
}

// What the void cost isn't in the rows; the verdict that was taken with it is what they give.
TEST_F(LedgerAuditTest, FindsNothingWhereATestPaidForAVoid) {
  RunSpec spec = testing::TestSpec();
  spec.sprt->elo1 = 60;
  const RunId run = core_.MakeRun(spec);
  Keep();
  for (const SessionId session : {SessionId{11}, SessionId{12}}) {
    core_.Hello(session, 64);
    Keep();
  }
  const auto play = [&](SessionId session, uint64_t wins_each) {
    const Lease lease = core_.Ask(session, 16);
    Keep();
    std::vector<PairResult> pairs;
    for (const uint64_t pair : lease.pairs) {
      pairs.push_back(testing::PairOf(pair, pair % wins_each == 0 ? 4 : pair % 3 == 0 ? 0 : 2));
    }
    core_.Send(session, lease, std::move(pairs));
    Keep();
  };
  play(11, 4);
  play(12, 4);
  ASSERT_GT(core_.run(run).totals.prefix, 8u);
  ASSERT_EQ(core_.run(run).state, RunState::kActive);
  VoidPairs voids{9, run, "worker11", "overheats", false, "ada", true};
  voids.rows = *store_->ReadRows(run, "worker11");
  core_.Step(voids);
  Keep();
  const double apart = core_.run(run).totals.apart;
  EXPECT_GT(apart, 0);
  for (int turn = 0; turn < 200 && core_.run(run).state == RunState::kActive; ++turn) play(12, 2);
  ASSERT_EQ(core_.run(run).totals.verdict, stats::Verdict::kAccepted);
  store_.reset();
  store_ = *OpenSqliteStore(path_);
  EXPECT_EQ(store_->Load()->runs.at(0).totals.apart, apart);
  auto audit = AuditLedger(store_.get());
  ASSERT_TRUE(audit.ok()) << audit.status();
  EXPECT_TRUE(audit->faults.empty()) << audit->faults[0];
  Spoil("UPDATE runs SET apart = 90");
  audit = AuditLedger(store_.get());
  ASSERT_TRUE(audit.ok()) << audit.status();
  EXPECT_FALSE(audit->faults.empty());
  Spoil("UPDATE runs SET apart = -1");
  EXPECT_FALSE(AuditLedger(store_.get())->faults.empty());
}

TEST_F(LedgerAuditTest, FoldsALeaguesTableAnew) {
  for (const Format format : {Format::kGauntlet, Format::kSwiss}) {
    core_.MakeRun(testing::LeagueRun(format, 2, 3, format == Format::kSwiss ? 2 : 0));
    Keep();
    core_.Hello(11, 64);
    Keep();
    const Lease lease = core_.Ask(11, 3);
    Keep();
    core_.SendAll(11, lease, 4);
    Keep();
  }
  auto audit = AuditLedger(store_.get());
  ASSERT_TRUE(audit.ok()) << audit.status();
  EXPECT_TRUE(audit->faults.empty()) << audit->faults[0];
  Spoil("UPDATE league_cells SET counts = '0 0 0 0 0 0 0 1 2' WHERE run = 2 AND cell = 0");
  audit = AuditLedger(store_.get());
  ASSERT_TRUE(audit.ok()) << audit.status();
  ASSERT_EQ(audit->faults.size(), 1u);
  EXPECT_NE(audit->faults[0].find("league"), std::string::npos);
}

TEST_F(LedgerAuditTest, FindsEachKindOfFault) {
  PlayTwoRuns();
  PlayAudits();
  ASSERT_EQ(AuditLedger(store_.get())->faults, std::vector<std::string>());
  const char* faults[] = {
      "DELETE FROM pairs WHERE pair = 3 AND run = 1",
      "UPDATE pairs SET half_points = 0 WHERE pair = 2 AND run = 1",
      "UPDATE runs SET llr = llr + 0.001 WHERE number = 1",
      "UPDATE runs SET counted = counted + 1 WHERE number = 2",
      "UPDATE runs SET verdict = 2 WHERE number = 1",
      "UPDATE pairs SET void = 1 WHERE pair = 0 AND run = 2",
      "UPDATE pairs SET games = x'0102' WHERE pair = 1 AND run = 1",
      "UPDATE workers SET pairs = pairs + 5",
      "UPDATE workers SET games = games - 2",
      "UPDATE workers SET earlier = '1000000 2000000 0 ann' || char(10)",
      "UPDATE workers SET earlier = '1 3 0 ann' || char(10)",
      "UPDATE runs SET repeated_games = repeated_games + 1 WHERE number = 2",
      "DELETE FROM digests WHERE run = 1",
      "DELETE FROM digests WHERE digest = (SELECT max(digest) FROM digests WHERE run = 2)",
      "UPDATE runs SET audits_agreed = audits_agreed + 1 WHERE number = 2",
      "UPDATE runs SET audits_disagreed = audits_disagreed + 1 WHERE number = 2",
      "DELETE FROM audits",
      "UPDATE audits SET state = 2 WHERE state = 3",
      "UPDATE audits SET state = 3 WHERE state = 4",
      "UPDATE audits SET state = 4 WHERE state = 3",
  };
  for (const char* fault : faults) {
    const std::string clean = path_ + ".clean";
    std::filesystem::remove(clean);
    ASSERT_TRUE(BackupDatabase(path_, clean).ok());
    Spoil(fault);
    const auto audit = AuditLedger(store_.get());
    ASSERT_TRUE(audit.ok()) << audit.status();
    EXPECT_FALSE(audit->faults.empty()) << fault;
    store_.reset();
    for (const char* file : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + file);
    std::filesystem::copy_file(clean, path_);
    store_ = *OpenSqliteStore(path_);
  }
}

}  // namespace
}  // namespace rookery::coordinator

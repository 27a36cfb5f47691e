// What the SQLite store promises beyond the conformance suite: files that are ours, and others.
#include "coordinator/store/sqlite_store.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

class SqliteStoreTest : public ::testing::Test {
 protected:
  SqliteStoreTest() {
    std::string pattern = ::testing::TempDir() + "rookery_sqlite_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    path_ = folder_ + "/rookery.db";
  }
  ~SqliteStoreTest() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
  std::string path_;
};

TEST_F(SqliteStoreTest, FindsEverythingAgainWhenOpenedAnew) {
  {
    auto store = OpenSqliteStore(path_);
    ASSERT_TRUE(store.ok()) << store.status();
    ASSERT_TRUE(
        (*store)
            ->Commit(std::vector<Write>{PutArtifactRow{{"abc", 12, ArtifactKind::kBook, 34}}})
            .ok());
  }
  auto store = OpenSqliteStore(path_);
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ((*store)->Load()->artifacts.size(), 1u);
}

TEST_F(SqliteStoreTest, KeepsASecondCoordinatorOut) {
  auto first = OpenSqliteStore(path_);
  ASSERT_TRUE(first.ok());
  const auto second = OpenSqliteStore(path_);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(std::string(second.status().message()).find("another coordinator"), std::string::npos);
}

TEST_F(SqliteStoreTest, RefusesAFileThatIsNoDatabaseAndLeavesItAlone) {
  const std::string text(5000, 'x');
  ASSERT_TRUE(WriteFileAtomically(path_, text).ok());
  const auto store = OpenSqliteStore(path_);
  EXPECT_EQ(store.status().code(), absl::StatusCode::kDataLoss) << store.status();
  EXPECT_NE(std::string(store.status().message()).find("is not a database of Rookery's"),
            std::string::npos);
  EXPECT_EQ(*ReadFile(path_), text);
}

TEST_F(SqliteStoreTest, RefusesSomebodyElsesDatabase) {
  {
    auto other = SqliteDatabase::Open(path_, SqliteDatabase::Mode::kReadWrite);
    ASSERT_TRUE(other.ok());
    ASSERT_TRUE(other->Execute("CREATE TABLE recipes (name TEXT)").ok());
  }
  const auto store = OpenSqliteStore(path_);
  EXPECT_EQ(store.status().code(), absl::StatusCode::kDataLoss);
}

TEST_F(SqliteStoreTest, RefusesANewerSchema) {
  ASSERT_TRUE(OpenSqliteStore(path_).ok());
  {
    auto database = SqliteDatabase::Open(path_, SqliteDatabase::Mode::kReadWrite);
    ASSERT_TRUE(database->Execute("INSERT INTO schema_migrations VALUES (1000, 'future', 0)").ok());
  }
  const auto store = OpenSqliteStore(path_);
  EXPECT_EQ(store.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(std::string(store.status().message()).find("newer"), std::string::npos);
}

// The tables of the first schema, as a build of that time left them.
TEST_F(SqliteStoreTest, BringsTheFirstSchemaForwardWithWhatItHolds) {
  ASSERT_TRUE(OpenSqliteStore(path_).ok());
  {
    auto database = SqliteDatabase::Open(path_, SqliteDatabase::Mode::kReadWrite);
    const absl::Status back = database->Execute(R"sql(
        DELETE FROM schema_migrations WHERE version > 1;
        DROP TABLE audits; DROP TABLE tunes; DROP TABLE candidates;
        ALTER TABLE runs DROP COLUMN overshoot;
        DROP TABLE game_blocks;
        ALTER TABLE runs DROP COLUMN keep_games; ALTER TABLE runs DROP COLUMN packed_to;
        ALTER TABLE runs DROP COLUMN dropped_to; ALTER TABLE runs DROP COLUMN dropped;
        ALTER TABLE workers DROP COLUMN owner; ALTER TABLE workers DROP COLUMN core_ms;
        ALTER TABLE runs DROP COLUMN looked; ALTER TABLE runs DROP COLUMN apart;
        DROP TABLE leagues; DROP TABLE league_cells; DROP TABLE league_standings;
        ALTER TABLE pairs DROP COLUMN first_points;
        DROP TABLE tokens; DROP TABLE actions; DROP TABLE fits;
        ALTER TABLE leases DROP COLUMN audit;
        ALTER TABLE run_events DROP COLUMN by;
        ALTER TABLE runs DROP COLUMN dev_version; ALTER TABLE runs DROP COLUMN dev_commit;
        ALTER TABLE runs DROP COLUMN base_version; ALTER TABLE runs DROP COLUMN base_commit;
        ALTER TABLE runs DROP COLUMN threads; ALTER TABLE runs DROP COLUMN follow_up;
        ALTER TABLE runs DROP COLUMN link; ALTER TABLE runs DROP COLUMN needs;
        ALTER TABLE runs DROP COLUMN audit_share; ALTER TABLE runs DROP COLUMN parent;
        ALTER TABLE runs DROP COLUMN max_core_seconds; ALTER TABLE runs DROP COLUMN core_ms;
        ALTER TABLE runs DROP COLUMN voided; ALTER TABLE runs DROP COLUMN contested;
        ALTER TABLE runs DROP COLUMN audits_agreed; ALTER TABLE runs DROP COLUMN audits_disagreed;
        ALTER TABLE workers DROP COLUMN cores; ALTER TABLE workers DROP COLUMN memory_mib;
        ALTER TABLE workers DROP COLUMN instruction_sets; ALTER TABLE workers DROP COLUMN platform;
        ALTER TABLE workers DROP COLUMN sandbox; ALTER TABLE workers DROP COLUMN quarantine;
        ALTER TABLE workers DROP COLUMN drained; ALTER TABLE workers DROP COLUMN token;
        ALTER TABLE workers DROP COLUMN earlier;
        DROP TABLE engines; ALTER TABLE workers DROP COLUMN bench_nps;
        ALTER TABLE runs DROP COLUMN clock_rest; ALTER TABLE runs DROP COLUMN dev_limits;
        ALTER TABLE runs DROP COLUMN base_limits; ALTER TABLE runs DROP COLUMN chess960;
        ALTER TABLE runs DROP COLUMN reference_nps; ALTER TABLE runs DROP COLUMN dev_lost;
        INSERT INTO workers VALUES (1, 'w', 'host', 4, '1', 'b', 1, 2, 3, 6, 1e6);)sql");
    ASSERT_TRUE(back.ok()) << back;
  }
  const auto store = OpenSqliteStore(path_);
  ASSERT_TRUE(store.ok()) << store.status();
  const auto loaded = (*store)->Load();
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->workers.at(0).pairs, 3u);
  EXPECT_EQ(loaded->workers.at(0).ability.platform, "");
}

TEST_F(SqliteStoreTest, RefusesASchemaWhoseStepsAreOthers) {
  ASSERT_TRUE(OpenSqliteStore(path_).ok());
  {
    auto database = SqliteDatabase::Open(path_, SqliteDatabase::Mode::kReadWrite);
    ASSERT_TRUE(database->Execute("UPDATE schema_migrations SET checksum = 'edited'").ok());
  }
  EXPECT_EQ(OpenSqliteStore(path_).status().code(), absl::StatusCode::kDataLoss);
}

TEST_F(SqliteStoreTest, SaysWhichFolderIsMissing) {
  const auto store = OpenSqliteStore(folder_ + "/missing/rookery.db");
  EXPECT_FALSE(store.ok());
  EXPECT_NE(std::string(store.status().message()).find("/missing/rookery.db"), std::string::npos);
}

TEST_F(SqliteStoreTest, WritesWithFullDurability) {
  ASSERT_TRUE(OpenSqliteStore(path_).ok());
  auto database = SqliteDatabase::Open(path_, SqliteDatabase::Mode::kReadOnly);
  ASSERT_TRUE(database.ok());
  auto mode = database->Prepare("PRAGMA journal_mode");
  ASSERT_TRUE(mode.ok());
  ASSERT_TRUE(*mode->Step());
  EXPECT_EQ(mode->Text(0), "wal");
}

}  // namespace
}  // namespace rookery::coordinator

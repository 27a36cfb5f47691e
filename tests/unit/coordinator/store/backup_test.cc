#include "coordinator/store/backup.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "coordinator/store/store.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

class BackupTest : public ::testing::Test {
 protected:
  BackupTest() {
    std::string pattern = ::testing::TempDir() + "rookery_backup_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    path_ = folder_ + "/rookery.db";
  }
  ~BackupTest() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
  std::string path_;
};

TEST_F(BackupTest, CopiesADatabaseThatIsInUse) {
  const auto store = *OpenSqliteStore(path_);
  ASSERT_TRUE(
      store->Commit(std::vector<Write>{PutArtifactRow{{"abc", 12, ArtifactKind::kBook, 34}}}).ok());
  const std::string copy = folder_ + "/it's a copy.db";
  ASSERT_TRUE(BackupDatabase(path_, copy).ok());
  ASSERT_TRUE(
      store->Commit(std::vector<Write>{PutArtifactRow{{"def", 12, ArtifactKind::kBook, 34}}}).ok());
  EXPECT_TRUE(CheckDatabase(copy).ok());
  EXPECT_EQ((*OpenSqliteStore(copy))->Load()->artifacts.size(), 1u);
  EXPECT_EQ(BackupDatabase(path_, copy).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(BackupDatabase(folder_ + "/none.db", folder_ + "/x").code(),
            absl::StatusCode::kNotFound);
}

TEST_F(BackupTest, DoesNotTakeAnEmptyFileForADatabase) {
  std::ofstream{path_};
  EXPECT_EQ(BackupDatabase(path_, folder_ + "/copy").code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(CheckDatabase(path_).code(), absl::StatusCode::kDataLoss);
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/copy"));
}

TEST_F(BackupTest, NoticesABrokenPage) {
  {
    ASSERT_TRUE(OpenSqliteStore(path_).ok());
  }
  const std::string copy = folder_ + "/copy.db";
  ASSERT_TRUE(BackupDatabase(path_, copy).ok());
  std::fstream file(copy, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(4096 + 8);
  file << std::string(2000, '\x55');
  file.close();
  EXPECT_EQ(CheckDatabase(copy).code(), absl::StatusCode::kDataLoss) << CheckDatabase(copy);
}

}  // namespace
}  // namespace rookery::coordinator

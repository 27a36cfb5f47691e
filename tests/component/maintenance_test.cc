// Backup, audit and restore of a whole data folder.
#include "coordinator/app/maintenance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>

#include "base/file.h"
#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/store/store.h"
#include "tests/support/temp_path.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::AllOf;
using ::testing::IsEmpty;

class Maintenance : public ::testing::Test {
 protected:
void Overwrite(const std::string& path, const std::string& content) {
  ASSERT_TRUE(WriteFileAtomically(path, content).ok());
}

  void SetUp() override { Anew(); }
  // A data folder with one artifact, and nothing beside it.
  void Anew() {
    std::filesystem::remove_all(root_);
    ASSERT_TRUE(MakeFolders(data_ + "/artifacts").ok());
    ASSERT_TRUE(WriteFileAtomically(Artifact(data_), content_).ok());
    auto store = OpenSqliteStore(data_ + "/rookery.db");
    ASSERT_TRUE(store.ok()) << store.status();
    ArtifactInfo info;
    info.sha256 = Sha256Hex(content_);
    info.size = static_cast<int64_t>(content_.size());
    const std::vector<Write> writes = {PutArtifactRow{info}};
    ASSERT_TRUE((*store)->Commit(writes).ok());
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  std::string Artifact(const std::string& folder) const {
    return folder + "/artifacts/" + Sha256Hex(content_);
  }

  const std::string content_ = "\"mat_pawn.mg\" = 90\n";
  const std::string root_ = rookery::testing::TempPath("folders");
  const std::string data_ = root_ + "/data";
  const std::string backup_ = root_ + "/backup";
  const std::string restored_ = root_ + "/restored";
};

TEST_F(Maintenance, BringsBackWhatWasBackedUp) {
  ASSERT_TRUE(BackUp(data_, backup_).ok());
  const auto audit = Restore(backup_, restored_);
  ASSERT_TRUE(audit.ok()) << audit.status();
  EXPECT_THAT(audit->faults, IsEmpty());
  EXPECT_EQ(*ReadFile(Artifact(restored_)), content_);
}

TEST_F(Maintenance, RestoresNothingFromABackupThatLacksAFile) {
  const auto backup = BackUp(data_, backup_);
  ASSERT_TRUE(backup.ok()) << backup.status();
  EXPECT_THAT(backup->faults, IsEmpty());
  std::filesystem::remove(Artifact(backup_));
  const auto audit = Restore(backup_, restored_);
  ASSERT_TRUE(audit.ok()) << audit.status();
  EXPECT_THAT(audit->faults, ElementsAre(HasSubstr("No such file")));
  EXPECT_FALSE(std::filesystem::exists(restored_ + "/rookery.db"));
}

TEST_F(Maintenance, FindsAFileThatIsMissingOrCutOff) {
  std::filesystem::resize_file(Artifact(data_), 3);
  EXPECT_THAT(AuditFolder(data_)->faults, ElementsAre(HasSubstr("it has 3 bytes")));
  std::filesystem::remove(Artifact(data_));
  EXPECT_THAT(AuditFolder(data_)->faults, ElementsAre(HasSubstr("No such file")));
  EXPECT_THAT(Message(BackUp(data_, backup_)), HasSubstr("not whole"));
}

}  // namespace
}  // namespace rookery::coordinator

// Backup, audit and restore of a whole data folder.
#include "coordinator/app/maintenance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>

#include "base/clock.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/app/coordinator.h"
#include "coordinator/store/store.h"
#include "tests/support/temp_path.h"

namespace rookery::coordinator {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

void Overwrite(const std::string& path, const std::string& content) {
  ASSERT_TRUE(WriteFileAtomically(path, content).ok());
}

class Maintenance : public ::testing::Test {
 protected:
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
  absl::StatusOr<std::unique_ptr<Coordinator>> Serve() {
    CoordinatorOptions options;
    options.data = data_;
    return Coordinator::Start(options, &clock_, Rng(1));
  }
  std::string Artifact(const std::string& folder) const {
    return folder + "/artifacts/" + Sha256Hex(content_);
  }

  RealClock clock_;
  const std::string content_ = "\"mat_pawn.mg\" = 90\n";
  const std::string root_ = rookery::testing::TempPath("folders");
  const std::string data_ = root_ + "/data";
  const std::string backup_ = root_ + "/backup";
  const std::string restored_ = root_ + "/restored";
};

TEST_F(Maintenance, BringsBackWhatWasBackedUp) {
  const auto backup = BackUp(data_, backup_);
  ASSERT_TRUE(backup.ok()) << backup.status();
  EXPECT_THAT(backup->faults, IsEmpty());
  const auto audit = Restore(backup_, restored_);
  ASSERT_TRUE(audit.ok()) << audit.status();
  EXPECT_THAT(audit->faults, IsEmpty());
  EXPECT_EQ(*ReadFile(Artifact(restored_)), content_);
}

// Ways in which a file stops being what it was, and what is said of them.
struct Damage {
  std::string name;
  std::function<void(const std::string& path, std::string content)> spoil;
  std::string says;
};
const std::vector<Damage>& Damages() {
  static const auto* const damages = new std::vector<Damage>{
      {"gone", [](const auto& path, auto) { std::filesystem::remove(path); }, "No such file"},
      {"cut", [](const auto& path, auto) { std::filesystem::resize_file(path, 3); },
       "it has 3 bytes"},
      {"longer", [](const auto& path, auto text) { Overwrite(path, text + "\n"); },
       "it has 20 bytes, 19 were stored"},
      {"first byte",
       [](const auto& path, auto text) {
         text.front() ^= 1;
         Overwrite(path, text);
       },
       "another content than was stored"},
      {"last byte",
       [](const auto& path, auto text) {
         text.back() ^= 1;
         Overwrite(path, text);
       },
       "another content than was stored"},
      {"folder",
       [](const auto& path, auto) {
         std::filesystem::remove(path);
         std::filesystem::create_directory(path);
       },
       "is a folder"},
  };
  return *damages;
}

TEST_F(Maintenance, AuditAndBackupFindWhateverIsWrongWithAFile) {
  for (const Damage& damage : Damages()) {
    SCOPED_TRACE(damage.name);
    Anew();
    damage.spoil(Artifact(data_), content_);
    const auto told = ElementsAre(AllOf(HasSubstr(Artifact("")), HasSubstr(damage.says),
                                        HasSubstr("put a whole copy of it there")));
    EXPECT_THAT(AuditFolder(data_)->faults, told);
    const auto backup = BackUp(data_, backup_);
    EXPECT_TRUE(!backup.ok() || !backup->faults.empty());
  }
}

// What the audit of a backup calls clean, Restore takes, and the other way round.
TEST_F(Maintenance, RestoreRefusesWhatAnAuditFinds) {
  for (const Damage& damage : Damages()) {
    SCOPED_TRACE(damage.name);
    Anew();
    ASSERT_THAT(BackUp(data_, backup_)->faults, IsEmpty());
    damage.spoil(Artifact(backup_), content_);
    const auto restored = Restore(backup_, restored_);
    ASSERT_TRUE(restored.ok()) << restored.status();
    EXPECT_THAT(restored->faults, ElementsAre(HasSubstr(damage.says)));
    EXPECT_EQ(restored->faults, AuditFolder(backup_)->faults);
    EXPECT_FALSE(std::filesystem::exists(restored_ + "/rookery.db"));
  }
}

// A folder that lost its database is no new folder: neither for who looks at it nor for who serves.
TEST_F(Maintenance, ALostDatabaseIsNotTakenForANewOne) {
  for (const bool empty : {false, true}) {
    Anew();
    std::filesystem::remove(data_ + "/rookery.db");
    if (empty) Overwrite(data_ + "/rookery.db", "");
    const auto told =
        AllOf(HasSubstr(empty ? "rookery.db is empty" : "rookery.db isn't there"),
              HasSubstr("rookery restore --from"), HasSubstr("/artifacts away to begin anew"));
    EXPECT_THAT(Message(AuditFolder(data_).status()), told);
    EXPECT_THAT(Message(BackUp(data_, backup_).status()), told);
    EXPECT_THAT(Message(Restore(data_, restored_).status()), HasSubstr("rookery.db"));
    EXPECT_FALSE(std::filesystem::exists(backup_));
    EXPECT_FALSE(std::filesystem::exists(restored_));
    EXPECT_THAT(Message(Serve().status()), told);
    EXPECT_EQ(std::filesystem::exists(data_ + "/rookery.db"), empty);
  }
}

// What a kill within the very first start may leave.
TEST_F(Maintenance, AFirstStartThatWasCutOffIsRepeated) {
  std::filesystem::remove_all(root_);
  ASSERT_TRUE(MakeFolders(data_ + "/artifacts/incoming").ok());
  Overwrite(data_ + "/artifacts/incoming/1", "half an upload");
  Overwrite(data_ + "/rookery.db", "");
  const auto coordinator = Serve();
  EXPECT_TRUE(coordinator.ok()) << coordinator.status();
}

}  // namespace
}  // namespace rookery::coordinator

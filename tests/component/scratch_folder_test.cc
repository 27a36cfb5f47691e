#include "coordinator/app/scratch_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/file.h"
#include "tests/support/temp_path.h"

namespace rookery::coordinator {
namespace {

namespace fs = std::filesystem;
using ::testing::UnorderedElementsAre;

class ScratchFolders : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(MakeFolders(where_).ok()); }
  void TearDown() override { fs::remove_all(where_); }
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(where_)) {
      names.push_back(entry.path().string());
    }
    return names;
  }

  const std::string where_ = rookery::testing::TempPath("scratch");
};

TEST_F(ScratchFolders, GoWithTheirOwnerAndLeaveOthersAlone) {
  const auto first = *ScratchFolder::Make(where_, "copy-");
  std::ofstream(first->path() + "/rookery.db") << "a copy";
  const std::string other = where_ + "/mine-abc";
  ASSERT_TRUE(MakeFolders(other).ok());
  std::string gone;
  {
    const auto second = *ScratchFolder::Make(where_, "copy-");
    gone = second->path();
    EXPECT_THAT(Names(), UnorderedElementsAre(first->path(), gone, other));
  }
  EXPECT_THAT(Names(), UnorderedElementsAre(first->path(), other));
  EXPECT_TRUE(fs::exists(first->path() + "/rookery.db"));
}

TEST_F(ScratchFolders, OfAProcessThatWasKilledGoWithTheNext) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto folder = ScratchFolder::Make(where_, "copy-");
    std::ofstream((*folder)->path() + "/rookery.db") << "a copy";
    static_cast<void>(::write(ready[1], "r", 1) == 1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  const std::vector<std::string> theirs = Names();
  ASSERT_EQ(theirs.size(), 1u);
  {
    const auto beside = *ScratchFolder::Make(where_, "copy-");  // it lives: its copy stays
    EXPECT_THAT(Names(), UnorderedElementsAre(theirs[0], beside->path()));
  }
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  const auto next = *ScratchFolder::Make(where_, "copy-");
  EXPECT_THAT(Names(), UnorderedElementsAre(next->path()));
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(ScratchFolders, WhereNoneCanBeMadeThatIsSaid) {
  EXPECT_FALSE(ScratchFolder::Make(where_ + "/none", "copy-").ok());
}

}  // namespace
}  // namespace rookery::coordinator

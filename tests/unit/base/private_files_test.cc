#include "base/private_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <sstream>

#include "base/file.h"
#include "tests/support/temp_path.h"

namespace rookery {
namespace {

using std::filesystem::perms;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

perms ModeOf(const std::string& path) { return std::filesystem::status(path).permissions(); }

class PrivateFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    outer_ = ::umask(022);
    spdlog::set_default_logger(std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(said_)));
  }
  void TearDown() override {
    ::umask(outer_);
    spdlog::set_default_logger(logger_);
    std::filesystem::remove_all(folder_);
  }

  const std::string folder_ = rookery::testing::TempPath("private");
  std::ostringstream said_;

 private:
  mode_t outer_ = 0;
  std::shared_ptr<spdlog::logger> logger_ = spdlog::default_logger();
};

TEST_F(PrivateFiles, WhatIsMadeAfterwardsIsTheUsersAlone) {
  KeepNewFilesPrivate();
  ASSERT_TRUE(MakeFolders(folder_ + "/a/b").ok());
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/a/b/c", "text").ok());
  for (const char* path : {"", "/a", "/a/b"}) EXPECT_EQ(ModeOf(folder_ + path), perms::owner_all);
  EXPECT_EQ(ModeOf(folder_ + "/a/b/c"), perms::owner_read | perms::owner_write);
}

TEST_F(PrivateFiles, AFolderThatIsOpenIsWarnedOfAndLeftAsItIs) {
  ASSERT_TRUE(MakeFolders(folder_).ok());
  WarnIfOpenToOthers(folder_);
  EXPECT_THAT(said_.str(), AllOf(HasSubstr("warning"), HasSubstr("(mode 755)"),
                                 HasSubstr("chmod -R go= " + folder_)));
  EXPECT_NE(ModeOf(folder_), perms::owner_all);
}

TEST_F(PrivateFiles, AFolderIsClosedWithAllThatIsInIt) {
  ASSERT_TRUE(MakeFolders(folder_ + "/a").ok());
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/a/b", "text").ok());
  ASSERT_TRUE(MakePrivate(folder_).ok());
  for (const char* path : {"", "/a"}) EXPECT_EQ(ModeOf(folder_ + path), perms::owner_all);
  EXPECT_EQ(ModeOf(folder_ + "/a/b"), perms::owner_read | perms::owner_write);
}

TEST_F(PrivateFiles, NothingIsSaidOfOneThatIsClosedOrIsNotThere) {
  WarnIfOpenToOthers(folder_);
  ASSERT_TRUE(MakeFolders(folder_).ok());
  ASSERT_TRUE(MakePrivate(folder_).ok());
  EXPECT_EQ(ModeOf(folder_), perms::owner_all);
  WarnIfOpenToOthers(folder_);
  EXPECT_THAT(said_.str(), IsEmpty());
  EXPECT_FALSE(MakePrivate(folder_ + "/none").ok());
}

}  // namespace
}  // namespace rookery

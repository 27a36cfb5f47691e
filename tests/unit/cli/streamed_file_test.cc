#include "cli/streamed_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"

namespace rookery::cli {
namespace {

std::string FreshFolder() {
  const std::string folder = testing::TempDir() + "rookery_streamed_" +
                             testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(MakeFolders(folder).ok());
  return folder;
}

TEST(StreamedFile, AppearsWholeOnceItIsCommitted) {
  const std::string path = FreshFolder() + "/file";
  auto file = StreamedFile::Create(path);
  ASSERT_TRUE(file.ok());
  const std::string piece(100'000, 'x');
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(file->Append(piece).ok());
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_TRUE(file->Commit().ok());
  EXPECT_EQ(std::filesystem::file_size(path), 1'000'000U);
}

TEST(StreamedFile, LeavesNothingBehindWhenGivenUp) {
  const std::string folder = FreshFolder();
  {
    auto file = StreamedFile::Create(folder + "/file");
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE(file->Append("half").ok());
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST(StreamedFile, SaysWhichFileCannotBeWritten) {
  const auto file = StreamedFile::Create("/nonexistent/folder/file");
  EXPECT_EQ(file.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(std::string(file.status().message()).find("/nonexistent/folder/file"),
            std::string::npos);
}

}  // namespace
}  // namespace rookery::cli

#include "base/mapped_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "base/file.h"
#include "tests/support/temp_path.h"

namespace rookery {
namespace {

TEST(MappedFile, ShowsAFilesBytesAndKeepsThemWhenMoved) {
  const std::string path = rookery::testing::TempPath("mapped_file_test.bin");
  ASSERT_TRUE(WriteFileAtomically(path, std::string("a\0b", 3)).ok());
  auto file = MappedFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  MappedFile moved = *std::move(file);
  EXPECT_EQ(moved.bytes(), std::string_view("a\0b", 3));
  MappedFile again;
  again = std::move(moved);
  EXPECT_EQ(again.bytes().size(), 3u);
  std::remove(path.c_str());
}

TEST(MappedFile, ShowsNothingOfAnEmptyFile) {
  const std::string path = rookery::testing::TempPath("mapped_file_test.empty");
  ASSERT_TRUE(WriteFileAtomically(path, "").ok());
  const auto file = MappedFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_TRUE(file->bytes().empty());
  std::remove(path.c_str());
}

TEST(MappedFile, SaysThatItsFileWasChanged) {
  const std::string path = rookery::testing::TempPath("mapped_file_test.changed");
  ASSERT_TRUE(WriteFileAtomically(path, "abc").ok());
  auto file = MappedFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  const MappedFile moved = *std::move(file);
  EXPECT_TRUE(moved.CheckUnchanged().ok());
  EXPECT_TRUE(MappedFile().CheckUnchanged().ok());
  ASSERT_EQ(::truncate(path.c_str(), 0), 0);
  EXPECT_TRUE(absl::IsFailedPrecondition(moved.CheckUnchanged()));
  std::remove(path.c_str());
}

TEST(MappedFile, SaysWhatIsMissingOrNoFile) {
  EXPECT_TRUE(absl::IsNotFound(MappedFile::Open("/nowhere/at/all", "book").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(MappedFile::Open(::testing::TempDir()).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(MappedFile::Open("/dev/null").status()));
}

}  // namespace
}  // namespace rookery

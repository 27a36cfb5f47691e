#include "cli/streamed_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <thread>

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

absl::Status WriteTo(const std::string& path, std::string_view text) {
  absl::StatusOr<StreamedFile> file = StreamedFile::Create(path);
  if (!file.ok()) return file.status();
  const absl::Status status = file->Append(text);
  return status.ok() ? file->Commit() : status;
}

TEST(StreamedFile, ReplacesTheTargetOfALinkAndKeepsTheLink) {
  const std::string folder = FreshFolder();
  ASSERT_TRUE(MakeFolders(folder + "/other").ok());
  ASSERT_TRUE(WriteFileAtomically(folder + "/other/target", "old").ok());
  std::filesystem::create_symlink("other/target", folder + "/near");
  std::filesystem::create_symlink(folder + "/near", folder + "/far");
  ASSERT_TRUE(WriteTo(folder + "/far", "new").ok());
  EXPECT_TRUE(std::filesystem::is_symlink(folder + "/far"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder + "/near"));
  EXPECT_EQ(*ReadFile(folder + "/other/target"), "new");
}

TEST(StreamedFile, MakesTheFileThatALinkLeadsTo) {
  const std::string folder = FreshFolder();
  std::filesystem::create_symlink("target", folder + "/link");
  ASSERT_TRUE(WriteTo(folder + "/link", "new").ok());
  EXPECT_TRUE(std::filesystem::is_symlink(folder + "/link"));
  EXPECT_EQ(*ReadFile(folder + "/target"), "new");
}

TEST(StreamedFile, SaysThatLinksGoRoundInACircle) {
  const std::string folder = FreshFolder();
  std::filesystem::create_symlink("a", folder + "/b");
  std::filesystem::create_symlink("b", folder + "/a");
  EXPECT_EQ(WriteTo(folder + "/a", "new").code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(std::filesystem::is_symlink(folder + "/a"));
}

TEST(StreamedFile, KeepsTheRightsOfTheFileItReplaces) {
  const std::string path = FreshFolder() + "/file";
  ASSERT_TRUE(WriteFileAtomically(path, "old").ok());
  std::filesystem::permissions(
      path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  ASSERT_TRUE(WriteTo(path, "new").ok());
  EXPECT_EQ(std::filesystem::status(path).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(StreamedFile, WritesToAPipeWithoutReplacingIt) {
  const std::string path = FreshFolder() + "/pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = ReadFile(path).value_or("failed"); });
  const absl::Status written = WriteTo(path, "games");
  reader.join();
  EXPECT_TRUE(written.ok()) << written;
  EXPECT_EQ(read, "games");
  EXPECT_TRUE(std::filesystem::is_fifo(path));
}

TEST(StreamedFile, WritesToADeviceWithoutReplacingIt) {
  // A link in a folder of our own: a fault would replace it, and never the machine's device.
  const std::string folder = FreshFolder();
  std::filesystem::create_symlink("/dev/null", folder + "/null");
  std::filesystem::create_symlink("/dev/full", folder + "/full");
  EXPECT_TRUE(WriteTo(folder + "/null", "games").ok());
  const absl::Status full = WriteTo(folder + "/full", "games");
  EXPECT_EQ(full.code(), absl::StatusCode::kInternal);
  EXPECT_NE(std::string(full.message()).find("No space left"), std::string::npos) << full;
  EXPECT_TRUE(std::filesystem::is_symlink(folder + "/null"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder + "/full"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(StreamedFile, AppendsToAFileThatIsOpenAlready) {
  // As /dev/stdout is when a shell has sent it to a file.
  const std::string path = FreshFolder() + "/file";
  ASSERT_TRUE(WriteFileAtomically(path, "before\n").ok());
  std::FILE* open = std::fopen(path.c_str(), "a");
  ASSERT_NE(open, nullptr);
  const absl::Status written =
      WriteTo("/proc/self/fd/" + std::to_string(::fileno(open)), "games\n");
  std::fclose(open);
  EXPECT_TRUE(written.ok()) << written;
  EXPECT_EQ(*ReadFile(path), "before\ngames\n");
}

TEST(StreamedFile, RefusesAFolder) {
  const std::string folder = FreshFolder();
  const absl::Status status = WriteTo(folder, "games");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(std::string(status.message()), folder + " is a folder; name a file");
}

}  // namespace
}  // namespace rookery::cli

#include "base/file.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include "base/sha256.h"
#include "tests/support/temp_path.h"

namespace rookery {
namespace {

class FileTest : public ::testing::Test {
 protected:
  std::string folder_ = rookery::testing::TempPath("rookery_file_test");
  void SetUp() override { ASSERT_TRUE(MakeFolders(folder_).ok()); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
};

TEST_F(FileTest, WhatIsWrittenIsReadAndNothingIsLeftBeside) {
  const std::string path = folder_ + "/a";
  ASSERT_TRUE(WriteFileAtomically(path, "first").ok());
  ASSERT_TRUE(WriteFileAtomically(path, "second").ok());
  EXPECT_EQ(*ReadFile(path), "second");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(FileTest, ASecretIsItsOwnersAlone) {
  const std::string path = folder_ + "/key";
  ASSERT_TRUE(WriteFileAtomically(path, "open").ok());
  ASSERT_TRUE(WriteSecretFile(path, "secret").ok());
  EXPECT_EQ(*ReadFile(path), "secret");
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(path).permissions(), perms::owner_read | perms::owner_write);
}

TEST_F(FileTest, ErrorsNameThePathAndSayWhatItWas) {
  const auto missing = ReadFile(folder_ + "/none");
  EXPECT_EQ(missing.status().code(), absl::StatusCode::kNotFound);
  EXPECT_NE(std::string(missing.status().message()).find("/none"), std::string::npos);
  EXPECT_EQ(ReadFile(folder_).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(FileTest, ABoundIsKept) {
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/big", std::string(1000, 'x')).ok());
  EXPECT_EQ(ReadFile(folder_ + "/big", 999).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(ReadFile(folder_ + "/big", 1000).ok());
}

TEST_F(FileTest, AFilesIdentityIsThatOfItsContent) {
  const std::string content(200'000, 'x');
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/big", content).ok());
  const auto identity = IdentityOfFile(folder_ + "/big");
  ASSERT_TRUE(identity.ok()) << identity.status();
  EXPECT_EQ(identity->sha256, Sha256Hex(content));
  EXPECT_EQ(identity->size, 200'000);
  EXPECT_EQ(IdentityOfFile(folder_ + "/none").status().code(), absl::StatusCode::kNotFound);
}

// As two uploads of the same weights do.
TEST_F(FileTest, MayBeReplacedAtOnePathByManyThreadsAtOnce) {
  const std::string path = folder_ + "/shared";
  std::vector<std::thread> threads;
  std::atomic<int> failed = 0;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&path, &failed, thread] {
      for (int round = 0; round < 10; ++round) {
        const std::string content(1000, static_cast<char>('a' + thread));
        if (!WriteFileAtomically(path, content).ok()) ++failed;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failed, 0);
  const std::string content = *ReadFile(path);
  EXPECT_EQ(content, std::string(1000, content.front()));
}

}  // namespace
}  // namespace rookery

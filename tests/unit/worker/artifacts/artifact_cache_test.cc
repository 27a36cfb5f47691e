#include "worker/artifacts/artifact_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/sha256.h"

namespace rookery::worker {
namespace {

class ArtifactCacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "cache-" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<ArtifactCache> Open(int64_t bound = 1000) {
    auto cache = ArtifactCache::Open(folder_, bound, [this](const std::string& sha256) {
      ++downloads_;
      const auto found = store_.find(sha256);
      return found == store_.end() ? absl::StatusOr<std::string>(absl::NotFoundError("none"))
                                   : found->second;
    });
    return *std::move(cache);
  }
  std::string Put(const std::string& content) {
    const std::string sha256 = Sha256Hex(content);
    store_[sha256] = content;
    return sha256;
  }
  bool Has(const std::string& sha256) { return std::filesystem::exists(folder_ + "/" + sha256); }

  std::string folder_;
  std::map<std::string, std::string> store_;
  std::atomic<int> downloads_ = 0;
};

TEST_F(ArtifactCacheTest, DownloadsOnceAndKeepsThroughARestart) {
  const std::string sha256 = Put("weights");
  {
    auto cache = Open();
    EXPECT_EQ(*ReadFile(*cache->PathOf(sha256)), "weights");
    EXPECT_TRUE(cache->PathOf(sha256).ok());
  }
  EXPECT_TRUE(Open()->PathOf(sha256).ok());
  EXPECT_EQ(downloads_, 1);
}

TEST_F(ArtifactCacheTest, FetchesAFileAnewThatWasChanged) {
  const std::string sha256 = Put("weights");
  ASSERT_TRUE(Open()->PathOf(sha256).ok());
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/" + sha256, "tampered").ok());
  EXPECT_EQ(*ReadFile(*Open()->PathOf(sha256)), "weights");
  EXPECT_EQ(downloads_, 2);
}

TEST_F(ArtifactCacheTest, RefusesContentThatIsNotWhatWasAsked) {
  const std::string sha256 = Sha256Hex("right");
  store_[sha256] = "wrong";
  EXPECT_TRUE(absl::IsDataLoss(Open()->PathOf(sha256).status()));
  EXPECT_FALSE(Has(sha256));
  EXPECT_TRUE(absl::IsNotFound(Open()->PathOf(Sha256Hex("absent")).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(Open()->PathOf("../../etc/passwd").status()));
}

TEST_F(ArtifactCacheTest, DropsTheLeastRecentlyUsedBeyondItsBound) {
  const std::string a = Put(std::string(40, 'a'));
  const std::string b = Put(std::string(40, 'b'));
  const std::string c = Put(std::string(40, 'c'));
  auto cache = Open(100);
  ASSERT_TRUE(cache->PathOf(a).ok());
  ASSERT_TRUE(cache->PathOf(b).ok());
  ASSERT_TRUE(cache->PathOf(a).ok());
  ASSERT_TRUE(cache->PathOf(c).ok());
  EXPECT_TRUE(Has(a));
  EXPECT_FALSE(Has(b));
  EXPECT_TRUE(Has(c));
}

TEST_F(ArtifactCacheTest, ManyThreadsDownloadOnce) {
  const std::string sha256 = Put("book");
  auto cache = Open();
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { EXPECT_TRUE(cache->PathOf(sha256).ok()); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(downloads_, 1);
}

}  // namespace
}  // namespace rookery::worker

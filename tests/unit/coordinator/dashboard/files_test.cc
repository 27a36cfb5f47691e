#include "coordinator/dashboard/files.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery::coordinator::dashboard {
namespace {

TEST(DashboardFiles, TheRootIsThePage) {
  const File* root = FindFile("/");
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(root, FindFile("/index.html"));
  EXPECT_EQ(root->content_type, "text/html; charset=utf-8");
  EXPECT_EQ(root->bytes.substr(0, 15), "<!doctype html>");
  EXPECT_FALSE(root->hashed);
}

TEST(DashboardFiles, UnknownPathsAreNotFound) {
  EXPECT_EQ(FindFile(""), nullptr);
  EXPECT_EQ(FindFile("/index.htm"), nullptr);
  EXPECT_EQ(FindFile("/assets/../index.html"), nullptr);
}

TEST(DashboardFiles, ThePageNamesOnlyFilesThatAreEmbedded) {
  const std::string page(FindFile("/")->bytes);
  for (const std::string attribute : {"src=\"", "href=\"/assets", "href=\"/favicon"}) {
    for (size_t at = page.find(attribute); at != std::string::npos;
         at = page.find(attribute, at + 1)) {
      const size_t begin = page.find('"', at) + 1;
      const std::string path = page.substr(begin, page.find('"', begin) - begin);
      EXPECT_NE(FindFile(path), nullptr) << path;
    }
  }
}

TEST(DashboardFiles, ThePageObeysItsContentSecurityPolicy) {
  const std::string page(FindFile("/")->bytes);
  EXPECT_EQ(page.find("<style"), std::string::npos);
  EXPECT_EQ(page.find(" style="), std::string::npos);
  EXPECT_EQ(page.find("://"), std::string::npos) << "another origin";
  for (size_t at = page.find("<script"); at != std::string::npos;
       at = page.find("<script", at + 1)) {
    EXPECT_NE(page.substr(at, page.find('>', at) - at).find("src="), std::string::npos)
        << "an inline script";
  }
}

TEST(DashboardFiles, HashedFilesLieUnderAssetsAndFirstViewIsSmall) {
  size_t sent = 0;
  for (const File& file : Files()) {
    EXPECT_EQ(file.hashed, file.path.starts_with("/assets/")) << file.path;
    EXPECT_FALSE(file.bytes.empty()) << file.path;
    sent += file.gzip.empty() ? file.bytes.size() : file.gzip.size();
  }
  EXPECT_LT(sent, 200u * 1024);
}

}  // namespace
}  // namespace rookery::coordinator::dashboard

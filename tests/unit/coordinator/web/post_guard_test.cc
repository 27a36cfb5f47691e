#include "coordinator/web/post_guard.h"

#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

constexpr char kHere[] = "127.0.0.1";

PostRequest OwnPage() {
  return {"application/json", "127.0.0.1:7780", "http://127.0.0.1:7780", "same-origin"};
}

TEST(PostGuard, LetsTheOwnPageAndScriptsPass) {
  EXPECT_TRUE(MayPost(OwnPage(), kHere).ok());
  EXPECT_TRUE(MayPost({"application/json; charset=utf-8", "localhost:7780", "", ""}, kHere).ok());
  EXPECT_TRUE(MayPost({"application/json", "[::1]:7780", "", ""}, "::1").ok());
}

TEST(PostGuard, LetsOthersThanThisMachinePassWhoHaveProvedWhoTheyAre) {
  PostRequest remote = OwnPage();
  remote.host = "chess.example:7780";
  remote.origin = "https://chess.example:7780";
  EXPECT_TRUE(absl::IsPermissionDenied(MayPost(remote, "0.0.0.0")));
  EXPECT_TRUE(MayPost(remote, "0.0.0.0", true).ok());
  remote.origin = "https://evil.example";  // a browser may add what proves its user to any request
  EXPECT_TRUE(absl::IsPermissionDenied(MayPost(remote, "0.0.0.0", true)));
}

TEST(PostGuard, RefusesAnotherPage) {
  PostRequest request = OwnPage();
  request.origin = "https://evil.example";
  EXPECT_TRUE(absl::IsPermissionDenied(MayPost(request, kHere)));
  request = OwnPage();
  request.origin = "http://127.0.0.1:8000";  // another server on this machine
  EXPECT_TRUE(absl::IsPermissionDenied(MayPost(request, kHere)));
  request = OwnPage();
  request.origin = "null";
  EXPECT_TRUE(absl::IsPermissionDenied(MayPost(request, kHere)));
  request = OwnPage();
  request.fetch_site = "cross-site";
  EXPECT_TRUE(absl::IsPermissionDenied(MayPost(request, kHere)));
}

TEST(PostGuard, RefusesWhatAFormOfAnotherPageCouldSend) {
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", ""}) {
    PostRequest request = OwnPage();
    request.content_type = type;
    EXPECT_TRUE(absl::IsInvalidArgument(MayPost(request, kHere))) << type;
  }
}

TEST(PostGuard, RefusesANameThatSomebodyPointedHere) {
  PostRequest request = OwnPage();
  request.host = "evil.example:7780";
  request.origin = "http://evil.example:7780";
  EXPECT_TRUE(absl::IsPermissionDenied(MayPost(request, kHere)));
  request.host = "127.0.0.1.evil.example";
  request.origin = "http://127.0.0.1.evil.example";
  EXPECT_TRUE(absl::IsPermissionDenied(MayPost(request, kHere)));
}

TEST(PostGuard, WritesNothingWhereOthersCanReachIt) {
  EXPECT_TRUE(absl::IsPermissionDenied(MayPost(OwnPage(), "0.0.0.0")));
}

}  // namespace
}  // namespace rookery::coordinator

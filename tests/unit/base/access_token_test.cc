#include "base/access_token.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"

namespace rookery {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kSecret(64, '5');
const std::string kFingerprint(64, 'a');

TEST(AccessToken, IsReadBackFromItsText) {
  for (const std::string& fingerprint : {std::string(), kFingerprint}) {
    const AccessToken token{"k3w", kSecret, fingerprint};
    EXPECT_EQ(*ParseAccessToken("\n " + ToText(token) + "\r\n"), token);
  }
}

TEST(AccessToken, IsRefusedWithoutBeingRepeated) {
  for (const std::string& bad :
       {std::string(""), std::string("hunter2"), "rook_k3w_" + kSecret + "_", "rook__" + kSecret,
        "rook_k3w_" + kSecret.substr(1), "rook_k3w_" + kSecret + "_" + kFingerprint + "_x",
        "ROOK_k3w_" + kSecret, "rook_K3W_" + kSecret,
        "rook_" + std::string(33, 'a') + "_" + kSecret}) {
    const absl::Status status = ParseAccessToken(bad).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << bad;
    EXPECT_THAT(Message(status), Not(HasSubstr(kSecret.substr(2))));
    EXPECT_THAT(Message(status), Not(HasSubstr("hunter2")));
  }
}

TEST(AccessToken, TravelsAsABearerWithoutItsFingerprint) {
  const std::string bearer = BearerOf({"k3w", kSecret, kFingerprint});
  EXPECT_EQ(bearer, "Bearer k3w_" + kSecret);
  EXPECT_EQ(*ParseBearer(bearer), (AccessToken{"k3w", kSecret, ""}));
  // As the guide says it: with the text of the token's file.
  for (const std::string& fingerprint : {std::string(), kFingerprint}) {
    const std::string text = ToText({"k3w", kSecret, fingerprint});
    EXPECT_EQ(*ParseBearer("Bearer " + text), (AccessToken{"k3w", kSecret, ""}));
    EXPECT_EQ(*ParseBearer("Bearer " + text + " "), (AccessToken{"k3w", kSecret, ""}));
    EXPECT_FALSE(ParseBearer("Bearer " + text + "_0").ok());
    EXPECT_FALSE(ParseBearer(text).ok());
  }
  for (const std::string& bad :
       {std::string(), std::string("Bearer "), "bearer k3w_" + kSecret,
        "Bearer k3w_" + kSecret + "0", "Bearer _" + kSecret, "Basic k3w_" + kSecret}) {
    EXPECT_EQ(ParseBearer(bad).status().code(), absl::StatusCode::kUnauthenticated) << bad;
  }
}

}  // namespace
}  // namespace rookery

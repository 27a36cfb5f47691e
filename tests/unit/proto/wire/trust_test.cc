#include "proto/wire/trust.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/access_token.h"
#include "base/file.h"
#include "base/status.h"
#include "base/tls/certificate.h"
#include "tests/support/temp_path.h"

namespace rookery::wire {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const AccessToken kToken{"abc", std::string(64, '7'), ""};

TEST(Trust, IsPlaintextOnLoopbackWhereNothingElseIsSaid) {
  const auto credentials = ResolveTrust({.address = "127.0.0.1:7700"});
  ASSERT_TRUE(credentials.ok()) << credentials.status();
  EXPECT_FALSE(credentials->tls());
  EXPECT_EQ(credentials->bearer, "");
}

TEST(Trust, RefusesPlaintextToAnotherHostUnlessItIsAskedFor) {
  const auto refused = ResolveTrust({.address = "chess.example:7700"});
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Message(refused.status()), HasSubstr("--insecure"));
  const auto asked = ResolveTrust({.address = "chess.example:7700", .insecure = true});
  ASSERT_TRUE(asked.ok()) << asked.status();
  EXPECT_FALSE(asked->tls());
}

TEST(Trust, TakesTheTokenFromAFileAndTheAuthorityFromAnother) {
  const std::string token_file = testing::TempPath("token");
  const std::string ca_file = testing::TempPath("ca");
  const tls::Identity authority = *tls::MakeAuthority(absl::FromUnixSeconds(1'800'000'000));
  ASSERT_TRUE(WriteSecretFile(token_file, ToText(kToken) + "\n").ok());
  ASSERT_TRUE(WriteFileAtomically(ca_file, authority.certificate_pem).ok());
  const auto credentials =
      ResolveTrust({.address = "chess.example:7700", .token_file = token_file, .ca_file = ca_file});
  ASSERT_TRUE(credentials.ok()) << credentials.status();
  EXPECT_EQ(credentials->bearer, BearerOf(kToken));
  EXPECT_EQ(credentials->authority_pem, authority.certificate_pem);
}

TEST(Trust, NamesABrokenSourceWithoutRepeatingTheToken) {
  const std::string file = testing::TempPath("token");
  ASSERT_TRUE(WriteSecretFile(file, "rook_abc_" + std::string(63, '7')).ok());
  const auto damaged = ResolveTrust({.address = "localhost:7700", .token_file = file});
  EXPECT_EQ(damaged.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Message(damaged.status()), HasSubstr(file));
  EXPECT_THAT(Message(damaged.status()), Not(HasSubstr("777")));
  for (const TrustSources& missing :
       {TrustSources{.address = "localhost:1", .token_file = "/nonexistent"},
        TrustSources{.address = "localhost:1", .ca_file = "/nonexistent"},
        TrustSources{.address = "localhost:1", .ca_file = file},
        TrustSources{.address = "localhost:1", .fingerprint = "12"}}) {
    EXPECT_EQ(ResolveTrust(missing).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST(Trust, SaysThatNobodyAnswersWhereTheAuthorityCantBeAsked) {
  const auto nobody = ResolveTrust({.address = "127.0.0.1:1", .fingerprint = std::string(64, 'a')});
  EXPECT_EQ(nobody.status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace rookery::wire

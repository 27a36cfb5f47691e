#include "coordinator/app/tls_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "base/status.h"
#include "tests/support/temp_path.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

const absl::Time kNow = absl::FromUnixSeconds(1'800'000'000);
const std::vector<std::string> kHosts = {"localhost", "127.0.0.1"};

class TlsFilesTest : public ::testing::Test {
 protected:
  const std::string folder_ = rookery::testing::TempPath("tls");
  void TearDown() override { std::filesystem::remove_all(folder_); }
};

TEST_F(TlsFilesTest, AreTheSameAtEveryStart) {
  const auto first = SetUpTls(folder_, kHosts, kNow);
  ASSERT_TRUE(first.ok()) << first.status();
  const auto second = SetUpTls(folder_, kHosts, kNow + absl::Hours(24));
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->fingerprint, first->fingerprint);
  EXPECT_EQ(second->server.certificate_pem, first->server.certificate_pem);
}

TEST_F(TlsFilesTest, KeepTheAuthorityWhenTheServersCertificateIsMadeAgain) {
  const auto first = SetUpTls(folder_, kHosts, kNow);
  const auto other_hosts = SetUpTls(folder_, {"localhost", "chess.example"}, kNow);
  ASSERT_TRUE(other_hosts.ok()) << other_hosts.status();
  EXPECT_EQ(other_hosts->fingerprint, first->fingerprint);
  EXPECT_NE(other_hosts->server.certificate_pem, first->server.certificate_pem);
  const auto old = SetUpTls(folder_, {"localhost", "chess.example"}, kNow + absl::Hours(24 * 800));
  ASSERT_TRUE(old.ok()) << old.status();
  EXPECT_EQ(old->fingerprint, first->fingerprint);
  EXPECT_NE(old->server.certificate_pem, other_hosts->server.certificate_pem);
}

TEST_F(TlsFilesTest, HaveKeysThatOnlyTheirOwnerReads) {
  ASSERT_TRUE(SetUpTls(folder_, kHosts, kNow).ok());
  using std::filesystem::perms;
  for (const char* key : {"/authority.key", "/server.key"}) {
    EXPECT_EQ(std::filesystem::status(folder_ + key).permissions(),
              perms::owner_read | perms::owner_write)
        << key;
  }
}

TEST_F(TlsFilesTest, AreNotMadeAnewWhereTheAuthoritysKeyWasLost) {
  ASSERT_TRUE(SetUpTls(folder_, kHosts, kNow).ok());
  std::filesystem::remove(folder_ + "/authority.key");
  const auto lost = SetUpTls(folder_, kHosts, kNow);
  EXPECT_EQ(lost.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(Message(lost.status()), HasSubstr("authority.key is missing"));
}

}  // namespace
}  // namespace rookery::coordinator

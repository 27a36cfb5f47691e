#include "proto/wire/trust_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "base/file.h"
#include "base/status.h"
#include "base/tls/certificate.h"
#include "tests/support/temp_path.h"

namespace rookery::wire {
namespace {

using ::testing::HasSubstr;

const AccessToken kToken{"abc", std::string(64, '7'), ""};

TEST(TrustWords, DoesNotTakeAnEmptyFileForNoToken) {
  const std::string empty = testing::TempPath("empty");
  ASSERT_TRUE(WriteSecretFile(empty, "").ok());
  for (const std::string& file : {empty, std::string("/dev/null")}) {
    const TrustSources sources{.address = "localhost:7700", .token_file = file};
    for (const absl::Status& status :
         {ResolveTrust(sources).status(), WithTokenRead(sources).status(),
          ReadExpectation(sources).status()}) {
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_THAT(Message(status), HasSubstr("--token-file " + file + " is empty"));
    }
  }
}

TEST(TrustWords, SaysWhatItExpectsWithoutAsking) {
  const std::string ca_file = testing::TempPath("ca");
  const tls::Identity authority = *tls::MakeAuthority(absl::FromUnixSeconds(1'800'000'000));
  ASSERT_TRUE(WriteFileAtomically(ca_file, authority.certificate_pem).ok());
  const std::string print(64, 'a');
  const std::string pinned = ToText({"abc", std::string(64, '7'), print});
  const auto expected = [](const TrustSources& sources) {
    const auto read = ReadExpectation(sources);
    EXPECT_TRUE(read.ok()) << read.status();
    return std::pair(read->token_id, read->authority);
  };
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(expected({.address = "a:1"}), Pair("", ""));
  EXPECT_EQ(expected({.address = "a:1", .token = ToText(kToken)}), Pair("abc", ""));
  EXPECT_EQ(expected({.address = "a:1", .token = pinned}), Pair("abc", print));
  EXPECT_EQ(expected({.address = "a:1", .token = pinned, .fingerprint = std::string(64, 'b')}),
            Pair("abc", std::string(64, 'b')));
  EXPECT_EQ(expected({.address = "a:1", .token = pinned, .ca_file = ca_file}),
            Pair("abc", *tls::Fingerprint(authority.certificate_pem)));
}

}  // namespace
}  // namespace rookery::wire

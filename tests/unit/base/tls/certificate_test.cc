#include "base/tls/certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>

#include "base/sha256.h"
#include "base/status.h"

namespace rookery::tls {
namespace {

using ::testing::HasSubstr;

const absl::Time kNow = absl::FromUnixSeconds(1'800'000'000);

using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
Certificate Read(const std::string& pem) {
  BIO* bio = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
  Certificate certificate(PEM_read_bio_X509(bio, nullptr, nullptr, nullptr), &X509_free);
  BIO_free_all(bio);
  return certificate;
}

// What OpenSSL's own verification says of `pem` under the authority, for a purpose, at a time.
int Verify(const std::string& pem, const Identity& authority, int purpose, absl::Time at) {
  const Certificate root = Read(authority.certificate_pem);
  const Certificate leaf = Read(pem);
  X509_STORE* store = X509_STORE_new();
  X509_STORE_add_cert(store, root.get());
  X509_STORE_CTX* context = X509_STORE_CTX_new();
  X509_STORE_CTX_init(context, store, leaf.get(), nullptr);
  X509_STORE_CTX_set_purpose(context, purpose);
  X509_STORE_CTX_set_time(context, 0, absl::ToTimeT(at));
  X509_verify_cert(context);
  const int error = X509_STORE_CTX_get_error(context);
  X509_STORE_CTX_free(context);
  X509_STORE_free(store);
  return error;
}

TEST(Certificates, OfAServerAreBelievedUnderItsAuthorityAlone) {
  const Identity authority = *MakeAuthority(kNow);
  const Identity other = *MakeAuthority(kNow);
  const Identity server =
      *MakeServerIdentity(authority, {"chess.example", "10.0.0.7", "::1"}, kNow);
  EXPECT_EQ(Verify(server.certificate_pem, authority, X509_PURPOSE_SSL_SERVER, kNow), X509_V_OK);
  EXPECT_NE(Verify(server.certificate_pem, other, X509_PURPOSE_SSL_SERVER, kNow), X509_V_OK);
  EXPECT_NE(Verify(server.certificate_pem, authority, X509_PURPOSE_SSL_CLIENT, kNow), X509_V_OK);
  const Certificate leaf = Read(server.certificate_pem);
  for (const char* name : {kCoordinatorName, "chess.example"}) {
    EXPECT_EQ(X509_check_host(leaf.get(), name, 0, 0, nullptr), 1) << name;
  }
  EXPECT_EQ(X509_check_ip_asc(leaf.get(), "10.0.0.7", 0), 1);
  EXPECT_EQ(X509_check_ip_asc(leaf.get(), "::1", 0), 1);
  EXPECT_EQ(X509_check_host(leaf.get(), "evil.example", 0, 0, nullptr), 0);
}

TEST(Certificates, OfAWorkerCarryTheNameThatTheAuthorityGaveAndEnd) {
  const Identity authority = *MakeAuthority(kNow);
  const SigningRequest request = *MakeSigningRequest();
  const auto signed_pem =
      SignClient(authority, request.request_pem, {"worker-7", kNow, kNow + absl::Hours(24 * 30)});
  ASSERT_TRUE(signed_pem.ok()) << signed_pem.status();
  EXPECT_EQ(Verify(*signed_pem, authority, X509_PURPOSE_SSL_CLIENT, kNow), X509_V_OK);
  EXPECT_NE(Verify(*signed_pem, authority, X509_PURPOSE_SSL_SERVER, kNow), X509_V_OK);
  EXPECT_EQ(Verify(*signed_pem, authority, X509_PURPOSE_SSL_CLIENT, kNow + absl::Hours(24 * 31)),
            X509_V_ERR_CERT_HAS_EXPIRED);
  EXPECT_EQ(*ExpiryOf(*signed_pem), kNow + absl::Hours(24 * 30));
  char name[64] = "";
  X509_NAME_get_text_by_NID(X509_get_subject_name(Read(*signed_pem).get()), NID_commonName, name,
                            sizeof name);
  EXPECT_STREQ(name, "worker-7");
}

TEST(Certificates, AreNotSignedByOneThatWasSignedItself) {
  const Identity authority = *MakeAuthority(kNow);
  const Identity server = *MakeServerIdentity(authority, {}, kNow);
  const SigningRequest request = *MakeSigningRequest();
  EXPECT_FALSE(
      SignClient(server, request.request_pem, {"worker-7", kNow, kNow + absl::Hours(1)}).ok());
}

TEST(Certificates, HaveTheFingerprintOfTheirBytes) {
  const Identity authority = *MakeAuthority(kNow);
  const std::string fingerprint = *Fingerprint(authority.certificate_pem);
  EXPECT_TRUE(IsSha256Hex(fingerprint));
  EXPECT_EQ(*Fingerprint("text before\n" + authority.certificate_pem), fingerprint);
  EXPECT_NE(*Fingerprint(MakeAuthority(kNow)->certificate_pem), fingerprint);
}

TEST(Certificates, AreRefusedWhereTheTextIsSomethingElse) {
  const Identity authority = *MakeAuthority(kNow);
  const ClientTerms terms{"w", kNow, kNow + absl::Hours(1)};
  for (const std::string& bad : {std::string(), std::string("hello"), authority.certificate_pem,
                                 std::string(1 << 20, 'A')}) {
    EXPECT_EQ(SignClient(authority, bad, terms).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(Fingerprint("hello").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ExpiryOf("").status().code(), absl::StatusCode::kInvalidArgument);
  for (const char* host : {"", "a,DNS:evil", "a b", "a\nb"}) {
    EXPECT_THAT(Message(MakeServerIdentity(authority, {host}, kNow).status()),
                HasSubstr("neither a host's name nor an IP address"));
  }
  Identity no_key = authority;
  no_key.key_pem = authority.certificate_pem;
  EXPECT_THAT(Message(MakeServerIdentity(no_key, {}, kNow).status()), HasSubstr("private key"));
}

}  // namespace
}  // namespace rookery::tls

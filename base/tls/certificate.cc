#include "base/tls/certificate.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "base/sha256.h"
#include "base/status.h"

namespace rookery::tls {
namespace {

constexpr absl::Duration kClockSkew = absl::Hours(24);  // of hosts whose clocks are behind
constexpr absl::Duration kAuthorityLife = absl::Hours(24 * 3650);
constexpr absl::Duration kServerLife = absl::Hours(24 * 825);
constexpr size_t kMaxPem = 64 << 10;
constexpr size_t kMaxHosts = 64;

template <auto Free>
struct Freer {
  template <typename T>
  void operator()(T* pointer) const {
    Free(pointer);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freer<X509_free>>;
using Request = std::unique_ptr<X509_REQ, Freer<X509_REQ_free>>;
using Bio = std::unique_ptr<BIO, Freer<BIO_free_all>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freer<X509_EXTENSION_free>>;

absl::Status OpenSslFailed(std::string_view what) {
  return Error(absl::StatusCode::kInternal, "OpenSSL could not {}", what);
}

Bio ReaderOf(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(std::min(text.size(), kMaxPem))));
}

// What `write` puts into memory, as text.
template <typename Write>
absl::StatusOr<std::string> Written(const Write& write) {
  const Bio memory(BIO_new(BIO_s_mem()));
  if (memory == nullptr || write(memory.get()) != 1) return OpenSslFailed("write PEM");
  char* data = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &data);
  return std::string(data, static_cast<size_t>(size));
}

absl::StatusOr<std::string> PemOf(X509* certificate) {
  return Written([&](BIO* out) { return PEM_write_bio_X509(out, certificate); });
}

absl::StatusOr<std::string> PemOf(EVP_PKEY* key) {
  return Written([&](BIO* out) {
    return PEM_write_bio_PKCS8PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr);
  });
}

absl::StatusOr<Certificate> ReadCertificate(const std::string& pem) {
  Certificate certificate(PEM_read_bio_X509(ReaderOf(pem).get(), nullptr, nullptr, nullptr));
  if (certificate == nullptr) return InvalidArgument("the text holds no certificate in PEM form");
  return certificate;
}

// Never asks a terminal for a pass phrase.
absl::StatusOr<Key> ReadKey(const std::string& pem) {
  char empty[] = "";
  Key key(PEM_read_bio_PrivateKey(ReaderOf(pem).get(), nullptr, nullptr, empty));
  if (key == nullptr) return InvalidArgument("the text holds no private key in PEM form");
  return key;
}

absl::StatusOr<Key> NewKey() {
  Key key(EVP_EC_gen("P-256"));
  if (key == nullptr) return OpenSslFailed("make a key");
  return key;
}

bool SetSerial(X509* certificate) {
  unsigned char bytes[16];
  if (RAND_bytes(bytes, sizeof bytes) != 1) return false;
  bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7f) | 0x40);  // positive, of full length
  BIGNUM* number = BN_bin2bn(bytes, sizeof bytes, nullptr);
  const bool done = BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nullptr;
  BN_free(number);
  return done;
}

bool SetName(X509_NAME* name, const std::string& text) {
  return X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
                                    reinterpret_cast<const unsigned char*>(text.data()),
                                    static_cast<int>(text.size()), -1, 0) == 1;
}

bool AddExtension(X509* certificate, X509* issuer, int nid, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str()));
  return extension != nullptr && X509_add_ext(certificate, extension.get(), -1) == 1;
}

struct Terms {
  std::string name;
  absl::Time from;
  absl::Time until;
};

// A certificate of `key` without extensions and signature. `issuer`: null if it signs itself.
absl::StatusOr<Certificate> Begun(EVP_PKEY* key, X509* issuer, const Terms& terms) {
  Certificate made(X509_new());
  if (made == nullptr || X509_set_version(made.get(), X509_VERSION_3) != 1 ||
      !SetSerial(made.get()) || !SetName(X509_get_subject_name(made.get()), terms.name) ||
      X509_set_pubkey(made.get(), key) != 1) {
    return OpenSslFailed("begin a certificate");
  }
  X509* const from = issuer == nullptr ? made.get() : issuer;
  if (X509_set_issuer_name(made.get(), X509_get_subject_name(from)) != 1 ||
      ASN1_TIME_set(X509_getm_notBefore(made.get()), absl::ToTimeT(terms.from)) == nullptr ||
      ASN1_TIME_set(X509_getm_notAfter(made.get()), absl::ToTimeT(terms.until)) == nullptr) {
    return OpenSslFailed("date a certificate");
  }
  return made;
}

struct Wanted {
  int nid;
  std::string value;
};

absl::Status Finish(X509* certificate, X509* issuer, EVP_PKEY* issuer_key,
                    const std::vector<Wanted>& extensions) {
  for (const Wanted& one : extensions) {
    if (!AddExtension(certificate, issuer, one.nid, one.value)) {
      return InvalidArgument("'{}' can't be put into a certificate", one.value);
    }
  }
  if (X509_sign(certificate, issuer_key, EVP_sha256()) == 0) return OpenSslFailed("sign");
  return absl::OkStatus();
}

bool IsAddress(const std::string& host) {
  ASN1_OCTET_STRING* const octets = a2i_IPADDRESS(host.c_str());
  ASN1_OCTET_STRING_free(octets);
  return octets != nullptr;
}

// Commas and colons of a host would be read as further entries.
absl::StatusOr<std::string> AlternativeNames(const std::vector<std::string>& hosts) {
  if (hosts.size() > kMaxHosts) return InvalidArgument("at most {} hosts are allowed", kMaxHosts);
  std::string names = fmt::format("DNS:{}", kCoordinatorName);
  for (const std::string& host : hosts) {
    if (IsAddress(host)) {
      names += ",IP:" + host;
    } else if (!host.empty() && std::all_of(host.begin(), host.end(), [](unsigned char c) {
                 return std::isalnum(c) || c == '-' || c == '.' || c == '_';
               })) {
      names += ",DNS:" + host;
    } else {
      return InvalidArgument("'{}' is neither a host's name nor an IP address", host);
    }
  }
  return names;
}

}  // namespace

absl::StatusOr<Identity> MakeAuthority(absl::Time now) {
  ROOKERY_ASSIGN_OR_RETURN(const Key key, NewKey());
  ROOKERY_ASSIGN_OR_RETURN(
      const Certificate made,
      Begun(key.get(), nullptr, {"Rookery authority", now - kClockSkew, now + kAuthorityLife}));
  ROOKERY_RETURN_IF_ERROR(Finish(made.get(), made.get(), key.get(),
                                 {{NID_basic_constraints, "critical,CA:TRUE,pathlen:0"},
                                  {NID_key_usage, "critical,keyCertSign,cRLSign"},
                                  {NID_subject_key_identifier, "hash"}}));
  Identity identity;
  ROOKERY_ASSIGN_OR_RETURN(identity.certificate_pem, PemOf(made.get()));
  ROOKERY_ASSIGN_OR_RETURN(identity.key_pem, PemOf(key.get()));
  return identity;
}

absl::StatusOr<Identity> MakeServerIdentity(const Identity& authority,
                                            const std::vector<std::string>& hosts, absl::Time now) {
  ROOKERY_ASSIGN_OR_RETURN(const Certificate issuer, ReadCertificate(authority.certificate_pem));
  ROOKERY_ASSIGN_OR_RETURN(const Key issuer_key, ReadKey(authority.key_pem));
  ROOKERY_ASSIGN_OR_RETURN(const std::string names, AlternativeNames(hosts));
  ROOKERY_ASSIGN_OR_RETURN(const Key key, NewKey());
  ROOKERY_ASSIGN_OR_RETURN(
      const Certificate made,
      Begun(key.get(), issuer.get(), {kCoordinatorName, now - kClockSkew, now + kServerLife}));
  ROOKERY_RETURN_IF_ERROR(Finish(made.get(), issuer.get(), issuer_key.get(),
                                 {{NID_basic_constraints, "critical,CA:FALSE"},
                                  {NID_key_usage, "critical,digitalSignature"},
                                  {NID_ext_key_usage, "serverAuth"},
                                  {NID_authority_key_identifier, "keyid"},
                                  {NID_subject_alt_name, names}}));
  Identity identity;
  ROOKERY_ASSIGN_OR_RETURN(identity.certificate_pem, PemOf(made.get()));
  ROOKERY_ASSIGN_OR_RETURN(identity.key_pem, PemOf(key.get()));
  return identity;
}

absl::StatusOr<SigningRequest> MakeSigningRequest() {
  ROOKERY_ASSIGN_OR_RETURN(const Key key, NewKey());
  const Request request(X509_REQ_new());
  if (request == nullptr || X509_REQ_set_pubkey(request.get(), key.get()) != 1 ||
      X509_REQ_sign(request.get(), key.get(), EVP_sha256()) == 0) {
    return OpenSslFailed("make a signing request");
  }
  SigningRequest made;
  ROOKERY_ASSIGN_OR_RETURN(made.key_pem, PemOf(key.get()));
  ROOKERY_ASSIGN_OR_RETURN(made.request_pem, Written([&](BIO* out) {
                             return PEM_write_bio_X509_REQ(out, request.get());
                           }));
  return made;
}

absl::StatusOr<std::string> SignClient(const Identity& authority, const std::string& request_pem,
                                       const ClientTerms& terms) {
  ROOKERY_ASSIGN_OR_RETURN(const Certificate issuer, ReadCertificate(authority.certificate_pem));
  ROOKERY_ASSIGN_OR_RETURN(const Key issuer_key, ReadKey(authority.key_pem));
  const Request request(
      PEM_read_bio_X509_REQ(ReaderOf(request_pem).get(), nullptr, nullptr, nullptr));
  // The signature shows that whoever asks holds the key.
  EVP_PKEY* const key = request == nullptr ? nullptr : X509_REQ_get0_pubkey(request.get());
  if (key == nullptr || X509_REQ_verify(request.get(), key) != 1) {
    return InvalidArgument("the text holds no valid signing request in PEM form");
  }
  ROOKERY_ASSIGN_OR_RETURN(
      const Certificate made,
      Begun(key, issuer.get(), {terms.name, terms.now - kClockSkew, terms.expires}));
  ROOKERY_RETURN_IF_ERROR(Finish(made.get(), issuer.get(), issuer_key.get(),
                                 {{NID_basic_constraints, "critical,CA:FALSE"},
                                  {NID_key_usage, "critical,digitalSignature"},
                                  {NID_ext_key_usage, "clientAuth"},
                                  {NID_authority_key_identifier, "keyid"}}));
  return PemOf(made.get());
}

absl::StatusOr<std::string> Fingerprint(const std::string& certificate_pem) {
  ROOKERY_ASSIGN_OR_RETURN(const Certificate certificate, ReadCertificate(certificate_pem));
  unsigned char* der = nullptr;
  const int size = i2d_X509(certificate.get(), &der);
  if (size <= 0) return OpenSslFailed("encode a certificate");
  const std::string bytes(reinterpret_cast<char*>(der), static_cast<size_t>(size));
  OPENSSL_free(der);
  return Sha256Hex(bytes);
}

absl::StatusOr<absl::Time> ExpiryOf(const std::string& certificate_pem) {
  ROOKERY_ASSIGN_OR_RETURN(const Certificate certificate, ReadCertificate(certificate_pem));
  std::tm end{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &end) != 1) {
    return OpenSslFailed("read a certificate's date");
  }
  return absl::FromTM(end, absl::UTCTimeZone());
}

}  // namespace rookery::tls

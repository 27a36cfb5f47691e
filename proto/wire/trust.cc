#include "proto/wire/trust.h"

#include "base/access_token.h"
#include "base/file.h"
#include "base/loopback.h"
#include "base/sha256.h"
#include "base/status.h"
#include "base/tls/certificate.h"
#include "base/tls/pin.h"

namespace rookery::wire {
namespace {

constexpr int64_t kMostTokenBytes = 4096;
constexpr int64_t kMostPemBytes = 64 << 10;

absl::StatusOr<AccessToken> ReadToken(const TrustSources& sources) {
  std::string text = sources.token;
  std::string source = "ROOKERY_TOKEN";
  if (!sources.token_file.empty()) {
    const bool standard_input = sources.token_file == "-";
    source = standard_input ? "standard input" : sources.token_file;
    const auto read = ReadFile(standard_input ? "/dev/stdin" : sources.token_file, kMostTokenBytes);
    if (!read.ok()) return InvalidArgument("the token: {}", Message(read.status()));
    text = *read;
  }
  if (text.empty()) return AccessToken();
  absl::StatusOr<AccessToken> token = ParseAccessToken(text);
  if (!token.ok()) return InvalidArgument("{}: {}", source, Message(token.status()));
  return token;
}

absl::StatusOr<std::string> ReadAuthority(const std::string& path) {
  absl::StatusOr<std::string> pem = ReadFile(path, kMostPemBytes);
  if (!pem.ok()) return InvalidArgument("the authority: {}", Message(pem.status()));
  if (const auto print = tls::Fingerprint(*pem); !print.ok()) {
    return InvalidArgument("{}: {}", path, Message(print.status()));
  }
  return pem;
}

}  // namespace

absl::StatusOr<Credentials> ResolveTrust(const TrustSources& sources, absl::Duration limit) {
  Credentials credentials;
  ROOKERY_ASSIGN_OR_RETURN(const AccessToken token, ReadToken(sources));
  const std::string& fingerprint =
      sources.fingerprint.empty() ? token.fingerprint : sources.fingerprint;
  if (!sources.ca_file.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(credentials.authority_pem, ReadAuthority(sources.ca_file));
  } else if (!fingerprint.empty()) {
    if (!IsSha256Hex(fingerprint)) {
      return InvalidArgument(
          "fingerprint: 64 hexadecimal digits are expected, as the coordinator "
          "prints them when it starts with --tls");
    }
    ROOKERY_ASSIGN_OR_RETURN(credentials.authority_pem,
                             tls::FetchPinnedAuthority(sources.address, fingerprint, limit));
  } else if (!sources.insecure && !IsLoopbackHost(HostOf(sources.address))) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "{} is another host, and nothing says how to know it: give a token that carries "
                 "its fingerprint (--token-file), or --fingerprint, or --ca; or ask for plaintext, "
                 "which everyone on the way can read and change, with --insecure",
                 sources.address);
  }
  if (!token.id.empty()) credentials.bearer = BearerOf(token);
  return credentials;
}

}  // namespace rookery::wire

#include "proto/wire/trust.h"

#include "base/loopback.h"
#include "base/sha256.h"
#include "base/status.h"
#include "base/tls/pin.h"
#include "proto/wire/trust_words.h"

namespace rookery::wire {

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

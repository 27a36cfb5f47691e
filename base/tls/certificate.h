// The certificates of a fleet: one authority a coordinator, which signs the coordinator's own
// certificate and one for each worker that joins. ECDSA on P-256, X.509 v3 (OpenSSL underneath).
// Everything is PEM text; keys are secrets, so write them to files that only their owner reads.
//
// Any thread. Time comes in as an argument. Errors: InvalidArgument for text that isn't what it
// should be; Internal where OpenSSL fails for no reason of the caller's.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace rookery::tls {

// The name that every coordinator's certificate carries beside its hosts. Whoever pinned the
// authority asks for this name, so that a coordinator may move to another host.
inline constexpr const char* kCoordinatorName = "rookery-coordinator";

struct Identity {
  std::string certificate_pem;
  std::string key_pem;
};

// Signs itself; may sign others.
absl::StatusOr<Identity> MakeAuthority(absl::Time now);

// For a server at `hosts` (names or IP addresses), beside kCoordinatorName.
absl::StatusOr<Identity> MakeServerIdentity(const Identity& authority,
                                            const std::vector<std::string>& hosts, absl::Time now);

// A worker's half: a key of its own that never leaves it, and the request to have it signed.
struct SigningRequest {
  std::string key_pem;
  std::string request_pem;
};
absl::StatusOr<SigningRequest> MakeSigningRequest();

// The authority's half: the certificate of the key in the request, for `name` and nothing that the
// request may claim. Valid until `expires`.
struct ClientTerms {
  std::string name;
  absl::Time now;
  absl::Time expires;
};
absl::StatusOr<std::string> SignClient(const Identity& authority, const std::string& request_pem,
                                       const ClientTerms& terms);

// SHA-256 of the first certificate in the text (its DER form), 64 hexadecimal digits.
absl::StatusOr<std::string> Fingerprint(const std::string& certificate_pem);

// When the first certificate in the text stops to be valid.
absl::StatusOr<absl::Time> ExpiryOf(const std::string& certificate_pem);

}  // namespace rookery::tls

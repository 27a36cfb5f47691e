// Whom to believe: fetches a server's authority by a fingerprint that came another way (in a
// token), so that the first connection is as safe as the later ones.
//
// Blocks the caller up to the limit; any thread. Unavailable if nobody answers, PermissionDenied if
// the server isn't the one of the fingerprint: someone else answers at this address.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace rookery::tls {

// The certificate in the chain of the server at HOST:PORT that has this fingerprint, as PEM. What
// the server sends besides is not believed, and nothing is sent to it.
absl::StatusOr<std::string> FetchPinnedAuthority(const std::string& address,
                                                 const std::string& fingerprint,
                                                 absl::Duration limit);

}  // namespace rookery::tls

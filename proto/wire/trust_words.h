// What the sources of trust say by themselves, before anybody is asked. Reads files; any thread. No
// message repeats a token's text.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "base/access_token.h"
#include "proto/wire/trust.h"

namespace rookery::wire {

// The token of the file or of the environment; one without id if there is neither. InvalidArgument
// for a file that can't be read, is empty, or holds no token.
absl::StatusOr<AccessToken> ReadToken(const TrustSources& sources);

// An authority's certificate.
absl::StatusOr<std::string> ReadAuthority(const std::string& path);

// The same sources with the token's text in place of its file: standard input is read but once.
absl::StatusOr<TrustSources> WithTokenRead(TrustSources sources);

struct Expectation {
  std::string token_id;   // empty: no token
  std::string authority;  // fingerprint of the one to believe; empty: none, that is, plaintext
};
absl::StatusOr<Expectation> ReadExpectation(const TrustSources& sources);

}  // namespace rookery::wire

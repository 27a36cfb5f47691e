// Whom a caller believes and how it proves itself: TLS or not, the authority that the coordinator's
// certificate must come from, the token that each call carries. One set of rules for the command
// line and the worker.
//
// ResolveTrust reads files and may ask the coordinator for its authority, which blocks up to the
// limit; the rest is pure. Any thread. No message repeats a token's text.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace rookery::wire {

// What a channel needs. Without an authority it is plaintext.
struct Credentials {
  std::string authority_pem;    // whoever answers must be certified by it
  std::string bearer;           // value of each call's "authorization"; empty: no token
  std::string certificate_pem;  // a worker's own, for mutual TLS; empty: none
  std::string key_pem;

  bool tls() const { return !authority_pem.empty(); }
};

struct TrustSources {
  std::string address;          // HOST:PORT
  std::string token_file = {};  // "-": standard input; empty: none
  std::string token = {};       // its text, where it comes from the environment
  std::string ca_file = {};     // the authority's certificate, PEM
  std::string fingerprint =
      {};                 // of the authority, 64 digits; the token's own is used if it is empty
  bool insecure = false;  // plaintext to another host was asked for
};

inline constexpr absl::Duration kPinLimit = absl::Seconds(10);

// Errors say what to do: InvalidArgument for what the sources say wrongly, FailedPrecondition for
// plaintext to another host that nobody asked for, PermissionDenied where someone else answers at
// the address, Unavailable where nobody does.
absl::StatusOr<Credentials> ResolveTrust(const TrustSources& sources,
                                         absl::Duration limit = kPinLimit);

}  // namespace rookery::wire

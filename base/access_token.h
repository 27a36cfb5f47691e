// The text of an access token, as people and files hold it:
//   rook_ID_SECRET               for a coordinator without TLS
//   rook_ID_SECRET_FINGERPRINT   with the SHA-256 of the coordinator's authority, so that whoever
//                                holds the token also knows which coordinator to believe
// Only the holder has the secret: the coordinator keeps a hash of it, and no message and no log
// repeats a token's text. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace rookery {

struct AccessToken {
  std::string id;           // not secret: lists and logs show it
  std::string secret;       // 256 bits, in hexadecimal
  std::string fingerprint;  // of the authority's certificate; empty without TLS

  friend bool operator==(const AccessToken&, const AccessToken&) = default;
};

// 256 bits of the system's randomness, as a token's secret.
std::string NewSecret();

std::string ToText(const AccessToken& token);

// Blanks around it are forgiven. InvalidArgument says what is wrong without repeating the text.
absl::StatusOr<AccessToken> ParseAccessToken(std::string_view text);

// What a call of ours carries under "authorization": the id and the secret.
std::string BearerOf(const AccessToken& token);
// Id and secret of what a call carries there, over gRPC or HTTP: "Bearer " and either those two or
// a token's whole text. Unauthenticated if it is neither.
absl::StatusOr<AccessToken> ParseBearer(std::string_view value);

}  // namespace rookery

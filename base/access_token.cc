#include "base/access_token.h"

#include <openssl/rand.h>

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "base/sha256.h"
#include "base/status.h"

namespace rookery {
namespace {

constexpr std::string_view kPrefix = "rook";
constexpr std::string_view kBearer = "Bearer ";
constexpr size_t kMaxIdLength = 32;

std::string_view Stripped(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t from = text.find_first_not_of(kBlanks);
  if (from == std::string_view::npos) return "";
  return text.substr(from, text.find_last_not_of(kBlanks) - from + 1);
}

std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == '_') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

bool IsId(std::string_view text) {
  return !text.empty() && text.size() <= kMaxIdLength &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); });
}

}  // namespace

std::string NewSecret() {
  Sha256Digest bytes{};
  ROOKERY_CHECK(RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) == 1);
  return ToHex(bytes);
}

std::string ToText(const AccessToken& token) {
  std::string text = fmt::format("{}_{}_{}", kPrefix, token.id, token.secret);
  if (!token.fingerprint.empty()) text += "_" + token.fingerprint;
  return text;
}

absl::StatusOr<AccessToken> ParseAccessToken(std::string_view text) {
  const std::vector<std::string> parts = Split(Stripped(text));
  if (parts.size() < 3 || parts.size() > 4 || parts[0] != kPrefix) {
    return InvalidArgument(
        "this is no access token: one begins with '{}_' and has three or four parts joined by '_'; "
        "copy it whole from what 'rookery tokens create' printed",
        kPrefix);
  }
  if (!IsId(parts[1])) return InvalidArgument("the token's id (its second part) is damaged");
  if (!IsSha256Hex(parts[2])) {
    return InvalidArgument(
        "the token's secret (its third part) is damaged: 64 digits are expected");
  }
  if (parts.size() == 4 && !IsSha256Hex(parts[3])) {
    return InvalidArgument(
        "the token's fingerprint (its fourth part) is damaged: 64 digits are expected");
  }
  return AccessToken{parts[1], parts[2], parts.size() == 4 ? parts[3] : ""};
}

std::string BearerOf(const AccessToken& token) {
  return fmt::format("{}{}_{}", kBearer, token.id, token.secret);
}

absl::StatusOr<AccessToken> ParseBearer(std::string_view value) {
  if (value.starts_with(kBearer)) {
    const std::string_view text = Stripped(value.substr(kBearer.size()));
    if (absl::StatusOr<AccessToken> whole = ParseAccessToken(text); whole.ok()) {
      return AccessToken{whole->id, whole->secret, ""};
    }
    const std::vector<std::string> parts = Split(text);
    if (parts.size() == 2 && IsId(parts[0]) && IsSha256Hex(parts[1])) {
      return AccessToken{parts[0], parts[1], ""};
    }
  }
  return Error(absl::StatusCode::kUnauthenticated,
               "the authorization of this call is not 'Bearer TOKEN', TOKEN being the text of an "
               "access token ({}_ID_SECRET...) or its ID_SECRET alone",
               kPrefix);
}

}  // namespace rookery

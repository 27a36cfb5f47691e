#include "coordinator/access/token_book.h"

#include <algorithm>
#include <utility>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

// In a time that doesn't depend on where they differ.
bool Same(const Sha256Digest& a, const Sha256Digest& b) {
  uint8_t difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<uint8_t>(a[i] ^ b[i]);
  return difference == 0;
}

absl::Status CheckName(std::string_view field, const std::string& name) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; };
  if (name.size() <= TokenBook::kMaxName && std::none_of(name.begin(), name.end(), control)) {
    return absl::OkStatus();
  }
  return InvalidArgument("field {}: at most {} bytes without control characters are allowed", field,
                         TokenBook::kMaxName);
}

}  // namespace

Sha256Digest HashOfSecret(std::string_view secret) { return Sha256(secret); }

std::optional<Sha256Digest> DigestFromHex(std::string_view text) {
  if (!IsSha256Hex(text)) return std::nullopt;
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  Sha256Digest digest{};
  for (size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<uint8_t>(16 * value(text[2 * i]) + value(text[2 * i + 1]));
  }
  return digest;
}

absl::Status TokenBook::Add(TokenRecord record) {
  ROOKERY_RETURN_IF_ERROR(CheckName("owner", record.owner));
  ROOKERY_RETURN_IF_ERROR(CheckName("label", record.label));
  if (tokens_.size() >= kMaxTokens) {
    return Error(absl::StatusCode::kResourceExhausted,
                 "{} tokens have been given out, which is the most", tokens_.size());
  }
  TokenId id = record.id;
  if (!tokens_.try_emplace(std::move(id), std::move(record)).second) {
    return absl::AlreadyExistsError("there is a token of this id already");
  }
  return absl::OkStatus();
}

absl::Status TokenBook::Revoke(std::string_view id, absl::Time now) {
  const auto found = tokens_.find(id);
  if (found == tokens_.end()) {
    return Error(absl::StatusCode::kNotFound,
                 "there is no token '{}'; 'rookery tokens list' shows those that there are", id);
  }
  found->second.revoked = std::min(found->second.revoked, now);
  return absl::OkStatus();
}

absl::StatusOr<Principal> TokenBook::Authenticate(const AccessToken& token, absl::Time now) const {
  const auto found = tokens_.find(token.id);
  // The hash is computed either way, so that an unknown id takes as long as a wrong secret.
  const Sha256Digest hash = HashOfSecret(token.secret);
  if (found == tokens_.end() || !Same(hash, found->second.secret_hash)) {
    return Error(absl::StatusCode::kUnauthenticated,
                 "this coordinator doesn't know the token; ask its operator for another");
  }
  const TokenRecord& record = found->second;
  if (now >= record.revoked) {
    return Error(absl::StatusCode::kUnauthenticated,
                 "token '{}' has been revoked; ask the operator for another", record.id);
  }
  if (now >= record.expires) {
    return Error(absl::StatusCode::kUnauthenticated,
                 "token '{}' expired on {}; ask the operator for another", record.id,
                 absl::FormatTime("%Y-%m-%d", record.expires, absl::UTCTimeZone()));
  }
  return Principal{record.id, record.role, record.owner, record.worker, record.scope};
}

bool TokenBook::IsLive(std::string_view id, absl::Time now) const {
  const auto found = tokens_.find(id);
  return found != tokens_.end() && now < found->second.revoked && now < found->second.expires;
}

const TokenRecord* TokenBook::Find(std::string_view id) const {
  const auto found = tokens_.find(id);
  return found == tokens_.end() ? nullptr : &found->second;
}

const TokenRecord* TokenBook::FindBySecret(const Sha256Digest& hash) const {
  for (const auto& [id, record] : tokens_) {
    if (record.secret_hash == hash) return &record;
  }
  return nullptr;
}

const TokenRecord* TokenBook::LiveOfWorker(std::string_view worker, absl::Time now) const {
  for (const auto& [id, record] : tokens_) {
    if (record.role == Role::kWorker && record.worker == worker && IsLive(id, now)) return &record;
  }
  return nullptr;
}

size_t TokenBook::LiveOperators(absl::Time now) const {
  return static_cast<size_t>(std::count_if(tokens_.begin(), tokens_.end(), [&](const auto& entry) {
    return entry.second.role == Role::kOperator && IsLive(entry.first, now);
  }));
}

bool TokenBook::HasLive(Role role, std::string_view owner, absl::Time now) const {
  return std::any_of(tokens_.begin(), tokens_.end(), [&](const auto& entry) {
    return entry.second.role == role && entry.second.owner == owner && IsLive(entry.first, now);
  });
}

std::vector<TokenRecord> TokenBook::All() const {
  std::vector<TokenRecord> all;
  all.reserve(tokens_.size());
  for (const auto& [id, record] : tokens_) all.push_back(record);
  return all;
}

}  // namespace rookery::coordinator

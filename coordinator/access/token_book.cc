#include "coordinator/access/token_book.h"

#include <algorithm>
#include <utility>

#include "base/rng.h"
#include "base/status.h"

namespace rookery::coordinator {
namespace {

// In a time that doesn't depend on where they differ.
bool Same(const Sha256Digest& a, const Sha256Digest& b) {
  uint8_t difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<uint8_t>(a[i] ^ b[i]);
  return difference == 0;
}

bool IsLiveAt(const TokenRecord& record, absl::Time now) {
  return now < record.revoked && now < record.expires;
}

absl::Time EndOf(const TokenRecord& record) { return std::min(record.revoked, record.expires); }

std::string KeyOf(const Sha256Digest& hash) {
  return "secret " + std::string(hash.begin(), hash.end());
}

std::string KeyOfWorker(std::string_view worker) { return "worker " + std::string(worker); }

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

void TokenBook::Put(TokenRecord record) {
  std::shared_ptr<const Part>& part = parts_[StableHash(record.id) % kParts];
  auto changed = part == nullptr ? std::make_shared<Part>() : std::make_shared<Part>(*part);
  TokenId id = record.id;
  (*changed)[std::move(id)] = std::make_shared<const TokenRecord>(std::move(record));
  part = std::move(changed);
}

void TokenBook::Index(std::string key, const TokenId& id) {
  std::shared_ptr<const IndexPart>& part = index_[StableHash(key) % kParts];
  auto changed =
      part == nullptr ? std::make_shared<IndexPart>() : std::make_shared<IndexPart>(*part);
  (*changed)[std::move(key)].insert(id);
  part = std::move(changed);
}

absl::Status TokenBook::Add(TokenRecord record) {
  ROOKERY_RETURN_IF_ERROR(CheckName("owner", record.owner));
  ROOKERY_RETURN_IF_ERROR(CheckName("label", record.label));
  if (size_ >= most_) {
    return Error(absl::StatusCode::kResourceExhausted,
                 "{} tokens are in use, which is the most; revoke some that nobody needs "
                 "('rookery tokens list' shows them, 'rookery tokens revoke ID')",
                 size_);
  }
  if (Find(record.id) != nullptr) {
    return absl::AlreadyExistsError("there is a token of this id already");
  }
  Index(KeyOf(record.secret_hash), record.id);
  if (!record.worker.empty()) Index(KeyOfWorker(record.worker), record.id);
  Put(std::move(record));
  ++size_;
  return absl::OkStatus();
}

void TokenBook::DropFromIndex(const std::string& key, const TokenId& id) {
  std::shared_ptr<const IndexPart>& part = index_[StableHash(key) % kParts];
  auto changed = std::make_shared<IndexPart>(*part);
  const auto found = changed->find(key);
  found->second.erase(id);
  if (found->second.empty()) changed->erase(found);
  part = std::move(changed);
}

void TokenBook::Forget(const TokenId& id) {
  std::shared_ptr<const Part>& part = parts_[StableHash(id) % kParts];
  auto changed = std::make_shared<Part>(*part);
  const auto found = changed->find(id);
  DropFromIndex(KeyOf(found->second->secret_hash), id);
  if (!found->second->worker.empty()) DropFromIndex(KeyOfWorker(found->second->worker), id);
  changed->erase(found);
  part = std::move(changed);
  --size_;
}

std::vector<TokenId> TokenBook::MakeRoom(absl::Time now) {
  if (size_ < most_) return {};
  std::vector<std::pair<absl::Time, TokenId>> ended;
  for (const std::shared_ptr<const Part>& part : parts_) {
    if (part == nullptr) continue;
    for (const auto& [id, record] : *part) {
      if (!IsLiveAt(*record, now)) ended.emplace_back(EndOf(*record), id);
    }
  }
  std::sort(ended.begin(), ended.end());
  ended.resize(std::min(ended.size(), std::max<size_t>(1, most_ / 20)));
  std::vector<TokenId> forgotten;
  for (auto& [end, id] : ended) {
    Forget(id);
    forgotten.push_back(std::move(id));
  }
  return forgotten;
}

absl::Status TokenBook::Revoke(std::string_view id, absl::Time now) {
  const TokenRecord* found = Find(id);
  if (found == nullptr) {
    return Error(absl::StatusCode::kNotFound,
                 "there is no token '{}'; 'rookery tokens list' shows those that there are", id);
  }
  TokenRecord revoked = *found;
  revoked.revoked = std::min(revoked.revoked, now);
  Put(std::move(revoked));
  return absl::OkStatus();
}

absl::StatusOr<Principal> TokenBook::Authenticate(const AccessToken& token, absl::Time now) const {
  const TokenRecord* found = Find(token.id);
  // The hash is computed either way, so that an unknown id takes as long as a wrong secret.
  const Sha256Digest hash = HashOfSecret(token.secret);
  if (found == nullptr || !Same(hash, found->secret_hash)) {
    return Error(absl::StatusCode::kUnauthenticated,
                 "this coordinator doesn't know the token; ask its operator for another");
  }
  const TokenRecord& record = *found;
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
  const TokenRecord* found = Find(id);
  return found != nullptr && IsLiveAt(*found, now);
}

const TokenRecord* TokenBook::Find(std::string_view id) const {
  const std::shared_ptr<const Part>& part = parts_[StableHash(id) % kParts];
  if (part == nullptr) return nullptr;
  const auto found = part->find(id);
  return found == part->end() ? nullptr : found->second.get();
}

template <typename Wanted>
const TokenRecord* TokenBook::First(std::string_view key, Wanted wanted) const {
  const std::shared_ptr<const IndexPart>& part = index_[StableHash(key) % kParts];
  if (part == nullptr) return nullptr;
  const auto found = part->find(key);
  if (found == part->end()) return nullptr;
  for (const TokenId& id : found->second) {
    const TokenRecord* record = Find(id);
    if (wanted(*record)) return record;
  }
  return nullptr;
}

const TokenRecord* TokenBook::FindBySecret(const Sha256Digest& hash) const {
  return First(KeyOf(hash), [](const TokenRecord&) { return true; });
}

const TokenRecord* TokenBook::LiveOfWorker(std::string_view worker, absl::Time now) const {
  return First(KeyOfWorker(worker), [&](const TokenRecord& record) {
    return record.role == Role::kWorker && IsLiveAt(record, now);
  });
}

size_t TokenBook::LiveOperators(absl::Time now) const {
  size_t count = 0;
  for (const std::shared_ptr<const Part>& part : parts_) {
    if (part == nullptr) continue;
    for (const auto& [id, record] : *part) {
      count += record->role == Role::kOperator && IsLiveAt(*record, now) ? 1 : 0;
    }
  }
  return count;
}

bool TokenBook::HasLive(Role role, std::string_view owner, absl::Time now) const {
  return std::any_of(parts_.begin(), parts_.end(), [&](const auto& part) {
    return part != nullptr && std::any_of(part->begin(), part->end(), [&](const auto& entry) {
             const TokenRecord& record = *entry.second;
             return record.role == role && record.owner == owner && IsLiveAt(record, now);
           });
  });
}

std::vector<TokenRecord> TokenBook::All() const {
  std::vector<TokenRecord> all;
  all.reserve(size_);
  for (const std::shared_ptr<const Part>& part : parts_) {
    if (part == nullptr) continue;
    for (const auto& [id, record] : *part) all.push_back(*record);
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return all;
}

}  // namespace rookery::coordinator

// The tokens that a coordinator has given out: who is it that calls? Holds hashes of secrets, never
// a secret. A plain value without I/O: time comes in as an argument. One thread at a time; copies
// are independent, and cheap: the loop gives readers one after every change, and workers that join
// by the thousand make as many.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/access_token.h"
#include "base/sha256.h"
#include "coordinator/access/role.h"

namespace rookery::coordinator {

using TokenId = std::string;

struct TokenRecord {
  TokenId id;
  Role role = Role::kViewer;
  std::string owner;   // whose runs "own" means; the author's name
  std::string label;   // for people: what it is for
  std::string worker;  // of a worker's token: the only worker id that it may speak for
  std::vector<std::string> scope = {};  // services and methods it is narrowed to; empty: none
  Sha256Digest secret_hash{};
  absl::Time created;
  absl::Time expires = absl::InfiniteFuture();
  absl::Time revoked = absl::InfiniteFuture();  // when
};

// Who calls, once the token has been believed.
struct Principal {
  TokenId token;  // empty: nobody was asked (a coordinator on loopback without tokens)
  Role role = Role::kOperator;
  std::string owner;
  std::string worker;
  std::vector<std::string> scope = {};
};

class TokenBook {
 public:
  static constexpr size_t kMaxTokens = 20'000;
  static constexpr size_t kMaxName = 100;  // bytes of owner and label

  explicit TokenBook(size_t most = kMaxTokens) : most_(most) {}

  // InvalidArgument for a name that is too long or not printable, AlreadyExists for an id that is
  // taken, ResourceExhausted when the book is full.
  absl::Status Add(TokenRecord record);
  // Where the book is full, forgets some of those that are expired or revoked, the longest so
  // first: a twentieth of what it may hold, so that a full book isn't gone through for each new
  // one. Gives their ids. Who comes with one of them is unknown from then on.
  std::vector<TokenId> MakeRoom(absl::Time now);
  // NotFound if there is none. Revoking twice keeps the first time.
  absl::Status Revoke(std::string_view id, absl::Time now);

  // Unauthenticated: unknown, wrong secret (one message for both, so that ids can't be probed),
  // expired or revoked (said only to who has the secret).
  absl::StatusOr<Principal> Authenticate(const AccessToken& token, absl::Time now) const;
  // Neither expired nor revoked.
  bool IsLive(std::string_view id, absl::Time now) const;

  const TokenRecord* Find(std::string_view id) const;  // null: there is none
  const TokenRecord* FindBySecret(const Sha256Digest& hash) const;
  const TokenRecord* LiveOfWorker(std::string_view worker, absl::Time now) const;
  size_t LiveOperators(absl::Time now) const;
  bool HasLive(Role role, std::string_view owner, absl::Time now) const;
  std::vector<TokenRecord> All() const;  // by id
  bool empty() const { return size_ == 0; }

 private:
  // Copies share what neither has changed since: a part is made anew when one of its tokens is.
  using Part = std::map<TokenId, std::shared_ptr<const TokenRecord>, std::less<>>;
  // Whose secret or worker it is: with twenty thousand tokens each join would look at all of them.
  using IndexPart = std::map<std::string, std::set<TokenId>, std::less<>>;
  static constexpr size_t kParts = 256;

  void Put(TokenRecord record);
  void Index(std::string key, const TokenId& id);
  void Forget(const TokenId& id);
  void DropFromIndex(const std::string& key, const TokenId& id);
  // The one with the least id of those under the key that are wanted; null: none is.
  template <typename Wanted>
  const TokenRecord* First(std::string_view key, Wanted wanted) const;

  std::array<std::shared_ptr<const Part>, kParts> parts_;       // null: empty
  std::array<std::shared_ptr<const IndexPart>, kParts> index_;  // likewise
  size_t size_ = 0;
  size_t most_;
};

Sha256Digest HashOfSecret(std::string_view secret);
// Of 64 hexadecimal digits; none for another text.
std::optional<Sha256Digest> DigestFromHex(std::string_view text);

}  // namespace rookery::coordinator

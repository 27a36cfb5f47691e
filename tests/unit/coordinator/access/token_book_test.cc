#include "coordinator/access/token_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/rng.h"
#include "base/status.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

const std::string kSecret(64, '5');
const std::string kOther(64, '6');
const absl::Time kNow = absl::UnixEpoch() + absl::Hours(1000);

TokenRecord Record(const std::string& id) {
  TokenRecord record;
  record.id = id;
  record.role = Role::kAuthor;
  record.owner = "ann";
  record.secret_hash = HashOfSecret(kSecret);
  record.created = kNow;
  return record;
}

TEST(TokenBook, KnowsWhoCalls) {
  TokenBook book;
  ASSERT_TRUE(book.Add(Record("a")).ok());
  const auto who = book.Authenticate({"a", kSecret, ""}, kNow);
  ASSERT_TRUE(who.ok()) << who.status();
  EXPECT_EQ(who->role, Role::kAuthor);
  EXPECT_EQ(who->owner, "ann");
}

TEST(TokenBook, SaysTheSameOfAnUnknownTokenAndOfAWrongSecret) {
  TokenBook book;
  ASSERT_TRUE(book.Add(Record("a")).ok());
  const absl::Status wrong = book.Authenticate({"a", kOther, ""}, kNow).status();
  const absl::Status unknown = book.Authenticate({"b", kSecret, ""}, kNow).status();
  EXPECT_EQ(wrong.code(), absl::StatusCode::kUnauthenticated);
  EXPECT_EQ(wrong, unknown);
}

TEST(TokenBook, RefusesARevokedTokenFromThatMomentOn) {
  TokenBook book;
  ASSERT_TRUE(book.Add(Record("a")).ok());
  ASSERT_TRUE(book.Revoke("a", kNow).ok());
  EXPECT_FALSE(book.IsLive("a", kNow));
  EXPECT_THAT(Message(book.Authenticate({"a", kSecret, ""}, kNow).status()), HasSubstr("revoked"));
  // Whoever lacks the secret doesn't hear of it.
  EXPECT_THAT(Message(book.Authenticate({"a", kOther, ""}, kNow).status()),
              Not(HasSubstr("revoked")));
  ASSERT_TRUE(book.Revoke("a", kNow + absl::Hours(1)).ok());
  EXPECT_EQ(book.All().front().revoked, kNow);
  EXPECT_EQ(book.Revoke("b", kNow).code(), absl::StatusCode::kNotFound);
}

TEST(TokenBook, RefusesATokenOnceItsTimeIsOver) {
  TokenBook book;
  TokenRecord record = Record("a");
  record.expires = kNow + absl::Hours(1);
  ASSERT_TRUE(book.Add(record).ok());
  EXPECT_TRUE(book.IsLive("a", kNow));
  EXPECT_TRUE(book.Authenticate({"a", kSecret, ""}, kNow).ok());
  EXPECT_FALSE(book.IsLive("a", kNow + absl::Hours(1)));
  EXPECT_THAT(Message(book.Authenticate({"a", kSecret, ""}, kNow + absl::Hours(1)).status()),
              HasSubstr("expired on 1970-02-11"));
}

TEST(TokenBook, TakesNoIdTwiceAndNoNameThatIsTooLongOrUnreadable) {
  TokenBook book;
  ASSERT_TRUE(book.Add(Record("a")).ok());
  EXPECT_EQ(book.Add(Record("a")).code(), absl::StatusCode::kAlreadyExists);
  TokenRecord loud = Record("b");
  loud.owner = std::string(TokenBook::kMaxName + 1, 'x');
  EXPECT_EQ(book.Add(loud).code(), absl::StatusCode::kInvalidArgument);
  TokenRecord odd = Record("b");
  odd.label = "a\nb";
  EXPECT_THAT(Message(book.Add(odd)), HasSubstr("label"));
}

// Copies share what didn't change: beside a map of each, none ever sees another's change.
TEST(TokenBook, ItsCopiesAreIndependent) {
  struct Twin {
    TokenBook book;
    std::map<TokenId, absl::Time> revoked;
  };
  Rng rng(3);
  std::vector<Twin> twins(1);
  for (int step = 0; step < 2000; ++step) {
    if (twins.size() < 4 && rng.Chance(0.01)) twins.push_back(twins[rng.Below(twins.size())]);
    Twin& twin = twins[rng.Below(twins.size())];
    const TokenId id = "t" + std::to_string(rng.Below(400));
    const absl::Time now = kNow + absl::Seconds(step);
    if (twin.revoked.try_emplace(id, absl::InfiniteFuture()).second) {
      ASSERT_TRUE(twin.book.Add(Record(id)).ok());
    } else {
      ASSERT_TRUE(twin.book.Revoke(id, now).ok());
      twin.revoked[id] = std::min(twin.revoked[id], now);
    }
  }
  ASSERT_EQ(twins.size(), 4u);
  for (const Twin& twin : twins) {
    const std::vector<TokenRecord> all = twin.book.All();
    ASSERT_EQ(all.size(), twin.revoked.size());
    auto expected = twin.revoked.begin();
    for (const TokenRecord& record : all) {
      EXPECT_EQ(record.id, expected->first);
      EXPECT_EQ(record.revoked, expected->second);
      EXPECT_EQ(twin.book.IsLive(record.id, kNow + absl::Hours(1)),
                expected->second == absl::InfiniteFuture());
      ++expected;
    }
  }
}

TEST(TokenBook, FindsTheLeastIdOfSeveral) {
  TokenBook book;
  for (const char* id : {"d", "b", "e", "c"}) {
    TokenRecord record = Record(id);
    record.role = Role::kWorker;
    record.worker = "w";
    ASSERT_TRUE(book.Add(record).ok());
  }
  EXPECT_EQ(book.LiveOfWorker("w", kNow)->id, "b");
  EXPECT_EQ(book.FindBySecret(HashOfSecret(kSecret))->id, "b");
  ASSERT_TRUE(book.Revoke("b", kNow).ok());
  EXPECT_EQ(book.LiveOfWorker("w", kNow)->id, "c");
  EXPECT_EQ(book.LiveOfWorker("x", kNow), nullptr);
  EXPECT_EQ(book.FindBySecret(HashOfSecret(kOther)), nullptr);
  EXPECT_TRUE(book.HasLive(Role::kWorker, "ann", kNow));
  EXPECT_FALSE(book.HasLive(Role::kAuthor, "ann", kNow));
  EXPECT_EQ(book.LiveOperators(kNow), 0u);
}

TEST(TokenBook, HasABound) {
  TokenBook book;
  for (size_t i = 0; i < TokenBook::kMaxTokens; ++i) {
    TokenRecord record = Record("t" + std::to_string(i));
    record.secret_hash[0] = static_cast<uint8_t>(i);  // the core takes no secret twice
    record.secret_hash[1] = static_cast<uint8_t>(i >> 8);
    ASSERT_TRUE(book.Add(record).ok());
  }
  EXPECT_EQ(book.Add(Record("more")).code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace rookery::coordinator

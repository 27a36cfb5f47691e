#include "coordinator/access/token_book.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "base/rng.h"
#include "base/status.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

TEST(TokenBook, ForgetsWhatHasLongBeenDeadToMakeRoomAndNothingThatIsInUse) {
  TokenBook book(41);
  std::vector<TokenRecord> records;
  for (int i = 0; i < 41; ++i) {
    TokenRecord& record = records.emplace_back(Record(fmt::format("t{:02}", i)));
    record.role = Role::kWorker;
    record.worker = fmt::format("w{}", i % 10);
    record.secret_hash = HashOfSecret(fmt::format("secret {}", i));
    if (i == 7) record.expires = kNow + absl::Seconds(2);
    if (i == 8) record.expires = kNow + absl::Hours(9);
    if (i == 40) {
      EXPECT_THAT(book.MakeRoom(kNow), IsEmpty());  // there is some
    }
    ASSERT_TRUE(book.Add(record).ok());
  }
  EXPECT_THAT(book.MakeRoom(kNow), IsEmpty());  // all are in use
  ASSERT_TRUE(book.Revoke("t20", kNow + absl::Seconds(3)).ok());
  ASSERT_TRUE(book.Revoke("t10", kNow + absl::Seconds(1)).ok());
  TokenBook before = book;
  const absl::Time now = kNow + absl::Seconds(9);
  EXPECT_THAT(book.MakeRoom(now), ElementsAre("t10", "t07"));
  EXPECT_EQ(book.All().size(), 39u);
  EXPECT_THAT(book.MakeRoom(now), IsEmpty());
  for (const int gone : {7, 10}) {
    const TokenRecord& record = records[static_cast<size_t>(gone)];
    EXPECT_EQ(book.Find(record.id), nullptr);
    EXPECT_EQ(book.FindBySecret(record.secret_hash), nullptr);
    EXPECT_NE(before.Find(record.id), nullptr);  // copies are independent
    EXPECT_EQ(before.FindBySecret(record.secret_hash)->id, record.id);
  }
  EXPECT_EQ(book.LiveOfWorker("w0", now)->id, "t00");
  ASSERT_TRUE(book.Revoke("t00", now).ok());
  EXPECT_EQ(book.LiveOfWorker("w0", now)->id, "t30");
  ASSERT_TRUE(book.Add(records[7]).ok());  // an id that is free again
  ASSERT_TRUE(book.Add(records[10]).ok());
  EXPECT_EQ(book.Add(Record("more")).code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace rookery::coordinator

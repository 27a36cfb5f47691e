#include "coordinator/access/gate.h"

#include <gtest/gtest.h>

#include "base/access_token.h"

namespace rookery::coordinator {
namespace {

class GateTest : public ::testing::Test {
 protected:
  // The bearer of a new token.
  std::string Give(Role role, std::vector<std::string> scope = {}) {
    TokenRecord record;
    record.id = "t" + std::to_string(book_->All().size());
    record.role = role;
    record.owner = "ann";
    record.scope = std::move(scope);
    const std::string secret(64, static_cast<char>('0' + book_->All().size()));
    record.secret_hash = HashOfSecret(secret);
    record.expires = clock_.Now() + absl::Hours(1);
    EXPECT_TRUE(book_->Add(record).ok());
    return BearerOf({record.id, secret, ""});
  }

  FakeClock clock_;
  std::shared_ptr<TokenBook> book_ = std::make_shared<TokenBook>();
  const Gate gate_{[this] { return book_; }, &clock_};
};

constexpr char kStop[] = "rookery.v1.RunService/StopRun";
constexpr char kGet[] = "rookery.v1.RunService/GetRun";

TEST_F(GateTest, IsOpenUntilTheFirstTokenIsGivenOut) {
  EXPECT_TRUE(gate_.open());
  EXPECT_TRUE(gate_.Admit({std::nullopt, kStop}).ok());
  Give(Role::kOperator);
  EXPECT_FALSE(gate_.open());
  EXPECT_TRUE(absl::IsUnauthenticated(gate_.Admit({std::nullopt, kStop}).status()));
  EXPECT_TRUE(absl::IsUnauthenticated(gate_.Admit({"", kGet}).status()));
  EXPECT_TRUE(absl::IsUnauthenticated(gate_.Admit({"Bearer nonsense", kGet}).status()));
}

TEST_F(GateTest, LetsEachRoleDoWhatTheTableSays) {
  for (const Role role : kAllRoles) {
    const std::string bearer = Give(role);
    for (const MethodRule& rule : MethodRules()) {
      const auto pass = gate_.Admit({bearer, rule.method});
      const Right right = RightTo(role, rule.method);
      EXPECT_EQ(pass.ok(), right != Right::kNone) << RoleName(role) << " " << rule.method;
      if (pass.ok()) {
        EXPECT_EQ(pass->right, right);
      } else {
        EXPECT_TRUE(absl::IsPermissionDenied(pass.status()));
      }
    }
  }
}

TEST_F(GateTest, HoldsATokenToItsScope) {
  const std::string bearer = Give(Role::kAuthor, {"RunService/GetRun"});
  EXPECT_TRUE(gate_.Admit({bearer, kGet}).ok());
  EXPECT_TRUE(absl::IsPermissionDenied(gate_.Admit({bearer, kStop}).status()));
}

TEST_F(GateTest, ShutsForATokenWhoseTimeIsOver) {
  const std::string bearer = Give(Role::kViewer);
  EXPECT_TRUE(gate_.Admit({bearer, kGet}).ok());
  clock_.Advance(absl::Hours(2));
  EXPECT_TRUE(absl::IsUnauthenticated(gate_.Admit({bearer, kGet}).status()));
}

TEST_F(GateTest, TellsOfAttemptsThatItRefused) {
  const std::string bearer = Give(Role::kViewer);
  std::vector<Refusal> told;
  const Gate gate([this] { return book_; }, &clock_,
                  [&](const Refusal& refusal) { told.push_back(refusal); });
  EXPECT_TRUE(gate.Admit({bearer, kGet, "peer"}).ok());
  EXPECT_FALSE(gate.Admit({std::nullopt, kGet, "browser", true}).ok());  // it will be asked
  EXPECT_TRUE(told.empty());
  EXPECT_FALSE(gate.Admit({bearer, kStop, "peer"}).ok());
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].by, "ann");
  EXPECT_EQ(told[0].token, "t0");
  EXPECT_EQ(told[0].method, kStop);
  EXPECT_EQ(told[0].from, "peer");
  EXPECT_NE(told[0].why.find("viewer"), std::string::npos);
  EXPECT_FALSE(gate.Admit({std::nullopt, kGet, "peer"}).ok());
  EXPECT_FALSE(gate.Admit({"Bearer nonsense", kGet, "peer", true}).ok());
  EXPECT_EQ(told.size(), 3u);
  EXPECT_EQ(told[1].by, "");
}

TEST_F(GateTest, APassHoldsAsLongAsItsToken) {
  const Pass open = *gate_.Admit({std::nullopt, kGet});
  EXPECT_TRUE(gate_.StillHolds(open));
  const Pass first = *gate_.Admit({Give(Role::kOperator), kGet});
  const Pass second = *gate_.Admit({Give(Role::kViewer), kGet});
  EXPECT_FALSE(gate_.StillHolds(open));
  EXPECT_TRUE(book_->Revoke(first.who.token, clock_.Now()).ok());
  EXPECT_FALSE(gate_.StillHolds(first));
  EXPECT_TRUE(gate_.StillHolds(second));
  clock_.Advance(absl::Hours(1));
  EXPECT_FALSE(gate_.StillHolds(second));
}

}  // namespace
}  // namespace rookery::coordinator

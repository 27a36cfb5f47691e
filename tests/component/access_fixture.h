// A coordinator that gives out tokens, and callers who have them. One thread.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "base/access_token.h"
#include "base/sha256.h"
#include "coordinator/access/role.h"
#include "rookery/v1/access.pb.h"
#include "tests/component/coordinator_fixture.h"

namespace rookery::testing {

class AccessTest : public CoordinatorTest {
 protected:
  // A new token of the role; the bearer of calls. Life zero: it doesn't expire.
  std::string Give(coordinator::Role role, const std::string& owner = "ann",
                   absl::Duration life = absl::ZeroDuration()) {
    AccessToken token{"", NewSecret(), ""};
    v1::CreateTokenRequest request;
    request.set_role(std::string(RoleName(role)));
    request.set_owner(owner);
    request.set_secret_sha256(Sha256Hex(token.secret));
    request.set_lifetime_seconds(absl::ToInt64Seconds(life));
    const auto made = Operator().CreateToken(request);
    EXPECT_TRUE(made.ok()) << made.status();
    if (!made.ok()) return "";
    token.id = made->name().substr(made->name().find('/') + 1);
    texts_[BearerOf(token)] = ToText(token);
    return BearerOf(token);
  }
  // Calls as an operator, the first of whose tokens closes the coordinator.
  wire::Client& Operator() {
    if (operator_ == nullptr) {
      operator_ = std::move(client_);
      client_ = As("");
      operator_ = As(Give(coordinator::Role::kOperator, "root"));
    }
    return *operator_;
  }
  std::unique_ptr<wire::Client> As(const std::string& bearer) {
    wire::ClientOptions options;
    options.address = coordinator_->grpc_address();
    options.credentials.bearer = bearer;
    return *wire::Client::Create(options);
  }

  std::unique_ptr<wire::Client> operator_;
  std::map<std::string, std::string> texts_;
};

}  // namespace rookery::testing

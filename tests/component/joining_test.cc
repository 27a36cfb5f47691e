// How a worker's host joins, joins again and joins anew, against a coordinator with TLS.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/access_token.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/tls/certificate.h"
#include "coordinator/app/coordinator.h"
#include "proto/wire/client.h"
#include "tests/support/temp_path.h"
#include "worker/app/joined.h"

namespace rookery::worker {
namespace {

namespace fs = std::filesystem;

class Joining : public ::testing::Test {
 protected:
  void SetUp() override { Start(0); }
  void TearDown() override {
    coordinator_.reset();
    fs::remove_all(root_);
  }
  void Start(int port) {
    coordinator_.reset();
    coordinator::CoordinatorOptions options;
    options.data = data_;
    options.tls = true;
    options.grpc_port = port;
    auto made = coordinator::Coordinator::StartOver(store_.get(), options, &clock_, Rng(7));
    ASSERT_TRUE(made.ok()) << made.status();
    coordinator_ = *std::move(made);
  }
  std::string Address() const { return coordinator_->grpc_address(); }

  // Under whichever authority is there now.
  std::unique_ptr<wire::Client> Operator() {
    wire::TrustSources sources{.address = Address(),
                               .token_file = data_ + "/operator.token",
                               .ca_file = data_ + "/tls/authority.pem"};
    return *wire::Client::Create({.address = Address(), .credentials = *ResolveTrust(sources)});
  }
  // A file with a new join token.
  std::string NewToken() {
    AccessToken token{"", NewSecret(), coordinator_->fingerprint()};
    v1::CreateTokenRequest request;
    request.set_role("join");
    request.set_secret_sha256(Sha256Hex(token.secret));
    const auto made = Operator()->CreateToken(request);
    EXPECT_TRUE(made.ok()) << made.status();
    token.id = made->name().substr(made->name().find('/') + 1);
    std::string file = root_ + "/" + token.id + ".token";
    EXPECT_TRUE(WriteSecretFile(file, ToText(token) + "\n").ok());
    return file;
  }
  void Revoke(const std::string& role) {
    const auto client = Operator();
    const auto list = client->ListTokens();
    for (const v1::Token& token : list->tokens()) {
      if (token.role() != role) continue;
      EXPECT_TRUE(client->RevokeToken(token.name()).ok());
    }
  }
  absl::StatusOr<wire::Credentials> JoinWith(const std::string& file) {
    return Join(worker_, {{.address = Address(), .token_file = file}, "w1", "a worker"});
  }
  // Whether the coordinator believes what the worker has: it says then that it has no such file.
  absl::StatusCode Call(const wire::Credentials& credentials) {
    const auto client = *wire::Client::Create({.address = Address(), .credentials = credentials});
    return client->DownloadArtifact(std::string(64, '0'), 1000).status().code();
  }
  void ExpectWorks(const absl::StatusOr<wire::Credentials>& credentials) {
    ASSERT_TRUE(credentials.ok()) << credentials.status();
    EXPECT_EQ(Call(*credentials), absl::StatusCode::kNotFound);
  }

  RealClock clock_;
  const std::string root_ = rookery::testing::TempPath("joining");
  const std::string data_ = root_ + "/coordinator";
  const std::string worker_ = root_ + "/worker";
  std::unique_ptr<coordinator::Store> store_ = coordinator::MakeMemoryStore();
  std::unique_ptr<coordinator::Coordinator> coordinator_;
};

TEST_F(Joining, AgainWithTheSameTokenIsWhatItWas) {
  const std::string token = NewToken();
  const auto first = JoinWith(token);
  ExpectWorks(first);
  Revoke("join");
  for (const bool gone : {false, true}) {
    if (gone) fs::remove(token);
    const auto again = JoinWith(token);
    ExpectWorks(again);
    EXPECT_EQ(again->bearer, first->bearer);
    EXPECT_EQ(again->key_pem, first->key_pem);
  }
}

TEST_F(Joining, WithAnotherTokenGivesAnotherKeyOnceItsOwnTokenIsRevoked) {
  const auto first = JoinWith(NewToken());
  ExpectWorks(first);
  Revoke("worker");
  EXPECT_EQ(Call(*first), absl::StatusCode::kUnauthenticated);
  const auto anew = JoinWith(NewToken());
  ExpectWorks(anew);
  EXPECT_NE(anew->key_pem, first->key_pem);
}

TEST_F(Joining, WithAnotherTokenKeepsItsOwnWhileThatIsLive) {
  const auto first = JoinWith(NewToken());
  const std::string second = NewToken();
  const auto anew = JoinWith(second);
  ExpectWorks(anew);
  EXPECT_EQ(anew->bearer, first->bearer);
  EXPECT_NE(anew->key_pem, first->key_pem);
  EXPECT_EQ(JoinWith(second)->key_pem, anew->key_pem);  // that is the same token now
}

TEST_F(Joining, UnderANewAuthorityBelievesThatOne) {
  const auto first = JoinWith(NewToken());
  const int port = std::stoi(Address().substr(Address().rfind(':') + 1));
  coordinator_.reset();
  fs::remove_all(data_ + "/tls");
  Start(port);
  EXPECT_EQ(Call(*first), absl::StatusCode::kUnavailable);
  const auto anew = JoinWith(NewToken());
  ExpectWorks(anew);
  EXPECT_NE(anew->authority_pem, first->authority_pem);
}

TEST_F(Joining, ARefusedTokenLeavesWhatWasThere) {
  const auto first = JoinWith(NewToken());
  const std::string second = NewToken();
  Revoke("join");
  EXPECT_EQ(JoinWith(second).status().code(), absl::StatusCode::kUnauthenticated);
  ExpectWorks(**LoadJoined(worker_, Address()));
  EXPECT_EQ((*LoadJoined(worker_, Address()))->bearer, first->bearer);
}

// Each moment at which a second join may be cut off, as the folders stand then.
TEST_F(Joining, MayBeCutOffAtAnyMoment) {
  ExpectWorks(JoinWith(NewToken()));
  const std::string now = worker_ + "/coordinator";
  const std::string before = root_ + "/before";
  fs::copy(now, before, fs::copy_options::recursive);
  const std::string second = NewToken();
  ExpectWorks(JoinWith(second));
  const std::string after = root_ + "/after";
  fs::copy(now, after, fs::copy_options::recursive);

  const auto stand = [&](const char* name, const std::string& as) {
    if (!as.empty()) fs::copy(as, worker_ + "/" + name, fs::copy_options::recursive);
  };
  const std::vector<std::string> order = {"joined-with",    "secret", "worker.key",
                                          "worker.request", "token",  "authority.pem",
                                          "worker.pem",     "address"};
  const size_t exchanges = 3;
  for (size_t step = 0; step <= order.size() + exchanges; ++step) {
    SCOPED_TRACE(step);
    fs::remove_all(worker_);
    fs::create_directories(worker_);
    const bool exchanging = step > order.size();
    stand("coordinator", !exchanging ? before : step == order.size() + 1 ? "" : after);
    stand("coordinator.new", step <= order.size() + 1 ? after : "");
    stand("coordinator.old", exchanging ? before : "");
    for (size_t i = step; i < order.size(); ++i)
      fs::remove(worker_ + "/coordinator.new/" + order[i]);
    if (step == order.size() + exchanges) fs::remove(worker_ + "/coordinator.old/token");
    ExpectWorks(**LoadJoined(worker_, Address()));
    ExpectWorks(JoinWith(second));
    EXPECT_EQ(*ReadFile(now + "/joined-with"), *ReadFile(after + "/joined-with"));
    EXPECT_FALSE(fs::exists(worker_ + "/coordinator.old"));
    EXPECT_FALSE(fs::exists(worker_ + "/coordinator.new"));
  }
}

// For a request that can't be signed there is an error and no token.
TEST_F(Joining, ABrokenSigningRequestLeavesNoToken) {
  const std::string token = NewToken();
  const auto trust = ResolveTrust(wire::TrustSources{.address = Address(), .token_file = token});
  const auto client = *wire::Client::Create({.address = Address(), .credentials = *trust});
  v1::JoinWorkerRequest request;
  request.set_worker_id("w1");
  request.set_secret_sha256(Sha256Hex(NewSecret()));
  const std::string good = tls::MakeSigningRequest()->request_pem;
  std::string changed = good;
  changed[good.size() / 2] = changed[good.size() / 2] == 'A' ? 'B' : 'A';
  for (const std::string& broken : {std::string("nonsense"), good.substr(0, 60), changed}) {
    request.set_signing_request_pem(broken);
    EXPECT_EQ(client->JoinWorker(request).status().code(), absl::StatusCode::kInvalidArgument);
    const auto list = Operator()->ListTokens();
    for (const v1::Token& made : list->tokens()) {
      EXPECT_NE(made.role(), "worker");
    }
  }
  request.set_signing_request_pem(good);
  EXPECT_TRUE(client->JoinWorker(request).ok());
}

}  // namespace
}  // namespace rookery::worker

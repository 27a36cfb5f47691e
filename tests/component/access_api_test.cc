// Every method of every service, called with every role's token and with none: who is let in is
// what the table says. The methods come from the descriptors, so that a new one can't be forgotten.
#include <grpcpp/channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <httplib.h>

#include <map>

#include "coordinator/access/refusal_meter.h"
#include "coordinator/access/role.h"
#include "coordinator/access/token_book.h"
#include "tests/component/access_fixture.h"

namespace rookery::testing {
namespace {

using coordinator::MethodRules;
using coordinator::Right;
using coordinator::RightTo;
using coordinator::Role;

class AccessApi : public AccessTest {
 protected:
  // The status of an empty message sent to the method by its name alone.
  grpc::StatusCode CallByName(const std::string& method, const std::string& bearer) {
    grpc::GenericStub stub(wire::MakeChannel(coordinator_->grpc_address()));
    grpc::ClientContext context;
    context.set_deadline(gpr_time_from_seconds(20, GPR_TIMESPAN));
    if (!bearer.empty()) context.AddMetadata("authorization", bearer);
    grpc::CompletionQueue queue;
    auto call = stub.PrepareCall(&context, "/" + method, &queue);
    const auto await = [&queue] {
      void* tag = nullptr;
      bool ok = false;
      return queue.Next(&tag, &ok) && ok;
    };
    call->StartCall(nullptr);
    await();
    const grpc::Slice empty;
    call->WriteLast(grpc::ByteBuffer(&empty, 1), {}, nullptr);
    await();
    grpc::ByteBuffer answer;
    do {
      call->Read(&answer, nullptr);
    } while (await());
    grpc::Status status;
    call->Finish(&status, nullptr);
    await();
    return status.error_code();
  }
};

bool Refused(grpc::StatusCode code) {
  return code == grpc::StatusCode::UNAUTHENTICATED || code == grpc::StatusCode::PERMISSION_DENIED;
}

TEST_F(AccessApi, IsOpenWhereNobodyEverGaveOutAToken) {
  for (const auto& rule : MethodRules()) {
    EXPECT_FALSE(Refused(CallByName(std::string(rule.method), ""))) << rule.method;
  }
}

TEST_F(AccessApi, LetsInWhomTheTableLetsInAndNobodyElse) {
  std::map<Role, std::string> bearers;
  for (const Role role : coordinator::kAllRoles) bearers[role] = Give(role);
  for (const auto& rule : MethodRules()) {
    const std::string method(rule.method);
    EXPECT_EQ(CallByName(method, ""), grpc::StatusCode::UNAUTHENTICATED) << method;
    for (const auto& [role, bearer] : bearers) {
      const grpc::StatusCode code = CallByName(method, bearer);
      if (RightTo(role, method) == Right::kNone) {
        EXPECT_EQ(code, grpc::StatusCode::PERMISSION_DENIED) << RoleName(role) << " " << method;
      } else {
        EXPECT_FALSE(Refused(code)) << RoleName(role) << " " << method;
      }
    }
  }
}

// The header of the guide, at both doors: a token's whole text, with the fingerprint that it has
// where there is TLS, and the short form.
TEST_F(AccessApi, TakesATokenInEachFormAtBothDoors) {
  const std::string bearer = Give(Role::kViewer);
  Operator();
  const std::string text = texts_.at(bearer);
  const std::string url = coordinator_->http_address();
  httplib::Client http(url.substr(0, url.size() - 1));
  const auto asked = [&](const std::string& header) {
    const auto answer = http.Get("/api/v1/runs", httplib::Headers{{"Authorization", header}});
    return answer->status;
  };
  const std::string fingerprint(64, 'f');
  for (const std::string& good : {bearer, "Bearer " + text, "Bearer " + text + "_" + fingerprint}) {
    EXPECT_TRUE(As(good)->ListRuns({}).ok()) << As(good)->ListRuns({}).status();
    EXPECT_EQ(asked(good), 200);
  }
  for (const std::string& bad : {bearer + "_" + fingerprint, "Bearer " + text + "_f", text}) {
    EXPECT_TRUE(absl::IsUnauthenticated(As(bad)->ListRuns({}).status()));
    EXPECT_EQ(asked(bad), 401);
  }
}

TEST_F(AccessApi, RefusesATokenFromItsRevocationOn) {
  const auto viewer = As(Give(Role::kViewer));
  ASSERT_TRUE(viewer->ListWorkers().ok());
  const auto tokens = Operator().ListTokens();
  ASSERT_TRUE(tokens.ok());
  for (const v1::Token& token : tokens->tokens()) {
    if (token.role() != "viewer") continue;
    ASSERT_TRUE(Operator().RevokeToken(token.name()).ok());
  }
  EXPECT_TRUE(absl::IsUnauthenticated(viewer->ListWorkers().status()));
}

TEST_F(AccessApi, LetsAnAuthorStopItsOwnRunsAlone) {
  v1::CreateRunRequest request = TestRequest("one");
  const auto ann = As(Give(Role::kAuthor, "ann"));
  const auto bob = As(Give(Role::kAuthor, "bob"));
  const auto run = ann->CreateRun(request);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->spec().owner(), "ann");
  EXPECT_TRUE(absl::IsPermissionDenied(bob->StopRun(run->name(), "").status()));
  EXPECT_TRUE(absl::IsPermissionDenied(bob->PauseRun(run->name()).status()));
  request.set_request_id("two");
  request.mutable_run()->set_owner("ann");
  EXPECT_TRUE(absl::IsPermissionDenied(bob->CreateRun(request).status()));
  EXPECT_TRUE(ann->StopRun(run->name(), "mine").ok());
  const auto actions = Operator().ListActions({});
  ASSERT_TRUE(actions.ok());
  EXPECT_EQ(actions->actions(0).kind(), "stop-run");
  EXPECT_EQ(actions->actions(0).by(), "ann");
  EXPECT_EQ(actions->actions(0).target(), run->name());
  EXPECT_NE(actions->actions(0).from(), "");
}

TEST_F(AccessApi, LetsOperatorsAloneApproveARun) {
  const v1::CreateRunRequest request = TestRequest("one");  // as long as the coordinator is open
  const auto ann = As(Give(Role::kAuthor, "ann"));
  const auto run = ann->CreateRun(request);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_TRUE(absl::IsPermissionDenied(ann->ApproveRun(run->name()).status()));
  const auto approved = Operator().ApproveRun(run->name());
  ASSERT_TRUE(approved.ok()) << approved.status();
  EXPECT_EQ(approved->state(), v1::RUN_STATE_ACTIVE);
}

TEST_F(AccessApi, TellsAPageWhatItsTokenMayDo) {
  const v1::CreateRunRequest request = TestRequest("one");
  const std::string ann = Give(Role::kAuthor, "ann");
  const std::string url = coordinator_->http_address();
  httplib::Client http(url.substr(0, url.size() - 1));
  const auto me = [&](const std::string& bearer) {
    return http.Get("/api/v1/me", httplib::Headers{{"Authorization", bearer}})->body;
  };
  constexpr char kNothing[] =
      R"("may":{"create_run":false,"approve":false,"take_out":false,"test_webhooks":false})";
  EXPECT_THAT(me(Give(Role::kViewer)), ::testing::HasSubstr(kNothing));
  EXPECT_THAT(me(ann),
              ::testing::HasSubstr(R"("create_run":true,"approve":false,"take_out":false)"));
  EXPECT_THAT(me(ann), ::testing::HasSubstr(R"("role":"author","owner":"ann")"));
  const std::string root = Give(Role::kOperator, "ro");
  EXPECT_THAT(me(root),
              ::testing::HasSubstr(R"("create_run":true,"approve":true,"take_out":true)"));
  // And what it may not do is refused.
  const auto run = As(ann)->CreateRun(request);
  ASSERT_TRUE(run.ok()) << run.status();
  const std::string path = "/api/v1/" + run->name() + "/approve";
  const auto approve = [&](const std::string& bearer) {
    return http.Post(path, {{"Authorization", bearer}}, "{}", "application/json")->status;
  };
  EXPECT_EQ(approve(ann), 403);
  EXPECT_EQ(approve(root), 200);
  EXPECT_EQ(Operator().GetRun(run->name())->state(), v1::RUN_STATE_ACTIVE);
  EXPECT_EQ(approve(root), 200);  // again, which changes nothing
}

TEST_F(AccessApi, KeepsRefusedAttemptsInTheAuditLog) {
  const auto viewer = As(Give(Role::kViewer, "eve"));
  EXPECT_FALSE(viewer->StopRun("runs/abc", "").ok());
  const auto newest = Operator().ListActions({});
  ASSERT_TRUE(newest.ok());
  EXPECT_EQ(newest->actions(0).kind(), "refused");
  EXPECT_EQ(newest->actions(0).by(), "eve");
  EXPECT_EQ(newest->actions(0).target(), "rookery.v1.RunService/StopRun");
  // A flood stays a handful of rows.
  const auto stranger = As("Bearer " + std::string(10, 'x') + "_" + std::string(64, '0'));
  for (int i = 0; i < 200; ++i) EXPECT_FALSE(stranger->ListWorkers().ok());
  v1::ListActionsRequest many;
  many.set_page_size(1000);
  const auto actions = Operator().ListActions(many);
  ASSERT_TRUE(actions.ok());
  int refused = 0;
  for (const v1::Action& action : actions->actions()) refused += action.kind() == "refused";
  EXPECT_LE(refused, coordinator::RefusalMeter::kBurst + 2);
  EXPECT_GE(refused, 10);
}

TEST_F(AccessApi, AsksForTokensOverHttpToo) {
  const std::string viewer = Give(Role::kViewer);
  const std::string url = coordinator_->http_address();
  httplib::Client http(url.substr(0, url.size() - 1));
  EXPECT_EQ(http.Get("/healthz")->status, 200);
  const httplib::Result refused = http.Get("/");
  EXPECT_EQ(refused->status, 401);
  EXPECT_NE(refused->get_header_value("WWW-Authenticate").find("Basic"), std::string::npos);
  EXPECT_EQ(http.Get("/metrics")->status, 401);
  EXPECT_EQ(http.Post("/api/v1/runs", "{}", "application/json")->status, 401);
  http.set_basic_auth("anybody", texts_.at(viewer));
  EXPECT_EQ(http.Get("/api/v1/runs")->status, 200);
  EXPECT_EQ(http.Get("/")->status, 200);
  EXPECT_EQ(http.Post("/api/v1/runs", "{}", "application/json")->status, 403);
  http.set_basic_auth("anybody", texts_.at(Give(Role::kAuthor)));
  EXPECT_EQ(http.Post("/api/v1/runs", "{}", "application/json")->status, 400);  // now it is read
}

}  // namespace
}  // namespace rookery::testing

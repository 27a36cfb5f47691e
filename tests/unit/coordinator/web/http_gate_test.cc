#include "coordinator/web/http_gate.h"

#include <gtest/gtest.h>

#include "base/access_token.h"
#include "coordinator/access/role.h"

namespace rookery::coordinator {
namespace {

const AccessToken kToken{"abc", std::string(64, '7'), std::string(64, 'f')};

TEST(HttpGate, TakesATokenFromAProgramAndFromABrowser) {
  const std::string bearer = "Bearer " + ToText(kToken);
  EXPECT_EQ(BearerIn(bearer), bearer);
  EXPECT_EQ(BearerIn(BearerOf(kToken)), BearerOf(kToken));
  // As any browser encodes "ann:rook_abc_777..."; httplib's encoder is a client's, too.
  const std::string basic =
      httplib::make_basic_authentication_header("ann", ToText(kToken), false).second;
  EXPECT_EQ(BearerIn(basic), bearer);
}

TEST(HttpGate, TakesNothingFromWhatIsNoToken) {
  for (const char* odd : {"", "Basic", "Basic ", "Basic !!!", "Digest x", "Bearer "}) {
    EXPECT_EQ(BearerIn(odd), std::nullopt) << odd;
  }
  EXPECT_EQ(BearerIn("Bearer " + std::string(100'000, 'x')), std::nullopt);
}

TEST(HttpGate, KnowsTheRightThatEachPathNeeds) {
  EXPECT_EQ(MethodOf("GET", "/healthz"), "");
  EXPECT_EQ(MethodOf("POST", "/api/v1/runs"), "rookery.v1.RunService/CreateRun");
  EXPECT_EQ(MethodOf("POST", "/api/v1/runs/x/approve"), "rookery.v1.RunService/ApproveRun");
  EXPECT_EQ(MethodOf("POST", "/api/v1/workers/w/quarantine"),
            "rookery.v1.WorkerService/QuarantineWorker");
  EXPECT_EQ(MethodOf("POST", "/api/v1/workers/w/lift"), "rookery.v1.WorkerService/LiftQuarantine");
  EXPECT_EQ(MethodOf("GET", "/api/v1/workers/speeds"), "rookery.v1.WorkerService/ListWorkers");
  EXPECT_EQ(MethodOf("GET", "/api/v1/runs/x/pgn"), "rookery.v1.RunService/ExportPgn");
  EXPECT_EQ(MethodOf("GET", "/api/v1/runs/x/duels"), "rookery.v1.RunService/ExportDuels");
  EXPECT_EQ(MethodOf("GET", "/api/v1/runs/x/duels.csv"), "rookery.v1.RunService/ExportDuels");
  EXPECT_EQ(MethodOf("GET", "/api/v1/fits"), "rookery.v1.FitService/ListFits");
  EXPECT_EQ(MethodOf("GET", "/api/v1/fits/0123"), "rookery.v1.FitService/GetFit");
  // What the table doesn't know is the operator's; what is only read is a viewer's.
  EXPECT_EQ(RightTo(Role::kAuthor, MethodOf("POST", "/api/v1/anything")), Right::kNone);
  EXPECT_EQ(RightTo(Role::kOperator, MethodOf("POST", "/api/v1/anything")), Right::kAny);
  for (const char* path :
       {"/", "/metrics", "/api/v1/workers", "/api/v1/runs/x", "/api/v1/events", "/api/v1/fits",
        "/api/v1/fits/0123", "/api/v1/runs/x/events", "/api/v1/anything"}) {
    EXPECT_EQ(RightTo(Role::kViewer, MethodOf("GET", path)), Right::kAny) << path;
    EXPECT_EQ(RightTo(Role::kJoin, MethodOf("GET", path)), Right::kNone) << path;
    EXPECT_EQ(RightTo(Role::kWorker, MethodOf("GET", path)), Right::kNone) << path;
  }
}

}  // namespace
}  // namespace rookery::coordinator

#include "coordinator/access/role.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "rookery/v1/access.pb.h"
#include "rookery/v1/artifacts.pb.h"
#include "rookery/v1/runs.pb.h"
#include "rookery/v1/workers.pb.h"

namespace rookery::coordinator {
namespace {

void AddMethods(const google::protobuf::FileDescriptor& file, std::set<std::string>& methods) {
  for (int i = 0; i < file.service_count(); ++i) {
    const google::protobuf::ServiceDescriptor& service = *file.service(i);
    for (int k = 0; k < service.method_count(); ++k) {
      methods.insert(service.full_name() + "/" + service.method(k)->name());
    }
  }
}

TEST(Roles, HaveARuleForEveryMethodOfEveryServiceAndForNoOther) {
  std::set<std::string> methods;
  AddMethods(*v1::CreateRunRequest::descriptor()->file(), methods);
  AddMethods(*v1::WorkerMessage::descriptor()->file(), methods);
  AddMethods(*v1::Artifact::descriptor()->file(), methods);
  AddMethods(*v1::HasArtifactRequest::descriptor()->file(), methods);
  AddMethods(*v1::Token::descriptor()->file(), methods);
  std::set<std::string> ruled;
  for (const MethodRule& rule : MethodRules()) {
    EXPECT_TRUE(ruled.insert(std::string(rule.method)).second) << "twice: " << rule.method;
  }
  EXPECT_EQ(ruled, methods);
}

TEST(Roles, MayNotDoWhatNobodyAllowed) {
  for (const Role role : kAllRoles) {
    EXPECT_EQ(RightTo(role, "rookery.v1.RunService/DeleteEverything"), Right::kNone);
  }
}

TEST(Roles, KeepWorkersAndVisitorsFromStartingAndStoppingRuns) {
  for (const Role role : {Role::kJoin, Role::kWorker, Role::kViewer}) {
    EXPECT_EQ(RightTo(role, "rookery.v1.RunService/CreateRun"), Right::kNone);
    EXPECT_EQ(RightTo(role, "rookery.v1.RunService/StopRun"), Right::kNone);
    EXPECT_EQ(RightTo(role, "rookery.v1.ArtifactService/UploadArtifact"), Right::kNone);
  }
  EXPECT_EQ(RightTo(Role::kAuthor, "rookery.v1.RunService/StopRun"), Right::kOwn);
  EXPECT_EQ(RightTo(Role::kOperator, "rookery.v1.RunService/StopRun"), Right::kAny);
}

TEST(Roles, LetNobodyButAWorkerPlay) {
  for (const Role role : kAllRoles) {
    EXPECT_EQ(RightTo(role, "rookery.v1.WorkerLinkService/Attach") == Right::kAny,
              role == Role::kWorker);
  }
}

TEST(Roles, AreNarrowedByAScopeToServicesAndMethods) {
  const std::vector<std::string> scope = {"WorkerService", "RunService/GetRun"};
  EXPECT_TRUE(InScope({}, "rookery.v1.RunService/CreateRun"));
  EXPECT_TRUE(InScope(scope, "rookery.v1.RunService/GetRun"));
  EXPECT_TRUE(InScope(scope, "rookery.v1.WorkerService/ListWorkers"));
  EXPECT_FALSE(InScope(scope, "rookery.v1.WorkerLinkService/Attach"));
  EXPECT_FALSE(InScope(scope, "rookery.v1.RunService/GetRunAndMore"));
  EXPECT_FALSE(InScope(scope, "rookery.v1.RunService/CreateRun"));
  EXPECT_TRUE(IsScope("RunService"));
  EXPECT_TRUE(IsScope("RunService/StopRun"));
  for (const char* odd :
       {"", "Run", "RunService/", "RunService/Explode", "rookery.v1.RunService"}) {
    EXPECT_FALSE(IsScope(odd)) << odd;
  }
}

TEST(Roles, AreFoundByTheirNames) {
  for (const Role role : kAllRoles) EXPECT_EQ(FindRole(RoleName(role)), role);
  EXPECT_EQ(FindRole("god"), std::nullopt);
}

}  // namespace
}  // namespace rookery::coordinator

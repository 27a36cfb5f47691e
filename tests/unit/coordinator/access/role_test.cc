#include "coordinator/access/role.h"

#include <google/protobuf/descriptor.pb.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace rookery::coordinator {
namespace {

// Every method of the contract, from protoc's word on all files of proto/rookery.
std::set<std::string> AllMethods() {
  std::ifstream file(ROOKERY_DESCRIPTORS, std::ios::binary);
  google::protobuf::FileDescriptorSet contract;
  EXPECT_TRUE(contract.ParseFromIstream(&file));
  std::set<std::string> methods;
  for (const auto& one : contract.file()) {
    for (const auto& service : one.service()) {
      for (const auto& method : service.method()) {
        methods.insert(one.package() + "." + service.name() + "/" + method.name());
      }
    }
  }
  return methods;
}

TEST(Roles, HaveARuleForEveryMethodOfEveryServiceAndForNoOther) {
  std::set<std::string> ruled;
  for (const MethodRule& rule : MethodRules()) {
    EXPECT_TRUE(ruled.insert(std::string(rule.method)).second) << "twice: " << rule.method;
  }
  EXPECT_EQ(ruled, AllMethods());
  EXPECT_GE(ruled.size(), 27u);
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

TEST(Roles, LetAuthorsAndOperatorsPostFitsThatViewersSee) {
  for (const Role role : kAllRoles) {
    const bool posts = role == Role::kAuthor || role == Role::kOperator;
    const bool reads = posts || role == Role::kViewer;
    EXPECT_EQ(RightTo(role, "rookery.v1.FitService/PostFit") != Right::kNone, posts);
    EXPECT_EQ(RightTo(role, "rookery.v1.FitService/GetFit") != Right::kNone, reads);
    EXPECT_EQ(RightTo(role, "rookery.v1.FitService/ListFits") != Right::kNone, reads);
  }
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

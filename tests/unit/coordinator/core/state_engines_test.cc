// Names of UCI engines in the core: whose they are, and what may be done with them.
#include <gtest/gtest.h>

#include "coordinator/core/limits.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using testing::WeightsHash;

class EnginesTest : public ::testing::Test {
 protected:
  EnginesTest() {
    core_.AddArtifacts();
    for (const int which : {7, 8}) {
      core_.Step(PutArtifact{1, {WeightsHash(which), 100, ArtifactKind::kEngine, 0}});
    }
  }
  absl::StatusCode Done(const Event& event) {
    core_.Step(event);
    if (core_.Find<DoneReply>() != nullptr) return absl::StatusCode::kOk;
    return core_.Find<ErrorReply>()->status.code();
  }
  absl::StatusCode Put(const std::string& name, int which, bool replace = false,
                       const std::string& by = "ann") {
    return Done(PutEngine{9, name, WeightsHash(which), replace, by, {"", "peer", true}});
  }
  const EngineNames& engines() const { return core_.core.engines(); }

  CoreHarness core_;
};

TEST_F(EnginesTest, StandForTheManifestThatWasUploaded) {
  EXPECT_EQ(Put("sf-17.1", 7), absl::StatusCode::kOk);
  EXPECT_EQ(core_.CountWrites<PutEngineName>(), 1u);
  EXPECT_EQ(core_.CountWrites<AddAction>(), 1u);
  EXPECT_EQ(engines().at("sf-17.1").manifest_sha256, WeightsHash(7));
  EXPECT_EQ(engines().at("sf-17.1").owner, "ann");
  EXPECT_EQ(Put("sf-17.1", 7), absl::StatusCode::kOk);  // again
  EXPECT_EQ(core_.CountWrites<PutEngineName>(), 0u);
  EXPECT_EQ(Put("sf", 1), absl::StatusCode::kInvalidArgument);  // weights
  EXPECT_EQ(Put("sf", 99), absl::StatusCode::kFailedPrecondition);
  for (const char* name : {"", ".sf", "a b", "a/b"}) {
    EXPECT_EQ(Put(name, 7), absl::StatusCode::kInvalidArgument) << name;
  }
}

TEST_F(EnginesTest, StandForAnotherManifestOnlyIfAskedTo) {
  ASSERT_EQ(Put("sf", 7), absl::StatusCode::kOk);
  core_.now += absl::Hours(1);
  EXPECT_EQ(Put("sf", 8), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(Put("sf", 8, true, "bob"), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(engines().at("sf").manifest_sha256, WeightsHash(7));
  EXPECT_EQ(Put("sf", 8, true), absl::StatusCode::kOk);
  EXPECT_EQ(engines().at("sf").manifest_sha256, WeightsHash(8));
  EXPECT_EQ(engines().at("sf").updated - engines().at("sf").created, absl::Hours(1));
  // An operator may, and it stays its owner's.
  EXPECT_EQ(Done(PutEngine{9, "sf", WeightsHash(7), true, "root", {}}), absl::StatusCode::kOk);
  EXPECT_EQ(engines().at("sf").owner, "ann");
}

TEST_F(EnginesTest, AreRenamedAndRemovedByTheirOwner) {
  ASSERT_EQ(Put("sf", 7), absl::StatusCode::kOk);
  ASSERT_EQ(Put("other", 8, false, "bob"), absl::StatusCode::kOk);
  const Access author{"", "peer", true};
  EXPECT_EQ(Done(RenameEngine{9, "sf", "other", "ann", author}), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(Done(RenameEngine{9, "sf", "new", "bob", author}), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(Done(RenameEngine{9, "none", "new", "ann", author}), absl::StatusCode::kNotFound);
  EXPECT_EQ(Done(RenameEngine{9, "sf", "a b", "ann", author}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Done(RenameEngine{9, "sf", "new", "ann", author}), absl::StatusCode::kOk);
  EXPECT_EQ(core_.CountWrites<DropEngineName>(), 1u);
  EXPECT_FALSE(engines().contains("sf"));
  EXPECT_EQ(engines().at("new").manifest_sha256, WeightsHash(7));
  EXPECT_EQ(Done(RemoveEngine{9, "new", "bob", author}), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(Done(RemoveEngine{9, "new", "ann", author}), absl::StatusCode::kOk);
  EXPECT_EQ(engines().size(), 1u);
  EXPECT_EQ(Done(RemoveEngine{9, "new", "ann", author}), absl::StatusCode::kNotFound);
}

TEST_F(EnginesTest, HaveABound) {
  for (size_t i = 0; i < limits::kMaxEngines; ++i) {
    ASSERT_EQ(Put(fmt::format("e{}", i), 7), absl::StatusCode::kOk);
  }
  EXPECT_EQ(Put("more", 7), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Put("e0", 8, true), absl::StatusCode::kOk);
}

}  // namespace
}  // namespace rookery::coordinator

// Names of UCI engines over gRPC, on a whole coordinator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/engine_manifest.h"
#include "proto/wire/status.h"
#include "tests/component/coordinator_fixture.h"

namespace rookery::testing {
namespace {

using ::testing::HasSubstr;

class EngineApi : public CoordinatorTest {
 protected:
  // A manifest whose program is there.
  std::string Manifest(const std::string& program) {
    EngineManifest manifest;
    manifest.name = "an engine";
    manifest.platform = "linux-x86_64";
    manifest.program_sha256 = Upload(v1::ARTIFACT_KIND_ENGINE_FILE, program);
    manifest.program_bytes = static_cast<int64_t>(program.size());
    return Upload(v1::ARTIFACT_KIND_ENGINE, *ManifestText(manifest));
  }
};

TEST_F(EngineApi, NamesListsRenamesAndForgetsThroughARestart) {
  const std::string sha256 = Manifest("program");
  for (const char* name : {"sf", "lc0", "a.1"}) {
    const auto put = client_->PutEngine(name, sha256, false);
    ASSERT_TRUE(put.ok()) << put.status();
    EXPECT_EQ(put->name(), std::string("engines/") + name);
  }
  EXPECT_EQ(client_->RenameEngine("engines/lc0", "lc0-old")->name(), "engines/lc0-old");
  EXPECT_EQ(client_->RemoveEngine("a.1")->manifest_sha256(), sha256);
  Restart();
  const auto engines = client_->ListEngines();
  ASSERT_TRUE(engines.ok()) << engines.status();
  ASSERT_EQ(engines->size(), 2u);
  EXPECT_EQ(engines->at(0).name(), "engines/lc0-old");
  EXPECT_EQ(engines->at(1).name(), "engines/sf");
  EXPECT_EQ(client_->GetEngine("sf")->manifest_sha256(), sha256);
  const absl::Status gone = client_->GetEngine("lc0").status();
  EXPECT_EQ(wire::ReasonOf(gone), "ENGINE_UNKNOWN");
}

TEST_F(EngineApi, TakesTheNameOfAnotherEngineOnlyWhenToldTo) {
  ASSERT_TRUE(client_->PutEngine("sf", Manifest("program"), false).ok());
  const std::string other = Manifest("another program");
  const absl::Status taken = client_->PutEngine("sf", other, false).status();
  EXPECT_EQ(taken.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(taken.message()), HasSubstr("choose another name"));
  EXPECT_EQ(client_->PutEngine("sf", other, true)->manifest_sha256(), other);
  EXPECT_EQ(client_->PutEngine("s f", other, true).status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace rookery::testing

#include "cli/artifacts.h"

#include <gtest/gtest.h>

#include <map>

#include "base/status.h"

namespace rookery::cli {
namespace {

class ArtifactsTest : public ::testing::Test {
 protected:
  ArtifactsTest() {
    EngineManifest manifest;
    manifest.name = "sf";
    manifest.program_sha256 = std::string(64, 'a');
    manifest.program_bytes = 5;
    manifest.platform = "linux-x86_64";
    manifest.cpu = {"avx2"};
    manifest.options = {{"Hash", "16"}, {"Threads", "4"}};
    find_ = [manifest](const std::string& name) -> absl::StatusOr<EngineManifest> {
      if (name == "sf") return manifest;
      return Error(absl::StatusCode::kNotFound, "there is no engine '{}' here", name);
    };
  }

  FindManifest find_;
};

TEST_F(ArtifactsTest, ChoosesWeightsByName) {
  const auto choice = ChooseEngine({"--dev", "default,-king"}, find_);
  ASSERT_TRUE(choice.ok()) << choice.status();
  EXPECT_EQ(choice->name, "default,-king");
  EXPECT_FALSE(choice->manifest.has_value());
  const auto changed = ChooseEngine({"--dev", "catalogue,mat_pawn.mg=90"}, find_);
  ASSERT_TRUE(changed.ok()) << changed.status();
  EXPECT_EQ(changed->name, "catalogue,mat_pawn.mg=90");
  EXPECT_FALSE(ChooseEngine({"--dev", "default", {"Hash=1"}}, find_).ok());
}

TEST_F(ArtifactsTest, ChoosesAUciEngineWithOtherOptionsUnderAnotherName) {
  const auto choice = ChooseEngine({"--dev", "engine:sf", {"hash=64", "Ponder=false"}}, find_);
  ASSERT_TRUE(choice.ok()) << choice.status();
  EXPECT_EQ(choice->name, "sf hash=64 Ponder=false");
  const std::vector<std::pair<std::string, std::string>> wanted = {
      {"Threads", "4"}, {"hash", "64"}, {"Ponder", "false"}};
  EXPECT_EQ(choice->manifest->options, wanted);
  const auto unknown = ChooseEngine({"--dev", "engine:lc0"}, find_);
  EXPECT_NE(std::string(unknown.status().message()).find("--dev: there is no engine 'lc0'"),
            std::string::npos);
}

TEST_F(ArtifactsTest, AsksForWhatTheEngineNeeds) {
  const auto choice = ChooseEngine({"--dev", "engine:sf"}, find_);
  ASSERT_TRUE(choice.ok());
  v1::RunSpec spec;
  AddNeeds(*choice, true, spec);
  AddNeeds(*choice, true, spec);
  EXPECT_EQ(spec.needs().platform(), "linux-x86_64");
  ASSERT_EQ(spec.needs().instruction_sets_size(), 1);
  EXPECT_EQ(spec.needs().sandbox(), "landlock");
  EXPECT_EQ(spec.threads(), 4);  // its cores are accounted for
  v1::RunSpec unconfined;
  AddNeeds(*choice, false, unconfined);
  EXPECT_EQ(unconfined.needs().sandbox(), "");
}

}  // namespace
}  // namespace rookery::cli

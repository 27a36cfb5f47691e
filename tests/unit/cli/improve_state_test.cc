#include "cli/improve_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/status.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempPath;

TEST(ImproveState, GoesOnWithItsRunsAndRefusesOtherSettings) {
  const std::string folder = TempPath("improve");
  const nlohmann::ordered_json settings = {{"budget", 400}, {"groups", {"king"}}};
  auto state = ImproveState::Open(folder, settings);
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_EQ(state->Run("tune"), "");
  ASSERT_TRUE(state->SetRun("tune", "runs/a").ok());
  EXPECT_THAT(Message(ImproveState::Open(folder, settings).status()),
              HasSubstr("another improvement works in"));
  *state = *ImproveState::Open(TempPath("elsewhere"), settings);  // lets go of it
  EXPECT_EQ(ImproveState::Open(folder, settings)->Run("tune"), "runs/a");
  const auto other = ImproveState::Open(folder, {{"budget", 500}, {"groups", {"king"}}});
  EXPECT_THAT(Message(other.status()), HasSubstr("budget 400 (now 500)"));
  EXPECT_THAT(Message(other.status()), Not(HasSubstr("groups")));
  for (const char* damaged : {"", "[]", "{\"settings\": 1, \"runs\": {}}", "{\"settings\": {}"}) {
    ASSERT_TRUE(WriteFileAtomically(folder + "/improve.json", damaged).ok());
    EXPECT_TRUE(absl::IsInvalidArgument(ImproveState::Open(folder, settings).status())) << damaged;
  }
}

TEST(ImproveState, TakesNoFolderOfSomethingElse) {
  const std::string folder = TempPath("other");
  ASSERT_TRUE(MakeFolders(folder).ok());
  ASSERT_TRUE(WriteFileAtomically(folder + "/report.md", "mine").ok());
  EXPECT_THAT(Message(ImproveState::Open(folder, {}).status()), HasSubstr("holds report.md"));
}

}  // namespace
}  // namespace rookery::cli

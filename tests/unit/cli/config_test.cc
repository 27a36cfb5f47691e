#include "cli/config.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/file.h"

namespace rookery::cli {
namespace {

Environment Fixed(std::map<std::string, std::string> values) {
  return [values](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    if (found == values.end() || found->second.empty()) return std::nullopt;
    return found->second;
  };
}

// A configuration folder with the given file.
std::string ConfigHome(const std::string& content) {
  const std::string home = testing::TempDir() + "rookery_config_" +
                           testing::UnitTest::GetInstance()->current_test_info()->name();
  EXPECT_TRUE(MakeFolders(home + "/rookery").ok());
  EXPECT_TRUE(WriteFileAtomically(home + "/rookery/config.toml", content).ok());
  return home;
}

TEST(ResolveCoordinator, PrefersFlagThenEnvironmentThenFileThenDefault) {
  const std::string home = ConfigHome("coordinator = \"file:3\"\n");
  const Environment all = Fixed({{"XDG_CONFIG_HOME", home}, {"ROOKERY_COORDINATOR", "env:2"}});
  EXPECT_EQ(*ResolveCoordinator("flag:1", all), "flag:1");
  EXPECT_EQ(*ResolveCoordinator("", all), "env:2");
  EXPECT_EQ(*ResolveCoordinator("", Fixed({{"XDG_CONFIG_HOME", home}})), "file:3");
  EXPECT_EQ(*ResolveCoordinator("", Fixed({{"XDG_CONFIG_HOME", "/nonexistent"}})),
            kDefaultCoordinator);
}

TEST(ResolveCoordinator, NamesTheSourceOfAValueThatIsNoAddress) {
  const auto flag = ResolveCoordinator("nonsense", Fixed({}));
  EXPECT_EQ(flag.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(std::string(flag.status().message()).find("--coordinator"), std::string::npos);
  const auto variable = ResolveCoordinator("", Fixed({{"ROOKERY_COORDINATOR", "host:99999"}}));
  EXPECT_NE(std::string(variable.status().message()).find("ROOKERY_COORDINATOR"),
            std::string::npos);
}

TEST(ResolveCoordinator, ReportsTheLineOfABrokenFile) {
  const std::string home = ConfigHome("# fine\ncoordinator = \n");
  const auto result = ResolveCoordinator("", Fixed({{"XDG_CONFIG_HOME", home}}));
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(std::string(result.status().message()).find("config.toml:2"), std::string::npos);
}

TEST(Folders, FollowXdgAndIgnoreRelativeValues) {
  EXPECT_EQ(CacheFolder(Fixed({{"XDG_CACHE_HOME", "/c"}, {"HOME", "/h"}})), "/c/rookery");
  EXPECT_EQ(CacheFolder(Fixed({{"XDG_CACHE_HOME", "c"}, {"HOME", "/h"}})), "/h/.cache/rookery");
  EXPECT_EQ(DataFolder(Fixed({{"HOME", "/h"}})), "/h/.local/share/rookery");
}

TEST(WantsColor, IsSwitchedOffByFlagVariableAndDumbTerminal) {
  EXPECT_TRUE(WantsColor(false, Fixed({{"TERM", "xterm"}})));
  EXPECT_FALSE(WantsColor(true, Fixed({{"TERM", "xterm"}})));
  EXPECT_FALSE(WantsColor(false, Fixed({{"NO_COLOR", "1"}})));
  EXPECT_TRUE(WantsColor(false, Fixed({{"NO_COLOR", ""}})));
  EXPECT_FALSE(WantsColor(false, Fixed({{"TERM", "dumb"}})));
}

}  // namespace
}  // namespace rookery::cli

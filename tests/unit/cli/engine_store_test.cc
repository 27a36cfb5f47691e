#include "cli/engine_store.h"

#include <gtest/gtest.h>

#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

EngineManifest Example() {
  EngineManifest manifest;
  manifest.name = "sf";
  manifest.program_sha256 = std::string(64, 'a');
  manifest.program_bytes = 5;
  manifest.platform = "linux-x86_64";
  return manifest;
}

TEST(EngineStore, KeepsEnginesByName) {
  const std::string folder = testing::TempPath("data");
  const Environment environment = [&](const std::string& name) -> std::optional<std::string> {
    return name == "XDG_DATA_HOME" ? std::optional(folder) : std::nullopt;
  };
  const EngineStore store(environment);
  EXPECT_TRUE(store.Names().empty());
  ASSERT_TRUE(store.Save("sf-15.1", Example()).ok());
  ASSERT_TRUE(store.Save("a", Example()).ok());
  EXPECT_EQ(store.Names(), (std::vector<std::string>{"a", "sf-15.1"}));
  EXPECT_EQ(store.Load("a")->program_sha256, std::string(64, 'a'));
  EXPECT_TRUE(store.Remove("a").ok());
  EXPECT_TRUE(absl::IsNotFound(store.Load("a").status()));
  EXPECT_TRUE(absl::IsNotFound(store.Remove("a")));
  for (const char* bad : {"", "..", ".x", "a/b", "a b"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(store.Save(bad, Example()))) << bad;
    EXPECT_TRUE(absl::IsNotFound(store.Remove(bad))) << bad;
  }
}

}  // namespace
}  // namespace rookery::cli

#include "cli/trust_config.h"

#include <gtest/gtest.h>

#include <map>

#include "base/file.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

Environment Fixed(std::map<std::string, std::string> values) {
  return [values](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

TEST(TrustConfig, PrefersFlagThenEnvironmentThenFile) {
  const std::string home = testing::TempPath("home");
  ASSERT_TRUE(MakeFolders(home + "/rookery").ok());
  ASSERT_TRUE(WriteFileAtomically(home + "/rookery/config.toml",
                                  "token_file = \"of-file\"\nca = \"ca-of-file\"\n")
                  .ok());
  Context context;
  context.environment =
      Fixed({{"XDG_CONFIG_HOME", home}, {"ROOKERY_CA", "ca-of-env"}, {"ROOKERY_TOKEN", "text"}});
  CLI::App app;
  AddTrustOptions(app, context);
  auto sources = ResolveTrustSources("host:1", context.environment);
  ASSERT_TRUE(sources.ok()) << sources.status();
  EXPECT_EQ(sources->token, "text");
  EXPECT_EQ(sources->token_file, "");
  EXPECT_EQ(sources->ca_file, "ca-of-env");
  EXPECT_FALSE(sources->insecure);
  app.parse("--token-file of-flag --insecure");
  sources = ResolveTrustSources("host:1", context.environment);
  ASSERT_TRUE(sources.ok()) << sources.status();
  EXPECT_EQ(sources->token, "");
  EXPECT_EQ(sources->token_file, "of-flag");
  EXPECT_TRUE(sources->insecure);
}

TEST(TrustConfig, NamesTheFileAndKeyOfWhatIsNoText) {
  const std::string home = testing::TempPath("home");
  ASSERT_TRUE(MakeFolders(home + "/rookery").ok());
  ASSERT_TRUE(WriteFileAtomically(home + "/rookery/config.toml", "fingerprint = 12\n").ok());
  const auto sources = ResolveTrustSources("host:1", Fixed({{"XDG_CONFIG_HOME", home}}));
  EXPECT_EQ(sources.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(std::string(sources.status().message()).find("fingerprint"), std::string::npos);
}

}  // namespace
}  // namespace rookery::cli

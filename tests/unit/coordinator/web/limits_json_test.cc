#include "coordinator/web/limits_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

TEST(LimitsJson, IsReadAsItIsWritten) {
  const Limits all{5000, 12, 100, 8000, 80, {{40, 60'000, 0}, {0, 30'000, 500}}, 20};
  const Limits periods{.periods = {{20, 1, 0}}};
  for (const Limits& limits : {all, periods, Limits{}}) {
    const auto read = ReadLimits("limits", Dump(LimitsJson(limits)));
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(*read, limits);
  }
}

TEST(LimitsJson, SaysWhichFieldIsWrong) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "limits: '' is no object of limits"},
      {"[]", "limits: '[]' is no object"},
      {R"({"nodes": -1})", "limits.nodes: -1 is not a whole number from 0"},
      {R"({"nodes": 1.5})", "limits.nodes: 1.5 is not"},
      {R"({"nodes": 18446744073709551615})", "limits.nodes: 18446744073709551615 is not"},
      {R"({"depth": "5"})", "limits.depth: \"5\" is not"},
      {R"({"tc": 5})", "limits.tc: unknown; limits have nodes"},
      {R"({"periods": 5})", "limits.periods: is no list of at most 16"},
      {R"({"periods": [5]})", "limits.periods[0]: is no object"},
      {R"({"periods": [{"moves": 1}, {"base_ms": null}]})", "limits.periods[1].base_ms: null is"},
      {R"({"periods": [{"sec": 1}]})", "limits.periods[0].sec: unknown"}};
  for (const auto& [text, message] : wrong) {
    EXPECT_THAT(Message(ReadLimits("limits", text).status()), HasSubstr(message)) << text;
  }
  EXPECT_FALSE(ReadLimits("limits", "{" + std::string(5000, ' ') + "}").ok());
}

}  // namespace
}  // namespace rookery::coordinator

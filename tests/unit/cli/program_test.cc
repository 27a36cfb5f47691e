#include "cli/program.h"

#include <gtest/gtest.h>

#include <sstream>

namespace rookery::cli {
namespace {

struct Ran {
  Exit exit;
  std::string out;
  std::string err;
};

Ran RunWith(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  Printer printer(&out, &err, {});
  FakeClock clock;
  Context context;
  context.printer = &printer;
  context.clock = &clock;
  context.environment = [](const std::string&) { return std::nullopt; };
  context.version = "rookery 1.2.3";
  context.entropy = [] { return uint64_t{1}; };
  const Exit exit = RunProgram(arguments, context);
  return {exit, out.str(), err.str()};
}

TEST(Program, ShowsHelpWithExamplesFirstWhenAskedForNothing) {
  const Ran ran = RunWith({});
  EXPECT_EQ(ran.exit, Exit::kDone);
  EXPECT_LT(ran.out.find("Examples:"), ran.out.find("Usage:"));
  EXPECT_EQ(ran.err, "");
}

TEST(Program, PrintsItsVersion) {
  const Ran ran = RunWith({"--version"});
  EXPECT_EQ(ran.exit, Exit::kDone);
  EXPECT_EQ(ran.out, "rookery 1.2.3\n");
}

TEST(Program, AnswersAnUnknownOptionWithTheNearestOneAndExitCodeTwo) {
  const Ran ran = RunWith({"--jsn"});
  EXPECT_EQ(ran.exit, Exit::kUsage);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("unknown option '--jsn'; did you mean '--json'?"), std::string::npos);
}

}  // namespace
}  // namespace rookery::cli

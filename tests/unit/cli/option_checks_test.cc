#include "cli/option_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The fault, or nothing.
std::string Ask(const CLI::Validator& check, std::string text) { return check(text); }

TEST(OptionChecks, DecimalNumberTakesItsRangeAndNothingElse) {
  const DecimalNumber check(0, 100);
  for (const char* text : {"0", "0.5", "100", "1e2"}) EXPECT_THAT(Ask(check, text), IsEmpty());
  for (const char* text : {"nan", "-nan", "inf", "-1", "100.1", "1e300", "", "1x", "0x10"}) {
    EXPECT_THAT(Ask(check, text), HasSubstr("is no number from 0 to 100")) << text;
  }
}

TEST(OptionChecks, NotEmptyRefusesTheEmptyText) {
  EXPECT_THAT(Ask(NotEmpty(), "8+0.08"), IsEmpty());
  EXPECT_THAT(Ask(NotEmpty(), ""), HasSubstr("leave the option out"));
}

TEST(OptionChecks, OutputFileRefusesWhatCannotBeWrittenBeforeTheWorkBegins) {
  EXPECT_THAT(Ask(OutputFile(), rookery::testing::TempPath("out.toml")), IsEmpty());
  EXPECT_THAT(Ask(OutputFile(), "/nonexistent/out.toml"), HasSubstr("folder '/nonexistent'"));
  EXPECT_THAT(Ask(OutputFile(), "/tmp"), HasSubstr("is a folder"));
  EXPECT_THAT(Ask(OutputFile(), ""), HasSubstr("name the file"));
}

}  // namespace
}  // namespace rookery::cli

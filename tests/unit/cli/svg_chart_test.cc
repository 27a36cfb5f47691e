#include "cli/svg_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(SvgChart, DrawsWhatItIsGivenAndEscapesIt) {
  const std::string rows =
      IntervalChart("a < b", {{"one & two", 1, 0.5, 1.5, "1"}, {"x", -1, -1, -1, ""}});
  EXPECT_THAT(rows, HasSubstr("a &lt; b"));
  EXPECT_THAT(rows, HasSubstr("one &amp; two"));
  EXPECT_THAT(rows, Not(HasSubstr("nan")));
  EXPECT_THAT(LineChart("one point", {{1, 2}}), Not(HasSubstr("nan")));
  EXPECT_THAT(LineChart("falling", {{1, 2}, {2, 1}}), HasSubstr("<path"));
}

}  // namespace
}  // namespace rookery::cli

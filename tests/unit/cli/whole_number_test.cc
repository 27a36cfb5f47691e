#include "cli/whole_number.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

std::string Fault(const WholeNumber& check, std::string text) { return check(text); }

TEST(WholeNumber, TakesTheWholeRangeAndNothingBeyond) {
  const WholeNumber check(1, kMostSeed);
  EXPECT_EQ(Fault(check, "1"), "");
  EXPECT_EQ(Fault(check, "18446744073709551615"), "");
  for (const char* text :
       {"0", "18446744073709551616", "-1", "+1", " 1", "1 ", "", "1e3", "0x10"}) {
    EXPECT_NE(Fault(check, text), "") << text;
  }
}

TEST(WholeNumber, RefusesLeadingZerosThatTheLibraryWouldTakeForOctal) {
  CLI::App app;
  int depth = 0;
  app.add_option("--depth", depth)->check(WholeNumber(0, 127));
  EXPECT_THROW(app.parse("--depth 010"), CLI::ValidationError);
  app.parse("--depth 0");
  EXPECT_EQ(depth, 0);
}

TEST(WholeNumber, SaysValueRangeAndNextStep) {
  EXPECT_EQ(Fault(WholeNumber(1, 9, "; or none"), "12"),
            "'12' is no whole number from 1 to 9; or none");
}

TEST(SeedOption, KeepsTheLargestSeed) {
  CLI::App app;
  uint64_t seed = 0;
  AddSeedOption(app, seed);
  app.parse("--seed 18446744073709551615");
  EXPECT_EQ(seed, 18446744073709551615U);
}

}  // namespace
}  // namespace rookery::cli

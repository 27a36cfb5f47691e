#include "cli/core_hours.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "proto/wire/bounds.h"

namespace rookery::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string Ask(const CLI::Validator& check, std::string text) { return check(text); }

TEST(CoreHours, AreAtLeastASecondWhereverTheyAreGiven) {
  for (const CoreHours::Zero zero : {CoreHours::Zero::kRefused, CoreHours::Zero::kOrZero}) {
    const CoreHours check(zero);
    for (const char* text : {"0.00028", "0.5", "1", "270000000"}) {
      EXPECT_THAT(Ask(check, text), IsEmpty()) << text;
    }
    for (const char* text : {"0.0001", "1e-300", "-1", "nan", "inf", "2.8e8", "", "1h"}) {
      EXPECT_THAT(Ask(check, text), AllOf(HasSubstr("is no number from 0.00028 to 2.7e+08"),
                                          HasSubstr("a second is the least")))
          << text;
    }
  }
}

TEST(CoreHours, NoneTakeTheLimitOffWhereThatIsAllowed) {
  for (const char* text : {"0", "0.0", "-0"}) {
    EXPECT_THAT(Ask(CoreHours(CoreHours::Zero::kOrZero), text), IsEmpty());
    EXPECT_THAT(Ask(CoreHours(CoreHours::Zero::kRefused), text), HasSubstr("is no number"));
  }
}

// Whatever passes the check is a limit, within what the wire allows; only 0 is none.
TEST(CoreHours, BecomeNoSecondsOnlyIfTheyAreNone) {
  EXPECT_EQ(CoreSeconds(0), 0);
  EXPECT_EQ(CoreSeconds(1), 3600);
  EXPECT_EQ(CoreSeconds(kLeastCoreHours), 1);
  for (double hours = kLeastCoreHours; hours < kMostCoreHours; hours *= 1.37) {
    EXPECT_GE(CoreSeconds(hours), 1) << hours;
    EXPECT_LE(CoreSeconds(hours), wire::kMaxCoreSeconds) << hours;
    // Less than the least that the check lets pass, should it ever be another one.
    EXPECT_GE(CoreSeconds(hours * 1e-9), 1) << hours;
  }
}

}  // namespace
}  // namespace rookery::cli

#include "coordinator/web/field_faults.h"

#include <gtest/gtest.h>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

TEST(FieldFaults, AreTheLinesOfAMessageThatNameAField) {
  const auto faults = FieldFaultsOf(
      absl::InvalidArgumentError("run.limits.periods[1].moves: 0 is not in 1 to 1000\n"
                                 "request_id: is empty; 1 to 64 characters are needed\n"
                                 "and 3 more"));
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(faults[0].field, "limits.periods[1].moves");
  EXPECT_EQ(faults[0].text, "0 is not in 1 to 1000");
  EXPECT_EQ(faults[1].field, "request_id");
}

TEST(FieldFaults, AreToldByTheCoreToo) {
  const auto faults = FieldFaultsOf(absl::NotFoundError(
      "field dev.weights_sha256: artifact abc isn't here; upload it first: now"));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].field, "dev.weights_sha256");
  EXPECT_EQ(faults[0].text, "artifact abc isn't here; upload it first: now");
}

TEST(FieldFaults, AreNoneWhereAnErrorNamesNoField) {
  EXPECT_TRUE(FieldFaultsOf(absl::InvalidArgumentError("the body: expected a value")).empty());
  EXPECT_TRUE(FieldFaultsOf(absl::NotFoundError("run 'x' is unknown; see: all")).empty());
  EXPECT_TRUE(FieldFaultsOf(absl::InvalidArgumentError("")).empty());
  EXPECT_TRUE(FieldFaultsOf(absl::InvalidArgumentError("\n\n: \n:")).empty());
  EXPECT_TRUE(FieldFaultsOf(absl::InternalError("limits: broken")).empty());  // not the caller's
}

TEST(FieldFaults, AreBounded) {
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "a: b\n";
  EXPECT_EQ(FieldFaultsOf(absl::InvalidArgumentError(lines)).size(), 50u);
}

}  // namespace
}  // namespace rookery::coordinator

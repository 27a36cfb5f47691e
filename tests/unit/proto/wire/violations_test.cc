#include "proto/wire/violations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "google/rpc/error_details.pb.h"
#include "proto/wire/status.h"

namespace rookery::wire {
namespace {

using ::testing::HasSubstr;

TEST(Violations, IsOkWhenThereAreNone) {
  Violations found;
  found.CheckRange("n", 3, 1, 3);
  found.CheckText("t", "fine", 4);
  found.CheckResource("name", "runs/a-b_9", "runs");
  EXPECT_TRUE(found.Finish().ok());
}

TEST(Violations, SaysAllOfThemALineEachAndInThePayload) {
  Violations found;
  found.CheckRange("nodes", 0, 1, 9);
  found.CheckRequired("title", "", 20);
  const absl::Status status = found.Finish();
  EXPECT_EQ(Message(status),
            "nodes: 0 is not in 1 to 9\ntitle: is empty; 1 to 20 characters are needed");
  const auto payload = status.GetPayload("type.googleapis.com/google.rpc.BadRequest");
  ASSERT_TRUE(payload.has_value());
  google::rpc::BadRequest request;
  ASSERT_TRUE(request.ParseFromString(std::string(*payload)));
  ASSERT_EQ(request.field_violations_size(), 2);
  EXPECT_EQ(request.field_violations(1).field(), "title");
  EXPECT_EQ(ReasonOf(status), "INVALID_FIELDS");
}

TEST(Violations, RefusesNotANumber) {
  Violations found;
  found.CheckRange("x", std::numeric_limits<double>::quiet_NaN(), 0.0, 1.0);
  EXPECT_FALSE(found.empty());
}

TEST(Violations, RefusesControlCharactersWithoutRepeatingThem) {
  Violations found;
  found.CheckText("label", "a\x1b[31mred", 20);
  const std::string message = Message(found.Finish());
  EXPECT_THAT(message, HasSubstr("'a?[31mred'"));
  EXPECT_EQ(message.find('\x1b'), std::string::npos);
}

TEST(Violations, RefusesNamesThatAreNoResources) {
  for (const char* name : {"", "runs", "runs/", "run/a", "runs/a/b", "runs/..", "runs/a b"}) {
    Violations found;
    found.CheckResource("name", name, "runs");
    EXPECT_FALSE(found.empty()) << name;
  }
}

TEST(Violations, KeepsABoundedNumberAndCountsTheRest) {
  Violations found;
  for (int i = 0; i < 1000; ++i) found.Add("f", "{}", i);
  const std::string message = Message(found.Finish());
  EXPECT_THAT(message, HasSubstr("and 950 more"));
}

}  // namespace
}  // namespace rookery::wire

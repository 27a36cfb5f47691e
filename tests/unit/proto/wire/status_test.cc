#include "proto/wire/status.h"

#include <gtest/gtest.h>

#include "base/status.h"

namespace rookery::wire {
namespace {

TEST(WireStatus, KeepsEveryCodeAndMessageBothWays) {
  for (int code = 1; code <= 16; ++code) {
    const absl::Status status(static_cast<absl::StatusCode>(code), "because");
    const grpc::Status sent = ToGrpc(status);
    EXPECT_EQ(static_cast<int>(sent.error_code()), code);
    EXPECT_EQ(FromGrpc(sent), status);
  }
  EXPECT_TRUE(ToGrpc(absl::OkStatus()).ok());
  EXPECT_TRUE(FromGrpc(grpc::Status::OK).ok());
}

TEST(WireStatus, TakesACodeThatItDoesNotKnowForUnknown) {
  const grpc::Status odd(static_cast<grpc::StatusCode>(77), "odd");
  EXPECT_EQ(FromGrpc(odd).code(), absl::StatusCode::kUnknown);
}

TEST(WireStatus, CarriesTheReasonAcross) {
  const absl::Status status = WithReason(absl::NotFoundError("no run"), "RUN_UNKNOWN");
  EXPECT_EQ(ReasonOf(FromGrpc(ToGrpc(status))), "RUN_UNKNOWN");
  EXPECT_EQ(ReasonOf(absl::NotFoundError("no run")), "");
}

TEST(WireStatus, IgnoresDetailsThatAreNotReadable) {
  const grpc::Status broken(grpc::StatusCode::NOT_FOUND, "no run", "\xff\xff\xff");
  EXPECT_EQ(Message(FromGrpc(broken)), "no run");
}

TEST(WireStatus, CarriesTheTimeToTryAgainThroughGrpc) {
  const absl::Status busy =
      WithRetry(WithReason(absl::ResourceExhaustedError("busy"), "BUSY"), absl::Milliseconds(2750));
  const absl::Status came = FromGrpc(ToGrpc(busy));
  EXPECT_EQ(RetryAfter(came), absl::Milliseconds(2750));
  EXPECT_EQ(ReasonOf(came), "BUSY");
  EXPECT_EQ(RetryAfter(absl::ResourceExhaustedError("busy")), absl::ZeroDuration());
}

}  // namespace
}  // namespace rookery::wire

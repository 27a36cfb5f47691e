#include "cli/context.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(RemoteFault, AsksForTheGrpcPortWhenSomethingElseAnswers) {
  const std::string fault = RemoteFault(
      absl::UnavailableError("coordinator 127.0.0.1:7701 can't be reached: Failed parsing HTTP/2"));
  EXPECT_NE(fault.find("is this the gRPC port"), std::string::npos);
  EXPECT_NE(fault.find("addresses.json"), std::string::npos);
}

TEST(RemoteFault, LeavesOtherErrorsAlone) {
  EXPECT_EQ(RemoteFault(absl::UnavailableError("Connection refused")), "Connection refused");
  EXPECT_EQ(RemoteFault(absl::NotFoundError("Failed parsing HTTP/2")), "Failed parsing HTTP/2");
}

}  // namespace
}  // namespace rookery::cli

#include "proto/wire/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"

namespace rookery::wire {
namespace {

TEST(WireClient, RefusesAnAddressThatIsNotHostAndPort) {
  for (const char* address : {"", "localhost", ":7700", "localhost:", "localhost:x", "localhost:0",
                              "localhost:65536", "localhost:77 00"}) {
    ClientOptions options;
    options.address = address;
    const auto client = Client::Create(options);
    EXPECT_EQ(client.status().code(), absl::StatusCode::kInvalidArgument) << address;
    EXPECT_THAT(Message(client.status()), ::testing::HasSubstr("HOST:PORT")) << address;
  }
}

TEST(WireClient, CompletesARunsId) {
  EXPECT_EQ(RunName("abc"), "runs/abc");
  EXPECT_EQ(RunName("runs/abc"), "runs/abc");
}

}  // namespace
}  // namespace rookery::wire

#include "base/loopback.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(Loopback, IsKnownByItsAddressesAndNames) {
  for (const char* host : {"localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"}) {
    EXPECT_TRUE(IsLoopbackHost(host)) << host;
  }
}

TEST(Loopback, IsNoOtherHostHoweverItIsNamed) {
  for (const char* host : {"", "0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example", "127.example",
                           "localhost.example", "chess.example"}) {
    EXPECT_FALSE(IsLoopbackHost(host)) << host;
  }
}

TEST(Loopback, TakesTheHostFromAnAddress) {
  EXPECT_EQ(HostOf("127.0.0.1:7700"), "127.0.0.1");
  EXPECT_EQ(HostOf("[::1]:7700"), "[::1]");
  EXPECT_EQ(HostOf("chess.example"), "chess.example");
}

}  // namespace
}  // namespace rookery

// The search's signature: nodes of a fixed bench. It must be the same with g++ and clang, and on
// every CPU; a commit that changes search or evaluation changes it here and says so.
#include <gtest/gtest.h>

#include "engine/uci/bench.h"

namespace rookery::uci {
namespace {

constexpr int kDepth = 8;
constexpr int64_t kSignature = 109'426;

TEST(Bench, HasThePinnedSignature) {
  FakeClock clock;
  EXPECT_EQ(RunBench(params::Weights(), kDepth, &clock).nodes, kSignature);
}

TEST(Bench, DependsOnTheWeights) {
  FakeClock clock;
  params::Weights weights;
  ASSERT_TRUE(weights.Set("fork.mg", weights.Get("fork.mg").value() + 1).ok());
  EXPECT_NE(RunBench(weights, kDepth, &clock).nodes, kSignature);
}

}  // namespace
}  // namespace rookery::uci

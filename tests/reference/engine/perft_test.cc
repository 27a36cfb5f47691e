// Node counts on which two other generators agree (tests/data/README.md). Depths are bounded by
// their counts, so that all lines are walked in a few seconds; engine_slow walks the rest.
#include <gtest/gtest.h>

#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "tests/support/perft_suite.h"

namespace rookery::chess {
namespace {

constexpr uint64_t kMaxNodes = 5'000'000;

void ExpectCounts(const std::string& name, size_t lines) {
  const auto suite = test::ReadPerftSuite(std::string(ROOKERY_TEST_DATA "/perft/") + name);
  ASSERT_EQ(suite.size(), lines);
  for (const test::PerftLine& line : suite) {
    const auto position = ParseFen(line.fen);
    ASSERT_TRUE(position.ok()) << position.status() << " in " << line.fen;
    for (const auto& [depth, count] : line.nodes) {
      if (count > kMaxNodes) break;
      EXPECT_EQ(Perft(*position, depth), count) << line.fen << " depth " << depth;
    }
  }
}

TEST(Perft, AgreesOnEveryLineOfTheStandardSuite) { ExpectCounts("standard.epd", 260); }

TEST(Perft, AgreesOnEveryLineOfTheChess960Suite) { ExpectCounts("chess960.epd", 400); }

TEST(Perft, RefusesEveryUnreachablePositionWithAReason) {
  const auto suite = test::ReadPerftSuite(ROOKERY_TEST_DATA "/perft/unreachable.epd");
  ASSERT_EQ(suite.size(), 8u);
  for (const test::PerftLine& line : suite) {
    const auto position = ParseFen(line.fen);
    EXPECT_EQ(position.status().code(), absl::StatusCode::kInvalidArgument) << line.fen;
    EXPECT_GT(position.status().message().size(), 20u) << line.fen;
  }
}

}  // namespace
}  // namespace rookery::chess

// The whole of the perft suites, and the deep positions up to a billion nodes each.
#include <gtest/gtest.h>

#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "tests/support/perft_suite.h"

namespace rookery::chess {
namespace {

void ExpectCounts(const std::string& name, uint64_t max_nodes) {
  const auto suite = test::ReadPerftSuite(std::string(ROOKERY_TEST_DATA "/perft/") + name);
  ASSERT_FALSE(suite.empty());
  for (const test::PerftLine& line : suite) {
    const auto position = ParseFen(line.fen);
    ASSERT_TRUE(position.ok()) << position.status() << " in " << line.fen;
    for (const auto& [depth, count] : line.nodes) {
      if (count > max_nodes) break;
      EXPECT_EQ(Perft(*position, depth), count) << line.fen << " depth " << depth;
    }
  }
}

TEST(PerftSlow, AgreesOnAllDepthsOfTheStandardSuite) { ExpectCounts("standard.epd", ~uint64_t{0}); }

TEST(PerftSlow, AgreesOnAllDepthsOfTheChess960Suite) { ExpectCounts("chess960.epd", ~uint64_t{0}); }

TEST(PerftSlow, AgreesOnTheDeepPositions) { ExpectCounts("deep.epd", 1'000'000'000); }

}  // namespace
}  // namespace rookery::chess
